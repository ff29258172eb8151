import { randomInt } from "node:crypto";
import { connect, type Socket } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { limits } from "#lib/front/http-server.mjs";
import { act, faultOf } from "#lib/proof/door/hostile-connection";
import { type HostilePlan, hostilePlans } from "#lib/proof/door/hostile-plan";
import { startWatchedServer, type WatchedServer } from "#lib/proof/door/watched-server";

/**
 * Hostile connections to the production server, by a seed: DOOR_SEED and DOOR_CONNECTIONS say which and how many,
 * DOOR_ONLY repeats one of them by its number.
 */
const seed = Number(process.env.DOOR_SEED ?? randomInt(2 ** 31));
const count = Number(process.env.DOOR_CONNECTIONS ?? 2_000);
const only = process.env.DOOR_ONLY;
const clients = 60;
/** The longest that a connection lives on which nothing moves, with what a busy machine takes. */
const lifeMs = limits.crowdedIdleTimeout + 25_000;

let watched: WatchedServer;
beforeAll(async () => {
  watched = await startWatchedServer();
});
afterAll(() => watched?.close());

it(`ends or answers each of ${count} connections, seed ${seed}, and stays well`, async () => {
  const { port, cookie, ask, descriptors, errorLines } = watched;
  for (const path of ["/", "/transfers", "/api/banks"]) await ask(path);
  const before = descriptors();
  const all = fc.sample(hostilePlans(`localhost:${port}`, cookie), { seed, numRuns: count });
  const plans = [...all.entries()].filter(([at]) => only === undefined || at === Number(only));
  process.stdout.write(`Seed ${seed}: ${plans.length} connections, ${before} descriptors before.\n`);
  const faults: string[] = [];
  const held: Socket[] = [];
  const tell = (at: number, plan: HostilePlan, fault: string) =>
    faults.push(
      `DOOR_SEED=${seed} DOOR_ONLY=${at}: ${fault}; ${plan.ending}; ${JSON.stringify(plan.text.slice(0, 300))}`,
    );
  let isOver = false;
  const health = watchHealth(ask, () => isOver);
  const queue = plans.values();
  const work = async (client: number) => {
    for (const [at, plan] of queue) {
      const outcome = await act(plan, port, lifeMs, `127.0.0.${2 + (client % 4)}`);
      if (!outcome.socket.destroyed) held.push(outcome.socket);
      const fault = faultOf(plan, outcome);
      if (fault !== undefined) tell(at, plan, fault);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
  // Those that read nothing are still there, and the server has nothing of them any more.
  await expect.poll(descriptors, { timeout: lifeMs, interval: 1_000 }).toBeLessThanOrEqual(before + 3);
  isOver = true;
  const times = (await health).sort((a, b) => a - b);
  const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
  process.stdout.write(
    `${held.length} held to the end; ${descriptors()} descriptors after; ${times.length} healthy requests, p95 ${p95.toFixed(0)} ms, longest ${times.at(-1)?.toFixed(0)} ms.\n`,
  );
  for (const socket of held) socket.destroy();
  expect(faults.slice(0, 10)).toEqual([]);
  expect(errorLines().slice(0, 10)).toEqual([]);
});

it("stops within 10 seconds while hostile clients hold on", async () => {
  const { port, cookie, server, errorLines } = watched;
  const head = `HTTP/1.1\r\nHost: localhost:${port}\r\nCookie: session=${cookie}\r\n`;
  const texts = [
    "",
    "GET /login HTTP/1.1\r\nHos",
    `GET /nowhere ${head}Connection: Upgrade\r\nUpgrade: foo\r\n\r\n`,
    `POST /api/quote ${head}Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{`,
    `GET /api/openapi.json ${head}\r\n`.repeat(8),
  ];
  const sockets = texts.flatMap((text) =>
    [false, true].map((isHalf) => {
      const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).pause();
      socket.on("error", () => undefined);
      socket.write(text);
      if (isHalf) socket.end();
      return socket;
    }),
  );
  await watched.ask("/healthz");
  await server.process().stop();
  for (const socket of sockets) socket.destroy();
  expect([server.process().exitCode(), errorLines()]).toEqual([0, []]);
});

/** The times of healthy requests until it is over; throws when one is not answered. */
async function watchHealth(ask: WatchedServer["ask"], isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    for (const path of ["/healthz", "/transfers"]) times.push(await ask(path));
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return times;
}
