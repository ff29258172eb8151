import { once } from "node:events";
import { createServer, get, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Asker } from "#lib/server/config/offered";
import { inFairShares, turnLimits } from "./fair-shares.mjs";
import { makeServer } from "./http-server.mjs";

const limits = {
  ofPerson: { atOnce: 2, mostWaiting: 3, crowd: 10 },
  ofNetwork: { atOnce: 4, mostWaiting: 10 },
  ofKnown: { atOnce: 1, mostWaiting: 2 },
  ofAllKnown: { atOnce: 2, mostWaiting: 2 },
  ofStranger: { atOnce: 1, mostWaiting: 2 },
  ofStrangers: { atOnce: 2, mostWaiting: 2 },
  ofPrograms: { atOnce: 2, mostWaiting: 2 },
};
/** A cookie names a person or a browser where it is "signed". */
function askerOf(cookie: string | undefined): Asker | undefined {
  const [, kind, share = ""] = /(session|device)=signed-(\w+)/.exec(cookie ?? "") ?? [];
  return kind === undefined ? undefined : { kind: kind === "session" ? "person" : "known", share };
}

type Asked = { path?: string; cookie?: string; from?: string; signal?: AbortSignal };

/**
 * A server whose answers are given by the test, in the order in which their turns came. Turns last as long as their
 * answers, however slow the machine is, unless a test ends them.
 */
async function start({ delayMs = 0, given = limits, turnMs = 3_600_000 } = {}) {
  const begun: ServerResponse[] = [];
  const shared = inFairShares((_request, response) => void begun.push(response), {
    askerOf,
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

/** Answers whatever begins until all is answered. */
async function givenUntil<All>(answer: () => void, all: Promise<All>): Promise<All> {
  let isOver = false;
  void all.finally(() => {
    isOver = true;
  });
  await expect
    .poll(() => {
      answer();
      return isOver;
    })
    .toBe(true);
  return all;
}

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
  expect(await givenUntil(answerAll, all)).toEqual([...Array(5).fill(200), ...Array(5).fill(429)]);
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
  void ask({ cookie: "device=signed-mark", from: "198.51.100.9" });
  void ask(eve);
  await expect.poll(() => begun.length).toBe(4);
});

it("gives a person one share, however many networks they ask from, and a known browser too", async () => {
  const { ask, begun } = await start();
  for (const cookie of [eve.cookie, "device=signed-mark"])
    for (let at = 0; at < 6; at++) void ask({ cookie, from: `198.51.100.${at}` });
  await expect.poll(() => begun.length).toBe(3);
  // All wait or run: a colleague on one of those networks goes at once.
  void ask({ cookie: "session=signed-ada", from: "198.51.100.1" });
  await expect.poll(() => begun.length).toBe(4);
});

it("lets the next in at once during refusals from 40 networks that are told late", async () => {
  const ofStrangers = { ...limits.ofStrangers, mostWaiting: 100 };
  const { ask, begun, answerAll } = await start({ delayMs: 60_000, given: { ...limits, ofStrangers } });
  for (let at = 0; at < 40; at++) void ask({ path: "/api/transfers", from: `198.51.100.${at}` });
  let refused = 0;
  await expect
    .poll(() => {
      refused += begun.length;
      answerAll(401);
      return refused;
    })
    .toBe(40);
  void ask({ path: "/pay/token", from: "203.0.113.1" });
  await expect.poll(() => begun.length).toBe(1);
});

it("lets the turns of a person come one by one while a crowd of them waits, and no browser's page is a crowd", async () => {
  const { ask, begun, answerAll, server } = await start({ given: turnLimits });
  const page = Array.from({ length: 10 }, () => ask(eve));
  await expect.poll(() => begun.length).toBe(3);
  answerAll();
  await expect.poll(() => begun.length).toBe(3);
  answerAll();
  await expect.poll(() => begun.length).toBe(3);
  answerAll();
  await expect.poll(() => begun.length).toBe(1);
  answerAll();
  expect(await statusesOf(page)).toEqual(Array(10).fill(200));

  let arrived = 0;
  server.on("request", () => {
    arrived += 1;
  });
  const flood = Array.from({ length: 30 }, () => ask(eve));
  await expect.poll(() => arrived).toBe(30);
  expect(begun).toHaveLength(3);
  // 27 wait.
  answerAll();
  const atOnce: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    await expect.poll(() => begun.length).toBeGreaterThan(0);
    // A flood asks again for each answer; that waits behind the others.
    const before = arrived;
    flood.push(ask(eve));
    const own = ask({ cookie: "session=signed-ada" });
    await expect.poll(() => arrived).toBe(before + 2);
    atOnce.push(begun.length - 1);
    answerAll();
    await own;
  }
  expect(atOnce).toEqual(Array(20).fill(1));
  expect(await givenUntil(answerAll, statusesOf(flood))).toEqual(Array(50).fill(200));
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

it.each([401, 429, 503])(
  "tells %i late, which costs nobody a turn, and everything else at once",
  async (status) => {
    const ofPerson = { atOnce: 1, mostWaiting: 3, crowd: 10 };
    const { ask, begun, answerAll } = await start({ delayMs: 60_000, given: { ...limits, ofPerson } });
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
  },
);

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
