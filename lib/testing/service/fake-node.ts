import { createHash, randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import { type ChainLog, hex, topicOf, transferTopic } from "./sandbox-chain";

/** A question of JSON-RPC, and what a good node answers to it. */
type NodeCall = { id: number; method: string; params: unknown[]; good: unknown; path: string };
/** It may do anything to the response and its socket. */
export type NodeBehaviour = (response: ServerResponse, call: NodeCall) => void;

/** A node over HTTP with a chain of its own, which answers well until it is told otherwise. */
export type FakeNode = {
  url: string;
  /** Every question that reached it, in order. */
  calls: NodeCall[];
  callsOf: (method: string) => NodeCall[];
  head: () => number;
  mine: (blocks: number) => void;
  /** A token's transfer in a new block. Returns its log; `changes` are written over it. */
  pay: (contract: string, to: string, units: bigint, changes?: Partial<ChainLog>) => ChainLog;
  /** So many transfers of a token to one address, spread over so many new blocks. */
  flood: (contract: string, to: string, count: number, options?: { units?: bigint; blocks?: number }) => void;
  /** Makes the newest blocks again, without their transactions but for those that `kept` gives, in the blocks where they were. */
  reorg: (depth: number, kept?: (log: ChainLog) => Partial<ChainLog> | undefined) => void;
  behave: (method: string, behaviour: NodeBehaviour) => void;
  recover: () => void;
  close: () => Promise<void>;
};

/** Waits until the newest blocks have later times than those of now: a chain tells them in seconds. */
export const nextSecond = (now = Math.floor(Date.now() / 1_000)) =>
  expect.poll(() => Math.floor((Date.now() - 2 * blockMs) / 1_000)).toBeGreaterThan(now);

export function result(value: unknown): NodeBehaviour {
  return (response, { id }) => reply(response, JSON.stringify({ jsonrpc: "2.0", id, result: value }));
}
export function rpcError(code: number, message: string, status = 200): NodeBehaviour {
  return (response, { id }) =>
    reply(response, JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }), status);
}
/** As a good node answers, with something done to it. */
export function changed(change: (good: never) => unknown): NodeBehaviour {
  return (response, call) => result(change(call.good as never))(response, call);
}

function reply(response: ServerResponse, text: string, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(text);
}

const digest = (text: string) => `0x${createHash("sha256").update(text).digest("hex")}`;
const blockMs = 200;

type FakeChain = Pick<FakeNode, "head" | "mine" | "pay" | "flood" | "reorg"> & {
  answer: (method: string, params: unknown[]) => unknown;
};
type Filter = { fromBlock: string; toBlock: string; address: string[]; topics: [string, null, string[]] };

