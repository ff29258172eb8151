import * as z from "zod/mini";
import type { BlockRange, Unreadable } from "../chain-network";
import { mostAccounts, mostBlocks, toHex, transferTopic } from "../evm-token";
import { type ChainNode, NodeError } from "../node";

/**
 * Invariant: what a node won't tell at once is asked for in less, by blocks and then by addresses, so that one address that
 * is flooded hides no other. Every stretch ends where its questions end, and no flood is held in memory.
 */

const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i));
export const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,16}$/i));
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
export type Log = z.output<typeof LogAnswer>;
/** Enough to say whose it is. */
const PartOfLog = z.object({ topics: z.tuple([hash, hash, hash]), transactionHash: hash });

/** Questions of one look, and of one flooded address in it. */
const mostQuestions = 300;
const mostAlone = 40;
/** One after the other, of one block: then it is not for want of room. */
const mostRefusals = 60;
/** Questions that were not answered in time: of one look, and of one flooded address in it. */
const mostSlow = 12;
const mostSlowAlone = 2;
/** Logs of one address, whatever they moved: with more it is asked about alone, and with far more in several looks. */
const mostTogether = 1_000;
const mostLogs = 10_000;

/** What a node took lately, and who was flooded. */
type LogMemory = {
  stride: number;
  /** Blocks at once, since more were not told in time and until a look ends well. */
  most: number;
  flooded: Set<string>;
  /** By account: what a late look began at, and what of it is left. */
  rests: Map<string, { from: number; rest: number }>;
};
export type LogReading = {
  logs: Log[];
  readTo: number;
  /** By account: the first block of the range that could not be read. */
  blind: Map<string, number>;
  unreadable: Unreadable[];
};
type Question = {
  node: ChainNode;
  contracts: readonly string[];
  accounts: readonly string[];
  range: BlockRange;
  isLate: boolean;
  memory: LogMemory;
};
type Look = Question &
  LogReading & {
    asked: number;
    counts: Map<string, number>;
    /** Blocks at once, until a smaller stretch is refused. */
    most: number;
    /** Of one block, since one was answered. */
    refusals: number;
    slow: number;
    /** Blocks of the last question about all; null while one flooded address is asked about. */
    stretch: number | null;
  };

export async function readLogs(question: Question): Promise<LogReading> {
  const [from, to] = question.range;
  const look: Look = {
    ...{ ...question, logs: [], readTo: from - 1, blind: new Map(), unreadable: [], asked: 0 },
    ...{ counts: new Map(), most: mostBlocks, refusals: 0, slow: 0, stretch: null },
  };
  const { flooded } = question.memory;
  const alone = new Map(question.accounts.flatMap((one) => (flooded.has(one) ? [[one, from]] : [])));
  for (let at = from; at <= to && (at === from || look.asked < mostQuestions); at = look.readTo + 1) {
    const together = question.accounts.filter((account) => !alone.has(account));
    if (together.length === 0) {
      look.readTo = to;
      break;
    }
    for (const [account, since] of await readTogether(look, together, [at, to])) alone.set(account, since);
  }
  for (const [account, since] of alone) {
    const before = question.isLate ? question.memory.rests.get(account) : undefined;
    const isOn = before !== undefined && before.from <= from && before.rest <= to;
    await readAlone(look, account, [isOn ? Math.max(since, before.rest) : since, look.readTo]);
    const rest = look.blind.get(account);
    if (question.isLate && rest === undefined) question.memory.rests.delete(account);
    if (question.isLate && rest !== undefined) question.memory.rests.set(account, { from, rest });
  }
  question.memory.most = mostBlocks;
  return look;
}

/** The next stretch of blocks. Returns who is to be asked about alone, and from which block on. */
async function readTogether(
  look: Look,
  accounts: readonly string[],
  [at, to]: BlockRange,
): Promise<[string, number][]> {
  const { memory } = look;
  for (;;) {
    const last = Math.min(to, at + Math.min(memory.stride, memory.most) - 1);
    look.stretch = last - at + 1;
    const said = await unlessTooMuch(
      look,
      async () => {
        const all: unknown[] = [];
        for (let from = 0; from < accounts.length; from += mostAccounts)
          all.push(...(await ask(look, accounts.slice(from, from + mostAccounts), [at, last])));
        return all;
      },
      last > at,
    );
    if (said === undefined && last > at) {
      look.most = last - at;
      memory.stride = Math.ceil((last - at + 1) / 2);
      continue;
    }
    look.readTo = last;
    if (said !== undefined) {
      memory.stride = Math.min(look.most, Math.max(memory.stride, (last - at + 1) * 2));
      keep(look, said, accounts);
      const many = accounts.filter((one) => (look.counts.get(one) ?? 0) > mostTogether);
      if (many.length > 0) look.most = mostBlocks;
      return many.map((one) => [one, last + 1]);
    }
    const refused = await isolate(look, accounts, at);
    if (refused.length > 1 && refused.length === accounts.length)
      throw new NodeError("broken", "The node refuses the smallest questions.");
    look.most = mostBlocks;
    memory.stride = 2;
    return refused.map((one) => [one, at]);
  }
}

/** Of one block, by halves of the addresses. Returns those that are too much by themselves. */
async function isolate(look: Look, accounts: readonly string[], block: number): Promise<string[]> {
  if (accounts.length === 1) return [...accounts];
  if (look.refusals > mostRefusals) throw new NodeError("broken", "The node refuses the smallest questions.");
  const middle = Math.ceil(accounts.length / 2);
  const refused: string[] = [];
  for (const half of [accounts.slice(0, middle), accounts.slice(middle)]) {
    const said = await unlessTooMuch(look, () => ask(look, half, [block, block]), false);
    look.refusals = said === undefined ? look.refusals + 1 : 0;
    if (said === undefined) refused.push(...(await isolate(look, half, block)));
    else keep(look, said, half);
  }
  return refused;
}

