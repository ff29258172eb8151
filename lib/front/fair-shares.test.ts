import { once } from "node:events";
import { createServer, get, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { inFairShares } from "./fair-shares.mjs";
import { makeServer } from "./http-server.mjs";

const limits = {
  ofSession: { atOnce: 2, mostWaiting: 3 },
  ofNetwork: { atOnce: 4, mostWaiting: 10 },
  ofStranger: { atOnce: 1, mostWaiting: 2 },
  ofStrangers: { atOnce: 2, mostWaiting: 2 },
  ofPrograms: { atOnce: 2, mostWaiting: 2 },
};
/** A session is "signed" where its name begins so. */
const nameSession = (cookie: string | undefined) => /session=(signed-\w+)/.exec(cookie ?? "")?.[1];

type Asked = { path?: string; cookie?: string; from?: string; signal?: AbortSignal };

/**
 * A server whose answers are given by the test, in the order in which their turns came. Turns last as long as their
 * answers, however slow the machine is, unless a test ends them.
 */
async function start({ delayMs = 0, given = limits, turnMs = 3_600_000 } = {}) {
  const begun: ServerResponse[] = [];
  const shared = inFairShares((_request, response) => void begun.push(response), {
    nameSession,
    limits: given,
    delayMs,
    turnMs,
  });
  const server = createServer(shared as RequestListener).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = ({ path = "/", cookie = "", from = "192.0.2.1", signal }: Asked) =>
    fetch(`${url}${path}`, {
      headers: { cookie, "x-forwarded-for": from },
      ...(signal && { signal }),
    }).then(
      async (answer) => ({ status: answer.status, headers: answer.headers, text: await answer.text() }),
      () => undefined,
    );
  const answerAll = (status = 200) => {
    for (const each of begun.splice(0)) each.writeHead(status).end();
  };
  return { ask, begun, answerAll, server };
}

const eve = { cookie: "a=b; session=signed-eve" };
const statusesOf = async (asked: Promise<{ status: number } | undefined>[]) =>
  (await Promise.all(asked)).map((answer) => answer?.status).toSorted();

it("begins a few requests of a session at once, keeps some waiting, refuses the rest, and lets others by", async () => {
  const { ask, begun, answerAll } = await start();
  const leaving = new AbortController();
  const gone = Array.from({ length: 2 }, () => ask({ ...eve, signal: leaving.signal }));
  await expect.poll(() => begun.length).toBe(2);
  const flood = Array.from({ length: 8 }, () => ask({ ...eve, path: "/api/transfers" }));
  const refused = await Promise.race(flood);
  expect(refused?.status).toBe(429);
  expect(refused?.headers.get("retry-after")).toBe("2");
  expect(refused?.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(JSON.parse(refused?.text ?? "")).toMatchObject({ code: "too_many_requests", status: 429 });
  const others = [ask({ cookie: "session=signed-ada" }), ask({ from: "198.51.100.7" })];
  await expect.poll(() => begun.length).toBe(4);
  leaving.abort();
  await Promise.all(gone);
  const all = statusesOf([...flood, ...others]);
  let isOver = false;
  void all.finally(() => {
    isOver = true;
  });
  await expect
    .poll(() => {
      answerAll();
      return isOver;
    })
    .toBe(true);
  expect(await all).toEqual([...Array(5).fill(200), ...Array(5).fill(429)]);
});

it("gives nobody a share for a session that was not signed here, and all strangers one", async () => {
  const { ask, begun } = await start();
  const forged = Array.from({ length: 5 }, (_, at) =>
    ask({ cookie: `session=forged-${at}`, from: `198.51.100.${at}` }),
  );
  const refused = await Promise.race(forged);
  expect(refused?.status).toBe(503);
  expect(begun).toHaveLength(2);
  // Who signed in there before, and who has a session, does not wait for them.
  void ask({ cookie: "device=mark", from: "198.51.100.9" });
  void ask(eve);
  await expect.poll(() => begun.length).toBe(4);
});

it("waits for no turn with a callback", async () => {
  const { ask, begun } = await start();
  for (let at = 0; at < 9; at++) void ask({ path: "/api/callbacks/x" });
  await expect.poll(() => begun.length).toBe(9);
});

it("lets what programs of one network ask keep no other network's waiting, and nobody who asks for a page", async () => {
  const { ask, begun, answerAll } = await start({ delayMs: 3_600_000 });
  const paths = ["/healthz", "/readyz", "/metrics", "/sandbox/x"];
  const flood = [...paths, ...paths].map((path) => ask({ path }));
  // Told at once: a supervisor does not wait for long.
  expect((await Promise.race(flood))?.status).toBe(503);
  expect(begun).toHaveLength(2);
  void ask({ path: "/healthz", from: "198.51.100.7" });
  void ask({});
  await expect.poll(() => begun.length).toBe(4);
  answerAll();
  await expect.poll(() => begun.length).toBe(2);
});

it("holds nobody up with what takes long", async () => {
  const { ask, begun } = await start({ turnMs: 1 });
  for (let at = 0; at < 5; at++) void ask(eve);
  await expect.poll(() => begun.length).toBe(5);
});

it.each([401, 429, 503])("tells %i late, and everything else at once", async (status) => {
  const { ask, begun, answerAll } = await start({ delayMs: 60_000 });
  let isTold = false;
  void ask(eve).then(() => {
    isTold = true;
  });
  await expect.poll(() => begun.length).toBe(1);
  answerAll(status);
  const fine = ask(eve);
  await expect.poll(() => begun.length).toBe(1);
  answerAll();
  expect((await fine)?.status).toBe(200);
  expect(isTold).toBe(false);
});

it("answers the next of a share after one that left while it waited, also where the common line is full", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { ask, server } = await start({
    delayMs: 1_000,
    given: { ...limits, ofStrangers: { atOnce: 0, mostWaiting: 0 } },
  });
  let [asked, gone] = [0, 0];
  server.on("request", (_request, response) => {
    asked += 1;
    response.once("close", () => {
      gone += 1;
    });
  });
  const first = ask({});
  await expect.poll(() => asked).toBe(1);
  const leaving = new AbortController();
  void ask({ signal: leaving.signal });
  await expect.poll(() => asked).toBe(2);
  leaving.abort();
  await expect.poll(() => gone).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect((await first)?.status).toBe(503);
  const next = ask({});
  await expect.poll(() => asked).toBe(3);
  let answered: number | undefined;
  void next.then((answer) => {
    answered = answer?.status;
  });
  await expect
    .poll(() => {
      vi.advanceTimersByTime(1_000);
      return answered;
    })
    .toBe(503);
});

it.each(["/api/callbacks/../../login", "/sandbox/%2e%2E/login"])(
  "lets nobody past the line by the address %s, which the framework takes for that of a page",
  async (path) => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    let [asked, begun] = [0, 0];
    const shared = inFairShares(
      () => {
        begun += 1;
      },
      { limits },
    );
    const server = makeServer((request, response) => shared(request, response));
    server.on("request", () => {
      asked += 1;
    });
    server.listen(0, "127.0.0.1");
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    for (let at = 0; at < 5; at++)
      get({ host: "127.0.0.1", port, path, agent: false }).on("error", () => undefined);
    await expect.poll(() => asked).toBe(5);
    expect(begun).toBeLessThanOrEqual(limits.ofStranger.atOnce);
  },
);