function openChain(chainId: number, blocks: number, mostLogs: number): FakeChain {
  const salts: number[] = [];
  const times: number[] = [];
  /** By block. */
  let logs: ChainLog[][] = [];
  const allLogs = () => logs.flat();
  const head = () => salts.length - 1;
  const hashOf = (number: number) => digest(`${number} ${salts[number]}`);
  function mine(blocks: number, endMs = Date.now()): void {
    for (let left = blocks - 1; left >= 0; left--) {
      salts.push(Math.random());
      times.push(Math.max(times.at(-1) ?? 0, endMs - left * blockMs));
    }
  }
  mine(blocks);
  const block = (number: number) =>
    number > head()
      ? null
      : {
          number: hex(number),
          hash: hashOf(number),
          parentHash: hashOf(number - 1),
          timestamp: hex(Math.floor((times[number] ?? 0) / 1_000)),
        };
  const methods: Record<string, (params: unknown[]) => unknown> = {
    eth_chainId: () => hex(chainId),
    eth_getBlockByNumber: ([place]) => block(place === "latest" ? head() : Number(place)),
    eth_getTransactionReceipt: ([tx]) =>
      allLogs().find(({ transactionHash }) => transactionHash === tx) ?? null,
    eth_getLogs: ([filter]) => {
      const { fromBlock, toBlock, address, topics } = filter as Filter;
      const found = logs
        .slice(Number(fromBlock), Number(toBlock) + 1)
        .flat()
        .filter((log) => address.includes(log.address) && topics[2].includes(log.topics[2] ?? ""));
      if (found.length <= mostLogs) return found;
      return new RpcRefusal(-32_005, `query returned more than ${mostLogs} results`);
    },
  };
  const keep = (log: ChainLog) => {
    const block = Number(log.blockNumber);
    for (let at = logs.length; at <= block; at++) logs.push([]);
    logs[block]?.push(log);
  };
  const addLog = (contract: string, to: string, units: bigint, changes: Partial<ChainLog> = {}) => {
    const log = {
      address: contract.toLowerCase(),
      topics: [transferTopic, topicOf(`0x${"ab".repeat(20)}`), topicOf(to)],
      data: `0x${units.toString(16).padStart(64, "0")}`,
      blockNumber: hex(head()),
      blockHash: hashOf(head()),
      transactionHash: `0x${randomBytes(32).toString("hex")}`,
      transactionIndex: "0x0",
      logIndex: "0x0",
      ...changes,
    };
    keep(log);
    return log;
  };
  return {
    head,
    mine: (blocks) => mine(blocks),
    pay: (contract, to, units, changes) => {
      mine(1);
      return addLog(contract, to, units, changes);
    },
    flood: (contract, to, count, { units = 0n, blocks = 1 } = {}) => {
      for (let block = 0; block < blocks; block++) {
        mine(1);
        for (let at = 0; at < count / blocks; at++) addLog(contract, to, units, { logIndex: hex(at + 1) });
      }
    },
    reorg: (depth, kept = () => undefined) => {
      const from = salts.length - depth;
      for (let at = from; at < salts.length; at++) salts[at] = Math.random();
      const before = allLogs();
      logs = [];
      for (const log of before) {
        const isBelow = Number(log.blockNumber) < from;
        const changes = isBelow ? {} : kept(log);
        const blockHash = isBelow ? log.blockHash : hashOf(Number(log.blockNumber));
        if (changes !== undefined) keep({ ...log, blockHash, ...changes });
      }
    },
    answer: (method, params) => methods[method]?.(params),
  };
}

/** What a node over HTTP is told, and was asked; it answers well until it is told otherwise. */
export type NodeServer = Pick<FakeNode, "url" | "calls" | "callsOf" | "behave" | "recover" | "close">;

/** On loopback. A good answer that is an {@link RpcRefusal} is sent as an error. */
export async function serveNode(answer: (method: string, params: unknown[]) => unknown): Promise<NodeServer> {
  const calls: NodeCall[] = [];
  const behaviours = new Map<string, NodeBehaviour>();
  const server = createServer(async (request, response) => {
    response.on("error", () => undefined);
    let text = "";
    for await (const chunk of request) text += chunk;
    const { id, method, params } = JSON.parse(text || "{}") as NodeCall;
    const call = { id, method, params, good: answer(method, params), path: request.url ?? "" };
    calls.push(call);
    const usual =
      call.good instanceof RpcRefusal ? rpcError(call.good.code, call.good.message) : result(call.good);
    (behaviours.get(method) ?? usual)(response, call);
  });
  // A test that works for seconds without a pause must not find its connection closed.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    callsOf: (wanted) => calls.filter(({ method }) => method === wanted),
    behave: (method, behaviour) => void behaviours.set(method, behaviour),
    recover: () => behaviours.clear(),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export class RpcRefusal {
  constructor(
    readonly code: number,
    readonly message: string,
  ) {}
}

/** Its chain begins with so many blocks, a fifth of a second apart. It gives so many logs at once, and else none. */
export async function startFakeNode(
  chainId: number,
  blocks = 300,
  mostLogs = Number.POSITIVE_INFINITY,
): Promise<FakeNode> {
  const { answer, ...chain } = openChain(chainId, blocks, mostLogs);
  return { ...chain, ...(await serveNode(answer)) };
}
