import { setImmediate } from "node:timers/promises";
import * as z from "zod/mini";
import { tokenAccount, tokenProgram } from "#lib/asset/token-account";
import { once } from "#lib/server/config/once";
import type { DepositRow } from "#lib/server/tables/deposit-rows";
import { clocksDifferMs } from "#lib/transfer/deposit";
import type {
  Block,
  BlockRange,
  ChainReader,
  ChainToken,
  DepositReading,
  FoundDeposit,
  LookKind,
  Unreadable,
} from "./chain-network";
import { malformed } from "./evm/logs";
import { type ChainNode, NodeError } from "./node";
import { readList, slotNumber as slot } from "./solana/lists";
import { readTransaction } from "./solana/transaction";
import { readEach } from "./unread";

/**
 * Invariant: what an owner gets comes to a token account of each mint, so those are asked about, and an account is left out
 * only while its balance is the one up to which all its transactions are recorded.
 */

/** Of `mainnet-beta`: Solana has no number of a chain. */
const solanaGenesis = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d";
/** A block is final after about so many; the network itself says which is. */
export const solanaConfirmations = 32;

const latestSecond = Date.UTC(9999, 0) / 1_000;
/** None was ever shorter: what is looked for by time lies above. */
const shortestSlotMs = 200;
const mostAccounts = 100;
/** A block without a time was made in the same moment as those before it. */
const mostTimeless = 4;

const Accounts = z.object({
  context: z.object({ slot }),
  value: z.array(
    z.nullable(z.object({ data: z.tuple([z.string().check(z.maxLength(64)), z.literal("base64")]) })),
  ),
});
const Statuses = z.object({
  context: z.object({ slot }),
  value: z.tuple([z.nullable(z.object({ slot, err: z.optional(z.unknown()) }))]),
});

export function solanaReader(tokens: readonly ChainToken[]): ChainReader {
  const memory: Memory = { upTo: -1, states: new Map(), rests: new Map() };
  return {
    checkChain,
    readHead,
    readFinal: async (node, { number }) => Math.min(number, await readSlot(node, "finalized")),
    readBlock,
    blockAt: async (_node, timeMs, highest) =>
      Math.max(0, highest - Math.ceil((Date.now() - timeMs) / shortestSlotMs)),
    readDeposits: (node, owners, range, kind) => readDeposits(node, { tokens, owners, range, kind, memory }),
    isGone: async (node, row, [, to]) => {
      // Until its slot is final, nobody knows; one above a younger head is none.
      const final = await readSlot(node, "finalized");
      return (final >= row.block || row.block > to) && (await isLost(node, row, final));
    },
    readToken,
    readHash,
    longestLook: Number.POSITIVE_INFINITY,
    longestLate: Number.POSITIVE_INFINITY,
    forgetsBlocks: true,
    shortestBlockMs: shortestSlotMs,
    // Slots are skipped, and a node that is behind refuses what is above it.
    roomBlocks: 50_000,
  };
}

/**
 * The balance of each token account when all its final transactions were asked for, and the slot of that balance. It holds
 * for a settling look that begins where the last one here ended: else another server has read, or nothing was written.
 */
type Memory = {
  upTo: number;
  states: Map<string, State>;
  /** By token account: after which transaction a long list was not read, the newest first, and down to which slot it is. */
  rests: Map<string, Rest>;
};
type Rest = { after: string | undefined; from: number };
/** `null` for an account that is not there. */
type State = { balance: string | null; slot: number };

async function checkChain(node: ChainNode): Promise<void> {
  if ((await node.ask("getGenesisHash", [])) !== solanaGenesis)
    throw new NodeError("broken", "The node is on another chain than Solana.");
}

async function readHead(node: ChainNode): Promise<Block> {
  const block = await readBlock(node, await readSlot(node, "confirmed"));
  if (block === null) throw new NodeError("broken", "The node has no newest block.");
  if (Date.now() - block.timeMs > clocksDifferMs)
    throw new NodeError("broken", "The node's newest block is old.");
  return block;
}

async function readSlot(node: ChainNode, commitment: "confirmed" | "finalized"): Promise<number> {
  return read(slot, await node.ask("getSlot", [{ commitment }]), "slot");
}

