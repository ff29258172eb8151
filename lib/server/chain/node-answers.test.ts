import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { tokenAccount } from "#lib/asset/token-account";
import { db } from "#lib/server/database/db";
import {
  startWatchingDashboard,
  type WatchingDashboard,
  watchedAssets,
} from "#lib/testing/servers/watching-dashboard";
import {
  type FakeNode,
  type NodeBehaviour,
  result,
  rpcError,
  startFakeNode,
} from "#lib/testing/service/fake-node";
import { type FakeSolana, startFakeSolana, usdcMint } from "#lib/testing/service/fake-solana";
import { topicOf } from "#lib/testing/service/sandbox-chain";

/** What a refusal means is in its words. One address brings it about: what becomes of it, and of everybody else's? */

const raw =
  (status: number, text: string): NodeBehaviour =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(text);
  };
const withId =
  (id: unknown, status: number, error: unknown): NodeBehaviour =>
  (response, call) =>
    raw(status, JSON.stringify({ jsonrpc: "2.0", id: id === "own" ? `${call.id}` : id, error }))(
      response,
      call,
    );

/** `by itself`: the others are seen. `waits`: one question, and nobody is read until later. */
type Outcome = "by itself" | "waits";
const shapes: [string, NodeBehaviour, Outcome][] = [
  [
    "-32005, more than 10000 results",
    rpcError(-32_005, "query returned more than 10000 results"),
    "by itself",
  ],
  ["-32005 and 403, the same", rpcError(-32_005, "query returned more than 10000 results", 403), "by itself"],
  [
    "-32602, max results",
    rpcError(-32_602, "query exceeds max results 20000, retry with the range 1-2"),
    "by itself",
  ],
  [
    "-32602, response size",
    rpcError(-32_602, "Log response size exceeded. You can make requests with up to a 2K block range"),
    "by itself",
  ],
  ["-32000, too large", rpcError(-32_000, "backend response too large"), "by itself"],
  ["-32000, maximum range", rpcError(-32_000, "exceed maximum block range: 5000"), "by itself"],
  [
    "-32000, too many blocks",
    rpcError(-32_000, "requested too many blocks from 1 to 9, maximum is set to 2048"),
    "by itself",
  ],
  ["-32000, too wide", rpcError(-32_000, "block range is too wide"), "by itself"],
  ["-32000, a long query", rpcError(-32_000, "query timeout exceeded"), "by itself"],
  ["-32614 and 413", rpcError(-32_614, "eth_getLogs is limited to a 5 range", 413), "by itself"],
  [
    "35 and a free plan's range",
    rpcError(35, "ranges over 10000 blocks are not supported on freetier"),
    "by itself",
  ],
  [
    "-32600 and 400",
    rpcError(-32_600, "you can make eth_getLogs requests with up to a 10 block range", 400),
    "by itself",
  ],
  [
    "-32701, limit the query",
    rpcError(-32_701, "Please limit the query to at most 1000 blocks"),
    "by itself",
  ],
  ["-32603 and 500, response size", rpcError(-32_603, "max message response size exceed", 500), "by itself"],
  ["500 with words", raw(500, '{"error":"response exceeded size limit"}'), "by itself"],
  ["413 and a page", raw(413, "<h1>413 Request Entity Too Large</h1>"), "by itself"],
  ["400 and plain words", raw(400, "block range limit exceeded"), "by itself"],
  ["no number, too large", withId(null, 200, { code: -32_000, message: "response too large" }), "by itself"],
  ["its number as text", withId("own", 200, { code: -32_000, message: "response too large" }), "by itself"],
  ["a code as text", withId(null, 400, { code: "-32602", message: "too many results" }), "by itself"],
  [
    "words in its data",
    withId(null, 200, { code: -32_000, message: "Server error", data: "too many logs, limit 100" }),
    "by itself",
  ],
  ["more than 4 MB", raw(200, `{"result":"${"x".repeat(4.5 * 1024 * 1024)}"}`), "by itself"],
  ["internal error", rpcError(-32_603, "Internal error"), "by itself"],
  ["unknown words", rpcError(-32_099, "rien ne va plus"), "by itself"],
  ["-32001, not found", rpcError(-32_001, "resource not found"), "by itself"],
  ["no number, an error", withId(null, 200, { code: -32_600, message: "nope" }), "by itself"],
  ["-32005, rate", rpcError(-32_005, "project ID request rate exceeded"), "waits"],
  ["-32005, daily", rpcError(-32_005, "daily request count exceeded, request rate limited"), "waits"],
  ["-32000, too many requests", rpcError(-32_000, "Too Many Requests"), "waits"],
  ["-32029 and 403, rate limit", rpcError(-32_029, "rate limit exceeded", 403), "waits"],
  [
    "429 in JSON-RPC",
    rpcError(429, "Your app has exceeded its compute units per second capacity", 429),
    "waits",
  ],
  ["429 alone", raw(429, ""), "waits"],
  ["429 and a page", raw(429, "<h1>Too many</h1>"), "waits"],
  ["503 with words", raw(503, '{"message":"Rate limit reached, slow down"}'), "waits"],
  ["402, quota", rpcError(-32_000, "monthly quota is used up", 402), "waits"],
  ["200 and a message", raw(200, '{"code":-32007,"message":"50/second request limit reached"}'), "waits"],
  ["an error of words", raw(200, '{"id":null,"error":"too many requests"}'), "waits"],
  ["-32090, retry in", rpcError(-32_090, "Too many requests, try again in 10s"), "waits"],
  ["-32097, calls a second", rpcError(-32_097, "limit of 25 calls per second"), "waits"],
  ["-32016, over its rate", rpcError(-32_016, "over rate limit"), "waits"],
];

