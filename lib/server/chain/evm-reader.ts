import * as z from "zod/mini";
import type { DepositRow } from "#lib/server/tables/deposit-rows";
import { clocksDifferMs } from "#lib/transfer/deposit";
import type {
  Block,
  BlockRange,
  ChainReader,
  ChainToken,
  DepositReading,
  FoundDeposit,
} from "./chain-network";
import { type Log, lower, malformed, quantity, readLogs } from "./evm/logs";
import { largestRange, mostBlocks, readToken, toHex } from "./evm-token";
import { type ChainNode, NodeError } from "./node";

/** Invariant: an answer that says more than was asked, or something malformed, is refused whole. */

/** Such a number fits every database's integer. */
const highestBlock = 2 ** 31 - 1;
const latestSecond = Date.UTC(9999, 0) / 1_000;

const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i));
const BlockAnswer = z.object({
  ...{ number: quantity, hash, timestamp: quantity },
  parentHash: z.catch(z.optional(hash), undefined),
});

/** For networks that speak Ethereum's JSON-RPC: EVM and Tron. */
export function evmReader(chain: {
  chainId: number;
  confirmations: number;
  tokens: readonly ChainToken[];
}): ChainReader {
  const contracts = chain.tokens.map(({ contract }) => contract);
  const memory = { stride: mostBlocks, most: mostBlocks, flooded: new Set<string>(), rests: new Map() };
  return {
    checkChain: (node) => checkChain(node, chain.chainId),
    readHead,
    readFinal: async (_node, { number }) => number - chain.confirmations + 1,
    readBlock: (node, number) => readBlockAt(node, toHex(number)),
    blockAt,
    readDeposits: (node, accounts, range, kind) =>
      readDeposits({ node, contracts, accounts, range, isLate: kind === "late", memory }),
    isGone,
    readToken,
    readHash: async (node, number) => (await readBlockAt(node, toHex(number)))?.hash ?? null,
    largestRange: (node, head) => largestRange(node, chain.tokens, head),
    longestLook: 10_000,
    // A day of a fast network.
    longestLate: 50_000,
    forgetsBlocks: false,
    shortestBlockMs: 200,
    roomBlocks: 5_000,
  };
}

async function checkChain(node: ChainNode, chainId: number): Promise<void> {
  const answer = quantity.safeParse(await node.ask("eth_chainId", []));
  if (!answer.success || Number(answer.data) !== chainId)
    throw new NodeError("broken", `The node is on another chain than ${chainId}.`);
}

async function readHead(node: ChainNode): Promise<Block> {
  const block = await readBlockAt(node, "latest");
  if (block === null) throw new NodeError("broken", "The node has no newest block.");
  if (Date.now() - block.timeMs > clocksDifferMs)
    throw new NodeError("broken", "The node's newest block is old.");
  return block;
}

async function readBlockAt(node: ChainNode, place: string): Promise<Block | null> {
  const answer = await node.ask("eth_getBlockByNumber", [place, false]);
  if (answer === null) return null;
  const read = BlockAnswer.safeParse(answer);
  if (!read.success) throw malformed("block");
  const [number, second] = [Number(read.data.number), Number(read.data.timestamp)];
  if (number > highestBlock || second > latestSecond || (place !== "latest" && toHex(number) !== place))
    throw malformed("block");
  const parentHash = read.data.parentHash?.toLowerCase();
  return { number, hash: lower(read.data.hash), timeMs: second * 1_000, parentHash };
}

/** The last block that is not younger, by bisection; the oldest that the node has where all are younger. */
async function blockAt(node: ChainNode, timeMs: number, highest: number): Promise<number> {
  let [low, high] = [0, Math.max(0, highest)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const block =
      (await readBlockAt(node, toHex(middle))) ?? (await readBlockAt(node, toHex(Math.max(0, middle - 1))));
    // A node that keeps only the newest blocks has none this old.
    if (block === null || block.timeMs <= timeMs) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Its block is another one now, or above a younger head, and no block that was read has its transaction. */
async function isGone(node: ChainNode, row: DepositRow, [from, to]: BlockRange): Promise<boolean> {
  const block = await readBlockAt(node, toHex(row.block));
  if (block === null && row.block <= to) throw new NodeError("broken", "The node lacks a block that it had.");
  if (block?.hash === row.block_hash)
    throw new NodeError("broken", "The node left out a deposit that it has.");
  const place = await readReceipt(node, row.tx);
  // In a block above those that were read, it has moved: a later look finds it there.
  return place === null || (place >= from && place <= to);
}

/** The number of a transaction's block; `null` for one that is on no block. */
async function readReceipt(node: ChainNode, tx: string): Promise<number | null> {
  const answer = await node.ask("eth_getTransactionReceipt", [tx]);
  if (answer === null) return null;
  const read = z.object({ blockNumber: quantity, transactionHash: hash }).safeParse(answer);
  if (!read.success || lower(read.data.transactionHash) !== tx) throw malformed("receipt");
  return Number(read.data.blockNumber);
}

async function readDeposits(question: Parameters<typeof readLogs>[0]): Promise<DepositReading> {
  const { logs, readTo, blind, unreadable } = await readLogs(question);
  return { found: toDeposits(logs), readTo, blind, unreadable };
}

/** A log's own number can change with a reorganisation; its place among its like within a transaction does not. */
function toDeposits(logs: readonly Log[]): FoundDeposit[] {
  const counts = new Map<string, number>();
  const ordered = withoutCopies(logs).sort(
    (one, other) =>
      Number(one.blockNumber) - Number(other.blockNumber) || Number(one.logIndex) - Number(other.logIndex),
  );
  return ordered.map((log) => {
    const { topics, data } = log;
    const [tx, contract, account] = [
      lower(log.transactionHash),
      lower(log.address),
      toAccount(topics[2] ?? ""),
    ];
    const like = `${tx} ${contract} ${account}`;
    const ordinal = counts.get(like) ?? 0;
    counts.set(like, ordinal + 1);
    return {
      ...{ tx, contract, account, ordinal },
      from: toAccount(topics[1] ?? ""),
      units: `${BigInt(data)}`,
      block: Number(log.blockNumber),
      blockHash: lower(log.blockHash),
      raw: JSON.stringify(log),
    };
  });
}

/** The same log twice counts once. Two that say they are the same, or one transaction in two blocks, are no answer. */
function withoutCopies(logs: readonly Log[]): Log[] {
  const known = new Map<string, string>();
  const isNew = (name: string, text: string) => {
    const before = known.get(name);
    known.set(name, text);
    if (before !== undefined && before !== text) throw malformed("list of logs");
    return before === undefined;
  };
  return logs.filter((log) => {
    isNew(lower(log.transactionHash), lower(log.blockHash));
    return isNew(
      `${lower(log.blockHash)} ${Number(log.logIndex)}`,
      lower(JSON.stringify([log.transactionHash, log.address, log.topics, log.data])),
    );
  });
}

function toAccount(topic: string): string {
  return `0x${topic.slice(-40).toLowerCase()}`;
}