/** `null` also for slots without a block, and for those that were dropped. */
async function readBlock(node: ChainNode, number: number): Promise<Block | null> {
  for (let before = 0; before <= Math.min(number, mostTimeless); before++) {
    const answer = await node.ask("getBlockTime", [number - before]).catch((error: unknown) => {
      if (error instanceof NodeError && error.failure === "refused") return null;
      throw error;
    });
    if (answer === null) continue;
    const second = read(z.int().check(z.minimum(0), z.maximum(latestSecond)), answer, "time");
    return { number, hash: `${number}`, timeMs: second * 1_000 };
  }
  return null;
}

const Mint = z.object({
  value: z.nullable(z.object({ owner: z.string(), data: z.unknown() })),
});
const Parsed = z.object({
  parsed: z.object({ type: z.literal("mint"), info: z.object({ decimals: z.int() }) }),
});

/** Of the classic token program alone: accounts of another one are at other addresses. */
async function readToken(node: ChainNode, mint: string): Promise<{ decimals: number } | undefined> {
  const options = { commitment: "finalized", encoding: "jsonParsed" };
  const { value } = read(Mint, await node.ask("getAccountInfo", [mint, options]), "account");
  const data = Parsed.safeParse(value?.data);
  if (value?.owner !== tokenProgram || !data.success) return undefined;
  return { decimals: data.data.parsed.info.decimals };
}

async function readHash(node: ChainNode, number: number): Promise<string | null> {
  const options = { commitment: "finalized", transactionDetails: "none", rewards: false };
  const answer = await node.ask("getBlock", [number, { ...options, maxSupportedTransactionVersion: 0 }]);
  return read(z.nullable(z.object({ blockhash: z.string() })), answer, "block")?.blockhash ?? null;
}

type Question = {
  tokens: readonly ChainToken[];
  owners: readonly string[];
  range: BlockRange;
  kind: LookKind | "late";
  memory: Memory;
};
type TokenAccount = { address: string; owner: string; mint: string };

async function readDeposits(
  node: ChainNode,
  { tokens, owners, range, kind, memory }: Question,
): Promise<DepositReading> {
  const commitment = kind === "quick" ? "confirmed" : "finalized";
  const accounts = await accountsOf(owners, tokens);
  const asked: Active[] =
    kind === "audit" || kind === "late"
      ? accounts.map((account) => ({ account }))
      : await findActive(node, accounts, range, kind, memory);
  const found: FoundDeposit[] = [];
  const blind = new Map<string, number>();
  const unreadable: Unreadable[] = [];
  const { failed } = await readEach(
    asked,
    async ({ account, before }) => {
      const { address, owner } = account;
      const kept = kind === "late" ? memory.rests.get(address) : undefined;
      // What is left above the cursor is of the settling look, which reads it again.
      const isAbove = kept !== undefined && kept.from > range[1];
      const left = isAbove ? undefined : kept;
      const down = Math.min(range[0], left?.from ?? range[0]);
      const list = await readList(node, {
        ...{ address, range: [down, range[1]], commitment },
        before: left?.after,
      });
      if (before !== undefined && list.rest === undefined && list.newestSlot <= before.slot)
        throw new NodeError("broken", "The node's lists of transactions are behind its balances.");
      // What is new has to be confirmed, whatever the balance is by then.
      if (kind === "quick" && list.isTouched) memory.states.delete(address);
      if ((kind === "late" && !isAbove) || kind === "settling")
        keepRest(memory, address, list.rest, down, kind);
      if (list.rest !== undefined) blind.set(owner, range[0]);
      const each = await readEach(list.listed, (one) => readTransaction(node, one, account, commitment));
      found.push(...each.read.flatMap((deposit) => deposit ?? []));
      unreadable.push(...each.failed.map(({ signature }) => ({ account: owner, tx: signature, raw: "" })));
    },
    0,
  );
  if (failed.length > 1 && failed.length === asked.length)
    throw new NodeError("broken", "The node tells of no account.");
  for (const { account } of failed) blind.set(account.owner, range[0]);
  return { found, readTo: range[1], blind, unreadable };
}

