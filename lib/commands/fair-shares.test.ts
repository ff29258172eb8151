import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { inFairShares } from "./fair-shares.mjs";

const limits = { ofSession: { atOnce: 2, mostWaiting: 3 }, ofNetwork: { atOnce: 4, mostWaiting: 10 } };

it("draws a few pages of one session at once, keeps some waiting, refuses the rest, and lets others by", async () => {
  const drawing: ServerResponse[] = [];
  const server = createServer(inFairShares((_request, response) => void drawing.push(response), limits));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const leaving = new AbortController();
  const ask = (session: string, path = "/", signal = AbortSignal.timeout(60_000)) =>
    fetch(`${url}${path}`, { headers: { cookie: `a=b; session=${session}` }, signal }).then(
      ({ status }) => status,
      () => 0,
    );
  const gone = Array.from({ length: 2 }, () => ask("eve", "/", leaving.signal));
  await expect.poll(() => drawing.length).toBe(2);
  const flood = Array.from({ length: 8 }, () => ask("eve"));
  expect(await Promise.race(flood)).toBe(503);
  // Somebody else, and what is no page, goes at once.
  const others = [ask("ada"), ask("eve", "/api/transfers"), ask("eve", "/healthz")];
  await expect.poll(() => drawing.length).toBe(5);
  leaving.abort();
  await Promise.all(gone);
  let isOver = false;
  const all = Promise.all([...flood, ...others]).finally(() => {
    isOver = true;
  });
  await expect
    .poll(() => {
      for (const each of drawing.splice(0)) each.writeHead(200).end();
      return isOver;
    })
    .toBe(true);
  expect((await all).toSorted()).toEqual([...Array(6).fill(200), ...Array(5).fill(503)]);
  server.close();
});
