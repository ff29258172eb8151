import "server-only";
import * as z from "zod/mini";
import type { DepositRow } from "#lib/server/tables/deposit-rows";
import { clocksDifferMs } from "#lib/transfer/deposit";
import type { Block, BlockRange, ChainReader, ChainToken, FoundDeposit } from "./chain-network";
import { largestRange, mostAccounts, mostBlocks, readToken, toHex, transferTopic } from "./evm-token";
import { type ChainNode, NodeError } from "./node";

/** Invariant: an answer that says more than was asked, or something malformed, is refused whole. */

/** Such a number fits every database's integer. */
const highestBlock = 2 ** 31 - 1;
const latestSecond = Date.UTC(9999, 0) / 1_000;

const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,16}$/i));
const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i));
const lower = (text: string) => text.toLowerCase();
const BlockAnswer = z.object({ number: quantity, hash, timestamp: quantity });
const LogAnswer = z.object({
  address: z.string().check(z.regex(/^0x[0-9a-f]{40}$/i)),
  topics: z.array(hash).check(z.maxLength(4)),
  data: z.string().check(z.regex(/^0x[0-9a-f]*$/i)),
  blockNumber: quantity,
  blockHash: hash,
  transactionHash: hash,
  logIndex: quantity,
  removed: z.optional(z.boolean()),
});
type Log = z.output<typeof LogAnswer>;

/** For networks that speak Ethereum's JSON-RPC: EVM and Tron. */
export function evmReader(chain: {
  chainId: number;
  confirmations: number;
  tokens: readonly ChainToken[];
}): ChainReader {
  return {
    checkChain: (node) => checkChain(node, chain.chainId),
    readHead,
    readFinal: async (_node, { number }) => number - chain.confirmations + 1,
    readBlock: (node, number) => readBlockAt(node, toHex(number)),
    blockAt,
    readDeposits: (node, accounts, range) => readDeposits(node, chain.tokens, accounts, range),
    isGone,
    readToken,
    readHash: async (node, number) => (await readBlockAt(node, toHex(number)))?.hash ?? null,
    largestRange: (node, head) => largestRange(node, chain.tokens, head),
    longestLook: 10_000,
    // A day of a fast network.
    longestLate: 50_000,
    forgetsBlocks: false,
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
  return { number, hash: lower(read.data.hash), timeMs: second * 1_000 };
}

/** The last block that is not younger, by bisection; the oldest that the node has where all are younger. */
async function blockAt(node: ChainNode, timeMs: number, highest: number): Promise<number> {
  let [low, high] = [0, Math.max(0, highest)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const block = await readBlockAt(node, toHex(middle));
    // A node that keeps only the newest blocks has none this old.
    if (block === null || block.timeMs <= timeMs) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Its block is another one now, and no block that was read has its transaction. */
async function isGone(node: ChainNode, row: DepositRow, [from, to]: BlockRange): Promise<boolean> {
  const block = await readBlockAt(node, toHex(row.block));
  if (block === null) throw new NodeError("broken", "The node lacks a block that it had.");
  if (block.hash === row.block_hash)
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

async function readDeposits(
  node: ChainNode,
  tokens: readonly ChainToken[],
  accounts: readonly string[],
  [from, to]: BlockRange,
): Promise<FoundDeposit[]> {
  const logs: Log[] = [];
  const contracts = tokens.map(({ contract }) => contract);
  for (let at = 0; at < accounts.length; at += mostAccounts) {
    const some = accounts.slice(at, at + mostAccounts);
    for (let first = from; first <= to; first += mostBlocks)
      logs.push(...(await readRange(node, contracts, some, [first, Math.min(to, first + mostBlocks - 1)])));
  }
  return toDeposits(logs);
}

/** Only an answered refusal halves the range: a limit of the node's. */
async function readRange(
  node: ChainNode,
  contracts: readonly string[],
  accounts: readonly string[],
  [from, to]: BlockRange,
): Promise<Log[]> {
  try {
    return await readLogs(node, contracts, accounts, [from, to]);
  } catch (error) {
    if (!(error instanceof NodeError) || error.failure !== "refused" || from === to) throw error;
    const middle = Math.floor((from + to) / 2);
    const older = await readRange(node, contracts, accounts, [from, middle]);
    return [...older, ...(await readRange(node, contracts, accounts, [middle + 1, to]))];
  }
}

async function readLogs(
  node: ChainNode,
  contracts: readonly string[],
  accounts: readonly string[],
  [from, to]: BlockRange,
): Promise<Log[]> {
  const receivers = accounts.map(toTopic);
  const topics = [transferTopic, null, receivers];
  const filter = { fromBlock: toHex(from), toBlock: toHex(to), address: contracts, topics };
  const read = z.array(LogAnswer).safeParse(await node.ask("eth_getLogs", [filter]));
  if (!read.success) throw malformed("list of logs");
  const isAsked = ({ address, topics: said, blockNumber }: Log) =>
    contracts.includes(lower(address)) &&
    lower(said[0] ?? "") === transferTopic &&
    receivers.includes(lower(said[2] ?? "")) &&
    Number(blockNumber) >= from &&
    Number(blockNumber) <= to;
  if (!read.data.every(isAsked)) throw malformed("list of logs");
  // Four topics are of a collectible; no value is what a poisoned history is made of.
  return read.data.filter(
    ({ topics: said, data, removed }) =>
      said.length === 3 && data.length === 66 && removed !== true && BigInt(data) > 0n,
  );
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

function malformed(what: string): NodeError {
  return new NodeError("broken", `The node's ${what} is malformed, or not what was asked for.`);
}

function toTopic(account: string): string {
  return `0x${account.slice(2).padStart(64, "0")}`;
}

function toAccount(topic: string): string {
  return `0x${topic.slice(-40).toLowerCase()}`;
}
