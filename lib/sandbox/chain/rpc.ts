import * as z from "zod/mini";
import type { Store } from "#lib/sandbox/life/store";
import { type BlockClock, blockHash, headAt, timeOfBlock } from "./blocks";
import { type Log, readLogs, readLogsOfTx } from "./logs";
import type { Network, Token } from "./networks";
import { answerTokenCall } from "./token-call";

/** JSON-RPC as a node of the network answers it, with its error codes. Reads only. */

const mostLogs = 10_000;
/** Of `go-ethereum`: addresses, and values of one topic. */
const mostValues = 1_000;
/** keccak256 of `Transfer(address,address,uint256)`. */
const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/** Any code: it says that a contract is there. */
const someCode = "0x60806040";

type Chain = { store: Store; network: Network; clock: BlockClock };
/** One request sees one moment. */
type View = Chain & { nowMs: number; head: number };

class RpcFault extends Error {
  override readonly name = "RpcFault";

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

const quantity = z.pipe(
  z.string().check(z.regex(/^0x(0|[1-9a-f][0-9a-f]{0,15})$/i)),
  z.transform((text) => Number(text)),
);
const address = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{40}$/i)),
  z.transform((text) => text.toLowerCase()),
);
const word = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{64}$/i)),
  z.transform((text) => text.toLowerCase()),
);
const oneOrMore = <Schema extends z.ZodMiniType<string>>(one: Schema) =>
  z.union([
    z.pipe(
      one,
      z.transform((value) => [value as string]),
    ),
    z.array(one).check(z.maxLength(mostValues)),
  ]);

const request = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string().check(z.maxLength(128)), z.number(), z.null()]),
  method: z.string(),
  params: z._default(z.array(z.unknown()), []),
});
const filter = z.strictObject({
  fromBlock: quantity,
  toBlock: quantity,
  address: z.optional(oneOrMore(address)),
  topics: z._default(z.array(z.nullable(oneOrMore(word))).check(z.maxLength(4)), []),
});
const latest = z.literal("latest");
const call = z.object({ to: address, data: z.string().check(z.regex(/^0x[0-9a-f]*$/i)) });

const methods: Record<string, (view: View, params: unknown[]) => unknown> = {
  eth_chainId: ({ network }) => hex(network.chainId),
  eth_blockNumber: ({ head }) => hex(head),
  eth_getBlockByNumber: (view, params) => {
    const [number] = read(z.tuple([z.union([latest, quantity]), z.literal(false)]), params);
    return block(view, number === "latest" ? view.head : number);
  },
  eth_getLogs: (view, params) => getLogs(view, read(z.tuple([filter]), params)[0]),
  eth_getTransactionReceipt: (view, params) => receipt(view, read(z.tuple([word]), params)[0]),
  eth_call: (view, params) => {
    const [{ to, data }] = read(z.tuple([call, z.optional(latest)]), params);
    const result = answerTokenCall(tokenAt(view, to), data.toLowerCase());
    if (result === undefined) throw new RpcFault(-32_000, "execution reverted");
    return result;
  },
  eth_getCode: (view, params) => {
    const [at] = read(z.tuple([address, z.optional(latest)]), params);
    return tokenAt(view, at) === undefined ? "0x" : someCode;
  },
};

/** Answers the text of one request. Faults are answers too. */
export function answerRpc(chain: Chain, text: string): object {
  let id: string | number | null = null;
  try {
    const asked = readRequest(text);
    id = asked.id;
    const answer = Object.hasOwn(methods, asked.method) ? methods[asked.method] : undefined;
    if (answer === undefined) throw new RpcFault(-32_601, "the method does not exist");
    const nowMs = chain.clock.now();
    const view = { ...chain, nowMs, head: headAt(chain.clock, nowMs) };
    return { jsonrpc: "2.0", id, result: answer(view, asked.params) };
  } catch (error) {
    if (!(error instanceof RpcFault)) throw error;
    return { jsonrpc: "2.0", id, error: { code: error.code, message: error.message } };
  }
}

function readRequest(text: string): z.output<typeof request> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new RpcFault(-32_700, "parse error");
  }
  const asked = request.safeParse(body);
  if (!asked.success) throw new RpcFault(-32_600, "invalid request");
  return asked.data;
}

function read<Schema extends z.ZodMiniType>(schema: Schema, params: unknown[]): z.output<Schema> {
  const result = schema.safeParse(params);
  if (!result.success) throw new RpcFault(-32_602, "invalid params");
  return result.data;
}

function block(view: View, number: number): object | null {
  if (number > view.head) return null;
  const logs = readLogs(view.store, viewOf(view), { from: number, to: number });
  return {
    number: hex(number),
    hash: hashOf(view, number),
    parentHash: hashOf(view, number - 1),
    timestamp: hex(Math.floor(timeOfBlock(view.clock, number) / 1000)),
    transactions: [...new Set(logs.map(({ tx }) => tx))],
  };
}

function getLogs(view: View, { fromBlock, toBlock, address, topics }: z.output<typeof filter>): object[] {
  if (fromBlock > toBlock) throw new RpcFault(-32_602, "fromBlock is above toBlock");
  if (fromBlock > view.head) return [];
  const range = { from: fromBlock, to: Math.min(toBlock, view.head) };
  const wanted = topics.map((values) => setOf(values));
  const contracts = setOf(address);
  const logs = readLogs(view.store, viewOf(view), range).filter((log) => {
    const own = topicsOf(log);
    return (
      (contracts?.has(log.contract) ?? true) &&
      wanted.every((values, at) => own[at] !== undefined && (values?.has(own[at]) ?? true))
    );
  });
  if (logs.length > mostLogs) throw new RpcFault(-32_005, `query returned more than ${mostLogs} results`);
  return logs.map((log) => shown(view, log));
}

/** As a node reads a filter: nothing named, or an empty list, lets everything through. */
function setOf(values: readonly string[] | null | undefined): Set<string> | undefined {
  return values?.length ? new Set(values) : undefined;
}

function receipt(view: View, tx: string): object | null {
  const logs = readLogsOfTx(view.store, viewOf(view), tx);
  const [first] = logs;
  if (first === undefined) return null;
  const { blockNumber, blockHash, transactionHash, transactionIndex } = shown(view, first);
  return {
    blockNumber,
    blockHash,
    transactionHash,
    transactionIndex,
    from: first.from_address,
    to: first.contract,
    status: "0x1",
    logs: logs.map((log) => shown(view, log)),
  };
}

function shown(view: View, log: Log) {
  return {
    address: log.contract,
    topics: topicsOf(log),
    data: padded(BigInt(log.units).toString(16)),
    blockNumber: hex(log.block),
    blockHash: hashOf(view, log.block),
    transactionHash: log.tx,
    transactionIndex: hex(log.tx_index),
    logIndex: hex(log.log_index),
    removed: false,
  };
}

const topicsOf = (log: Log) => [
  transferTopic,
  padded(log.from_address.slice(2)),
  padded(log.to_address.slice(2)),
];
const padded = (digits: string) => `0x${digits.padStart(64, "0")}`;
const hex = (number: number) => `0x${number.toString(16)}`;
const viewOf = ({ network, head, nowMs }: View) => ({ network: network.name, head, nowMs });
const hashOf = (view: View, number: number) => blockHash(view.store, view.network.name, number, view.nowMs);
const tokenAt = ({ network }: View, contract: string): Token | undefined =>
  network.tokens.find((token) => token.contract === contract);