/** A later list that is too long as well begins above an earlier one, and is read down through it. */
function keepRest(
  { rests }: Memory,
  address: string,
  rest: string | undefined,
  from: number,
  kind: "late" | "settling",
): void {
  const lowest = Math.min(from, rests.get(address)?.from ?? from);
  if (rest !== undefined) rests.set(address, { after: rest || undefined, from: lowest });
  else if (kind === "late") rests.delete(address);
}

/** `before`: what its balance was when it was asked last, where that has changed. */
type Active = { account: TokenAccount; before?: State };

/** Those that may have new transactions: a quick look's while they exist, a settling look's whose balance has changed. */
async function findActive(
  node: ChainNode,
  accounts: readonly TokenAccount[],
  range: BlockRange,
  kind: LookKind,
  memory: Memory,
): Promise<Active[]> {
  const commitment = kind === "quick" ? "confirmed" : "finalized";
  const states = new Map<string, State>();
  for (let at = 0; at < accounts.length; at += mostAccounts) {
    const some = accounts.slice(at, at + mostAccounts);
    const read = await readBalances(node, some, { commitment, minContextSlot: range[1] });
    for (const [place, balance] of read.balances.entries())
      states.set(some[place]?.address ?? "", { balance, slot: read.slot });
  }
  const known = memory.upTo === range[0] - 1 ? memory.states : new Map<string, State>();
  const active = accounts.flatMap((account): Active[] => {
    const [now, then] = [states.get(account.address), known.get(account.address)];
    const isAbsent = now?.balance === null && (then === undefined || then.balance === null);
    if (isAbsent) return [];
    if (kind === "quick" || then === undefined) return [{ account }];
    if (then.balance !== now?.balance) return [{ account, before: then }];
    states.set(account.address, then);
    return then.slot < range[0] ? [] : [{ account }];
  });
  if (kind === "settling") {
    memory.upTo = range[1];
    memory.states = states;
  }
  return active;
}

/** The balances as they came. A node that is behind refuses. */
async function readBalances(
  node: ChainNode,
  accounts: readonly TokenAccount[],
  at: { commitment: string; minContextSlot: number },
): Promise<{ slot: number; balances: State["balance"][] }> {
  const options = { ...at, encoding: "base64", dataSlice: { offset: 64, length: 8 } };
  const answer = await node.ask("getMultipleAccounts", [accounts.map(({ address }) => address), options]);
  const { context, value } = read(Accounts, answer, "list of accounts");
  if (value.length !== accounts.length || context.slot < at.minContextSlot)
    throw malformed("list of accounts");
  return { slot: context.slot, balances: value.map((account) => account?.data[0] ?? null) };
}

/** Whether no block that is final has the transaction, or it does nothing there. */
async function isLost(node: ChainNode, row: DepositRow, final: number): Promise<boolean> {
  const answer = await node.ask("getSignatureStatuses", [[row.tx], { searchTransactionHistory: true }]);
  const { context, value } = read(Statuses, answer, "status of a transaction");
  if (context.slot < final) throw new NodeError("broken", "The node is behind what it said before.");
  const [status] = value;
  return status === null || (status.slot <= final && status.err != null);
}

const mostDerived = 100_000;
const derivedAtOnce = 50;

/** Each takes half a millisecond, so they are kept, and made in small pieces. */
async function accountsOf(owners: readonly string[], tokens: readonly ChainToken[]): Promise<TokenAccount[]> {
  const derived = once("solana-token-accounts", () => new Map<string, string>());
  if (derived.size > mostDerived) derived.clear();
  const accounts: TokenAccount[] = [];
  let made = 0;
  for (const owner of owners)
    for (const { contract: mint } of tokens) {
      const key = `${owner} ${mint}`;
      const address = derived.get(key) ?? tokenAccount(owner, mint);
      if (!derived.has(key) && ++made % derivedAtOnce === 0) await setImmediate();
      derived.set(key, address);
      accounts.push({ address, owner, mint });
    }
  return accounts;
}

function read<Schema extends z.ZodMiniType>(schema: Schema, answer: unknown, what: string): z.output<Schema> {
  const said = schema.safeParse(answer);
  if (!said.success) throw malformed(what);
  return said.data;
}