describe("on a network of Ethereum's kind", () => {
  const [{ contract = "", chainId = 0 } = {}] = watchedAssets;
  let node: FakeNode;
  let watching: WatchingDashboard;
  beforeAll(async () => {
    node = await startFakeNode(chainId);
    watching = await startWatchingDashboard([node.url]);
    await watching.look();
  });
  afterAll(async () => {
    await watching.close();
    await node.close();
  });
  afterEach(() => node.recover());

  it.each(shapes)("%s", async (_name, refuse, outcome) => {
    const victim = await watching.create();
    const other = await watching.create();
    await watching.look();
    const before = (await watching.cursor())?.settled;
    node.behave("eth_getLogs", (response, call) => {
      const [{ topics }] = call.params as [{ topics: [string, null, string[]] }];
      (topics[2].includes(topicOf(victim.address)) ? refuse : result(call.good))(response, call);
    });
    node.pay(contract, victim.address, 100_000_000n);
    node.pay(contract, other.address, 100_000_000n);
    node.mine(3);
    await expectOutcome(
      { watching, victim, other, outcome, before, calls: () => node.callsOf("eth_getLogs") },
      () => {
        node.calls.length = 0;
      },
    );
    node.recover();
    node.mine(1);
    await watching.look();
    await watching.look();
    expect((await watching.find(victim)).deposit).toMatchObject({ label: "exact" });
    expect(await blindSince(victim.id)).toBeNull();
  });
});

describe("on Solana", () => {
  let node: FakeSolana;
  let watching: WatchingDashboard;
  beforeAll(async () => {
    node = await startFakeSolana();
    watching = await startWatchingDashboard([node.url], {}, "solana");
    await watching.look();
  });
  afterAll(async () => {
    await watching.close();
    await node.close();
  });
  afterEach(() => node.recover());

  it.each(shapes)("%s", async (_name, refuse, outcome) => {
    const victim = await watching.create();
    const other = await watching.create();
    await watching.look();
    const before = (await watching.cursor())?.settled;
    const account = tokenAccount(victim.address, usdcMint);
    node.behave("getSignaturesForAddress", (response, call) =>
      (call.params[0] === account ? refuse : result(call.good))(response, call),
    );
    node.pay(victim.address, 100_000_000n);
    node.pay(other.address, 100_000_000n);
    node.advance();
    node.finalize();
    const calls = () => node.callsOf("getSignaturesForAddress").filter(({ params }) => params[0] === account);
    await expectOutcome({ watching, victim, other, outcome, before, calls }, () => {
      node.calls.length = 0;
    });
    node.recover();
    node.advance();
    node.finalize();
    await watching.look();
    await watching.look();
    expect((await watching.find(victim)).deposit).toMatchObject({ label: "exact" });
    expect(await blindSince(victim.id)).toBeNull();
  });
});

type Case = {
  watching: WatchingDashboard;
  victim: { id: string };
  other: { id: string };
  outcome: Outcome;
  before: number | null | undefined;
  calls: () => unknown[];
};

async function expectOutcome(
  { watching, victim, other, outcome, before, calls }: Case,
  forget: () => void,
): Promise<void> {
  forget();
  await watching.look();
  if (outcome === "waits") expect(calls()).toHaveLength(1);
  await watching.look();
  const isSeen = outcome === "by itself";
  expect((await watching.find(other)).deposit.label).toBe(isSeen ? "exact" : "none");
  expect(await watching.news(victim)).toEqual([]);
  expect((await blindSince(victim.id)) !== null).toBe(isSeen);
  const cursor = await watching.cursor();
  expect(cursor?.blind_since == null).toBe(isSeen);
  if (!isSeen) expect(cursor?.settled).toBe(before);
  else expect(cursor?.settled).toBeGreaterThan(before ?? 0);
}

async function blindSince(id: string): Promise<string | null> {
  const rows = (await db()).selectFrom("transfers").select("blind_since").where("id", "=", id);
  return (await rows.executeTakeFirstOrThrow()).blind_since;
}