/** One address that is flooded, as far as its questions reach; what is left is for a later look. */
async function readAlone(look: Look, account: string, [from, to]: BlockRange): Promise<void> {
  const { memory, counts, blind } = look;
  const end = look.asked + mostAlone;
  const slowEnd = look.slow + mostSlowAlone;
  look.stretch = null;
  counts.set(account, 0);
  let [stride, most] = [memory.stride, mostBlocks];
  for (let at = from; at <= to; ) {
    if (look.asked >= end || look.slow >= slowEnd || (counts.get(account) ?? 0) > mostLogs) {
      if (!blind.has(account)) blind.set(account, at);
      break;
    }
    const last = Math.min(to, at + stride - 1);
    const said = await unlessTooMuch(look, () => ask(look, [account], [at, last]), last > at);
    if (said === undefined && last > at) {
      stride = Math.ceil((last - at + 1) / 2);
      most = last - at;
      continue;
    }
    if (last === at) most = mostBlocks;
    if (said === undefined && !(await readByToken(look, account, at)) && !blind.has(account))
      blind.set(account, at);
    if (said !== undefined) keep(look, said, [account]);
    stride = Math.min(most, (last - at + 1) * 2);
    at = last + 1;
  }
  if (blind.has(account) || (counts.get(account) ?? 0) > mostTogether / 2) memory.flooded.add(account);
  else memory.flooded.delete(account);
}

/** A flood in one token hides no payment in another. Returns whether every token was read. */
async function readByToken(look: Look, account: string, block: number): Promise<boolean> {
  if (look.contracts.length === 1) return false;
  let isWhole = true;
  for (const contract of look.contracts) {
    const one = { ...look, contracts: [contract] };
    const said = await unlessTooMuch(look, () => ask(one, [account], [block, block]), false);
    look.asked += 1;
    if (said === undefined) isWhole = false;
    else keep(look, said, [account]);
  }
  return isWhole;
}

/**
 * `undefined` where less has to be asked. A limit that may be one of calls waits, unless nothing less can be asked. A node
 * that has told its head and does not answer this in time is asked for less by the next look, down to one address.
 */
async function unlessTooMuch<Answer>(
  look: Look,
  work: () => Promise<Answer>,
  isDivisible: boolean,
): Promise<Answer | undefined> {
  const { memory } = look;
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    if (error.failure === "too_much" || error.failure === "refused") return undefined;
    if (error.more.isSlow === true) {
      const isShortened = isDivisible && look.stretch !== null;
      if (isShortened) memory.most = Math.ceil((look.stretch ?? 1) / 8);
      if (!isShortened && ++look.slow <= mostSlow) return undefined;
    }
    if (error.failure === "unsure" && !isDivisible && memory.stride === 1) return undefined;
    if (error.failure === "unsure")
      memory.stride = isDivisible ? Math.max(1, Math.floor(memory.stride / 2)) : 1;
    throw error;
  }
}

async function ask(look: Look, accounts: readonly string[], [from, to]: BlockRange): Promise<unknown[]> {
  look.asked += 1;
  const topics = [transferTopic, null, accounts.map(toTopic)];
  const filter = { fromBlock: toHex(from), toBlock: toHex(to), address: look.contracts, topics };
  const said = z.array(z.unknown()).safeParse(await look.node.ask("eth_getLogs", [filter]));
  if (!said.success) throw malformed("list of logs");
  for (const one of said.data) {
    const log = LogAnswer.safeParse(one);
    const isAsked = log.success
      ? isWanted(look, log.data, topics[2] as string[], [from, to])
      : (topics[2] as string[]).includes(lower(PartOfLog.safeParse(one).data?.topics[2] ?? ""));
    if (!isAsked) throw malformed("list of logs");
  }
  return said.data;
}

function isWanted(
  { contracts }: Question,
  { address, topics, blockNumber }: Log,
  receivers: readonly string[],
  [from, to]: BlockRange,
): boolean {
  return (
    contracts.includes(lower(address)) &&
    lower(topics[0] ?? "") === transferTopic &&
    receivers.includes(lower(topics[2] ?? "")) &&
    Number(blockNumber) >= from &&
    Number(blockNumber) <= to
  );
}

/** Four topics are of a collectible; no value is what a poisoned history is made of: counted, and dropped. */
function keep(look: Look, all: readonly unknown[], accounts: readonly string[]): void {
  const byTopic = new Map(accounts.map((account) => [toTopic(account), account]));
  for (const one of all) {
    const read = LogAnswer.safeParse(one);
    const part = read.data ?? PartOfLog.safeParse(one).data;
    const account = byTopic.get(lower(part?.topics[2] ?? ""));
    if (account === undefined || part === undefined) continue;
    look.counts.set(account, (look.counts.get(account) ?? 0) + 1);
    if (!read.success)
      look.unreadable.push({ account, tx: lower(part.transactionHash), raw: JSON.stringify(one) });
    else {
      const { topics, data, removed } = read.data;
      if (topics.length === 3 && data.length === 66 && removed !== true && BigInt(data) > 0n)
        look.logs.push(read.data);
    }
  }
}

export function malformed(what: string): NodeError {
  return new NodeError("broken", `The node's ${what} is malformed, or not what was asked for.`);
}

export function lower(text: string): string {
  return text.toLowerCase();
}

function toTopic(account: string): string {
  return `0x${account.slice(2).padStart(64, "0")}`;
}
