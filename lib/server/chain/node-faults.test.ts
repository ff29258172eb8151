import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "#lib/server/database/db";
import {
  startWatchingDashboard,
  type WatchingDashboard,
  watchedAssets,
} from "#lib/testing/servers/watching-dashboard";
import {
  changed,
  type FakeNode,
  type NodeBehaviour,
  result,
  rpcError,
  startFakeNode,
} from "#lib/testing/service/fake-node";
import { answer, cutShort, flood } from "#lib/testing/service/faulty-service";
import { type ChainLog, hex, topicOf } from "#lib/testing/service/sandbox-chain";
import { holdTimeLimits } from "#lib/testing/service/time-limits";

const [{ contract = "", chainId = 0 } = {}] = watchedAssets;
const canary = "canary-in-the-path";
let node: FakeNode;
let watching: WatchingDashboard;
let logged: string;

beforeAll(async () => {
  node = await startFakeNode(chainId);
  const setting = { base: { urls: [`${node.url}/${canary}`], headers: { "x-key": "canary-in-a-header" } } };
  watching = await startWatchingDashboard([], { CHAIN_NODES: JSON.stringify(setting) });
  const write = (line: string) => {
    logged += line;
  };
  const kept = (globalThis as { offrampDashboard?: Map<string, unknown> }).offrampDashboard;
  kept?.set("log", pino({ level: "debug" }, { write }));
});
afterAll(async () => {
  await watching.close();
  await node.close();
});
beforeEach(() => {
  logged = "";
});
afterEach(() => {
  node.recover();
  vi.restoreAllMocks();
});

const http =
  (status: number, headers = {}): NodeBehaviour =>
  (response, { id }) => {
    response.writeHead(status, headers);
    response.end(`{"jsonrpc":"2.0","id":${id},"result":[]}`);
  };
const whole: (behave: (response: never, call: never) => void) => NodeBehaviour = (behave) => (response) =>
  behave(response as never, {} as never);
const logsWith = (change: (log: ChainLog) => Partial<ChainLog>) =>
  changed((logs: ChainLog[]) => logs.map((log) => ({ ...log, ...change(log) })));
const headAt = (number: number): NodeBehaviour =>
  changed((block: { number: string }) => ({ ...block, number: hex(number) }));

const logs = "eth_getLogs";
const blocks = "eth_getBlockByNumber";
const faults: [string, string, NodeBehaviour][] = [
  ["no JSON", logs, whole(answer(200, "{"))],
  ["a page", logs, whole(answer(200, "<!doctype html><title>Sign in</title>"))],
  ["another question's answer", logs, (response, call) => result([])(response, { ...call, id: call.id + 1 })],
  ["neither result nor error", logs, (response, { id }) => void response.end(`{"jsonrpc":"2.0","id":${id}}`)],
  ["500", logs, http(500)],
  ["403", logs, http(403)],
  ["429", logs, http(429, { "retry-after": "30" })],
  [
    "compression",
    logs,
    (response, { id }) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.end(gzipSync(JSON.stringify({ jsonrpc: "2.0", id, result: [] })));
    },
  ],
  ["over 4 MB", logs, whole(flood(4.5 * 1024 * 1024))],
  ["half an answer", logs, whole(cutShort('{"jsonrpc":"2.0","id":1,"result":[]'))],
  ["a reset connection", logs, (response) => void response.socket?.resetAndDestroy()],
  ["another chain's ID", "eth_chainId", result("0x1")],
  ["a head below the cursor", blocks, headAt(5)],
  [
    "a head that is old",
    blocks,
    changed((block: object) => ({ ...block, timestamp: hex(Math.floor(Date.now() / 1_000) - 300) })),
  ],
  [
    "a time beyond every calendar",
    blocks,
    changed((block: object) => ({ ...block, timestamp: "0xffffffffffffffff" })),
  ],
  ["no block", blocks, result(null)],
  ["a log outside the range", logs, logsWith(() => ({ blockNumber: "0x1" }))],
  ["a log of another contract", logs, logsWith(() => ({ address: `0x${"12".repeat(20)}` }))],
  [
    "a log of another address",
    logs,
    logsWith(({ topics }) => ({ topics: [topics[0] ?? "", topics[1] ?? "", topicOf("0x1")] })),
  ],
  [
    "an address hidden in a longer word",
    logs,
    logsWith(({ topics }) => ({
      topics: topics.map((topic, at) => (at === 2 ? topic.replace("0x00", "0x01") : topic)),
    })),
  ],
  [
    "another event",
    logs,
    logsWith(({ topics }) => ({
      topics: topics.map((topic, at) => (at === 0 ? `0x${"77".repeat(32)}` : topic)),
    })),
  ],
  ["a log of a block that is another one", logs, logsWith(() => ({ blockHash: `0x${"99".repeat(32)}` }))],
  [
    "one transaction in two blocks",
    logs,
    changed((some: ChainLog[]) =>
      some.flatMap((log) => [
        log,
        { ...log, blockNumber: hex(Number(log.blockNumber) - 1), blockHash: `0x${"98".repeat(32)}` },
      ]),
    ),
  ],
  [
    "two logs with one number",
    logs,
    changed((some: ChainLog[]) =>
      some.flatMap((log) => [log, { ...log, data: log.data.replace(/.$/, "7") }]),
    ),
  ],
  ["no list", logs, result({ 0: "log" })],
  ["null", logs, result(null)],
  ["error -32005", logs, rpcError(-32_005, "limit exceeded")],
  ["a rate limit of its own", logs, rpcError(-32_000, "Too Many Requests")],
];

describe("a node that answers with a fault", () => {
  it.each(faults)(
    "%s: nothing is recorded, and the next good round records the truth",
    async (_name, method, fault) => {
      await watching.look();
      const transfer = await watching.create();
      await watching.look();
      const before = await watching.cursor();
      node.pay(contract, transfer.address, 100_000_000n);
      node.mine(1);
      node.behave(method, fault);
      await watching.look();
      expect(await watching.news(transfer)).toEqual([]);
      expect((await watching.find(transfer)).deposit.label).toBe("none");
      expect(await watching.cursor()).toMatchObject({
        settled: before?.settled,
        settled_hash: before?.settled_hash,
      });
      node.recover();
      await watching.look();
      expect((await watching.find(transfer)).deposit).toMatchObject({ label: "exact", amount: "100" });
      expect(await watching.news(transfer)).toEqual(["seen", "confirmed"]);
      expect((await watching.cursor())?.settled).toBe(node.head() - 1);
    },
  );

  it("silent: one question, and no smaller one after it", async () => {
    const transfer = await watching.create();
    await watching.look();
    node.pay(contract, transfer.address, 1n);
    // The time is over as soon as the question has come.
    node.behave(logs, holdTimeLimits());
    node.calls.length = 0;
    await watching.look();
    expect(node.callsOf(logs)).toHaveLength(1);
    expect(await watching.news(transfer)).toEqual([]);
  });

  it("a redirect: its target is never asked", async () => {
    let asked = 0;
    const other = createServer((_request, response) => {
      asked += 1;
      response.end("{}");
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const transfer = await watching.create();
    node.pay(contract, transfer.address, 1n);
    for (const status of [301, 302, 307, 308]) {
      node.behave(
        logs,
        http(status, { location: `http://127.0.0.1:${(other.address() as AddressInfo).port}/` }),
      );
      await watching.look();
    }
    expect([asked, await watching.news(transfer)]).toEqual([0, []]);
    await new Promise((resolve) => other.close(resolve));
  });

  it.each([200, 400, 413])(
    "a refusal of a long range with HTTP %i is asked again in halves",
    async (status) => {
      const transfer = await watching.create();
      await watching.look();
      node.pay(contract, transfer.address, 100_000_000n);
      node.mine(20);
      node.calls.length = 0;
      node.behave(logs, (response, call) => {
        const [{ fromBlock, toBlock }] = call.params as [{ fromBlock: string; toBlock: string }];
        const isLong = Number(toBlock) - Number(fromBlock) >= 5;
        (isLong ? rpcError(-32_602, "range too large", status) : result(call.good))(response, call);
      });
      await watching.look();
      expect((await watching.find(transfer)).deposit).toMatchObject({ label: "exact", amount: "100" });
      node.calls.length = 0;
      node.mine(20);
      node.behave(logs, rpcError(-32_005, "limit exceeded"));
      await watching.look();
      expect(node.callsOf(logs)).toHaveLength(1);
    },
  );
});

describe("in a good answer", () => {
  it.each<[string, (log: ChainLog) => object[]]>([
    ["a removed log", (log) => [{ ...log, logIndex: "0x9", removed: true }]],
    [
      "a log with four topics",
      (log) => [{ ...log, logIndex: "0x9", topics: [...log.topics, log.topics[0]] }],
    ],
    ["no value", (log) => [{ ...log, logIndex: "0x9", data: `0x${"0".repeat(64)}` }]],
    [
      "data that are not 32 bytes",
      (log) => [{ ...log, logIndex: "0x9", data: `${log.data}${"0".repeat(64)}` }],
    ],
    ["an exact copy", (log) => [log, { ...log, blockHash: log.blockHash.toUpperCase().replace("0X", "0x") }]],
  ])("%s counts for nothing", async (_name, besides) => {
    const transfer = await watching.create();
    await watching.look();
    node.pay(contract, transfer.address, 100_000_000n);
    node.behave(
      logs,
      changed((some: ChainLog[]) => some.flatMap((log) => [log, ...besides(log)])),
    );
    await watching.look();
    node.mine(1);
    await watching.look();
    expect((await watching.find(transfer)).deposit).toMatchObject({
      label: "exact",
      amount: "100",
      parts: ["100"],
    });
    expect(await watching.news(transfer)).toEqual(["seen", "confirmed"]);
  });
});

it("a node behind a balancer that lacks the newest blocks takes nothing back", async () => {
  const transfer = await watching.create();
  node.pay(contract, transfer.address, 100_000_000n);
  await watching.look();
  node.behave(logs, result([]));
  node.behave("eth_getTransactionReceipt", result(null));
  await watching.look();
  node.mine(3);
  await watching.look();
  expect(await watching.news(transfer)).toEqual(["seen"]);
  node.recover();
  await watching.look();
  expect(await watching.news(transfer)).toEqual(["seen", "confirmed"]);
});

it("is asked for nothing above the newest block that it has told, by no look", async () => {
  await watching.create();
  await watching.look();
  node.mine(3);
  const before = node.callsOf(logs).length;
  await watching.look();
  const asked = node.callsOf(logs).slice(before);
  const tops = asked.map(({ params }) => Number((params[0] as { toBlock: string }).toBlock));
  expect(tops).not.toEqual([]);
  expect(Math.max(...tops)).toBeLessThanOrEqual(node.head());
});

it("what both looks were not told is found by the audit", async () => {
  const transfer = await watching.create();
  await watching.look();
  const { transactionHash } = node.pay(contract, transfer.address, 100_000_000n);
  node.behave(logs, result([]));
  node.mine(3);
  await watching.look();
  node.recover();
  await watching.look();
  expect(await watching.news(transfer)).toEqual([]);
  const ledger = await db();
  await ledger
    .updateTable("chain_cursors")
    .set({ audited_at: new Date(0).toISOString() })
    .execute();
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_700_000);
  node.mine(3);
  await watching.look();
  vi.restoreAllMocks();
  const { deposit } = await watching.find(transfer);
  expect(deposit).toMatchObject({ label: "exact", transactions: [transactionHash] });
});

it("names the host of a node that fails, and nothing else of its address or its headers", async () => {
  await watching.create();
  node.behave(blocks, http(401));
  for (const reader of watching.readers()) {
    reader.failures = 2;
    await watching.look([reader]);
  }
  expect(logged).toContain(new URL(node.url).host);
  expect(logged).toContain("HTTP 401");
  expect(logged).not.toContain("canary");
  expect(node.calls.at(-1)?.path).toBe(`/${canary}`);
});
