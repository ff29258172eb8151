import { randomBytes } from "node:crypto";
import { base58 } from "@scure/base";
import { tokenAccount } from "#lib/asset/token-account";
import { solanaAssets } from "#lib/testing/servers/watching-dashboard";
import { type NodeServer, RpcRefusal, serveNode } from "./fake-node";

/** What a transaction does to an owner's tokens; below 0 they leave. `account` is another one than the usual. */
type Move = { owner: string; mint: string; units: bigint; account?: string };
type Transaction = { signature: string; slot: number; err: unknown; payer: string; moves: readonly Move[] };

/** A node of Solana over HTTP, which answers in the documented shapes until it is told otherwise. */
export type FakeSolana = NodeServer & {
  /** The newest slot, and the newest final one. */
  head: () => number;
  final: () => number;
  advance: (slots?: number) => void;
  /** All that there is becomes final. */
  finalize: () => void;
  /** A transaction in a new slot, unless `changes` name one. Returns its signature. */
  send: (moves: readonly Move[], changes?: Partial<Transaction>) => string;
  pay: (owner: string, units: bigint, mint?: string) => string;
  /** Its slot was abandoned. */
  drop: (signature: string) => void;
};

export const [usdcMint = "", usdtMint = ""] = solanaAssets.map(({ contract }) => contract);
const genesis = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d";
const slotMs = 400;
const key = () => base58.encode(randomBytes(32));

type Options = { commitment?: string; minContextSlot?: number; limit?: number; before?: string };

const firstSlot = 300_000_000;
/** Each takes a millisecond, and each answer needs all of them. */
const derived = new Map<string, string>();
function accountOf({ owner, mint, account }: Move): string {
  const key = `${owner} ${mint}`;
  const own = account ?? derived.get(key) ?? tokenAccount(owner, mint);
  if (account === undefined) derived.set(key, own);
  return own;
}

/** Where a transaction touched an account, and the balance after it. */
type Touch = { at: number; transaction: Transaction; after: bigint };

/** By account and by signature, so that a question costs the same whatever else there is. */
function openIndex() {
  const touches = new Map<string, Touch[]>();
  const places = new Map<string, number>();
  return {
    touches,
    places,
    add: (transaction: Transaction, at: number) => {
      places.set(transaction.signature, at);
      for (const account of new Set(transaction.moves.map(accountOf))) {
        const own = touches.get(account) ?? [];
        const moved = transaction.moves.filter((move) => accountOf(move) === account);
        const units = transaction.err === null ? moved.reduce((sum, move) => sum + move.units, 0n) : 0n;
        own.push({ at, transaction, after: (own.at(-1)?.after ?? 0n) + units });
        touches.set(account, own);
      }
    },
  };
}

function openLedger() {
  const startedAt = Date.now();
  const times = new Map<number, number>();
  const ledger = {
    ...{ head: firstSlot, final: firstSlot, transactions: [] as Transaction[] },
    index: openIndex(),
  };
  return {
    ledger,
    advance: (slots = 1) => {
      ledger.head += slots;
      times.set(ledger.head, Date.now());
    },
    secondOf: (slot: number) =>
      Math.floor((times.get(slot) ?? startedAt - (firstSlot - slot) * slotMs) / 1_000),
    limitOf: ({ commitment }: Options) => (commitment === "finalized" ? ledger.final : ledger.head),
  };
}
type Ledger = ReturnType<typeof openLedger>;

/** The last one that is not above a slot; -1 where there is none. */
function lastUpTo(touches: readonly Touch[], limit: number): number {
  return touches.findLastIndex(({ transaction }) => transaction.slot <= limit);
}

function shown({ ledger, secondOf }: Ledger, at: number): object | null {
  const found = ledger.transactions[at];
  if (found === undefined) return null;
  const { signature, slot, err, payer, moves } = found;
  const balances = (count: number) =>
    moves.map((move, accountIndex) => ({
      accountIndex: accountIndex + 1,
      mint: move.mint,
      owner: move.owner,
      programId: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
      uiTokenAmount: { amount: `${balanceAfter(accountOf(move), count)}`, decimals: 6, uiAmount: null },
    }));
  /** After so many transactions of the whole ledger. */
  const balanceAfter = (account: string, count: number) =>
    ledger.index.touches.get(account)?.findLast((touch) => touch.at < count)?.after ?? 0n;
  const meta = { err, fee: 5_000, preTokenBalances: balances(at), postTokenBalances: balances(at + 1) };
  const message = { accountKeys: [payer, ...moves.map(accountOf)] };
  return {
    slot,
    blockTime: secondOf(slot),
    meta,
    transaction: { signatures: [signature], message },
    version: 0,
  };
}

function methodsOf(own: Ledger): Record<string, (params: unknown[]) => unknown> {
  const { ledger, secondOf, limitOf } = own;
  const behind = new RpcRefusal(-32_016, "Minimum context slot has not been reached");
  const isBehind = (options: Options) => (options.minContextSlot ?? 0) > limitOf(options);
  const touching = (account: string) => ledger.index.touches.get(account) ?? [];
  return {
    getGenesisHash: () => genesis,
    getSlot: ([options]) => limitOf(options as Options),
    getBlockTime: ([slot]) => secondOf(slot as number),
    getMultipleAccounts: ([addresses, options]) => {
      const asked = options as Options;
      if (isBehind(asked)) return behind;
      const value = (addresses as string[]).map((address) => {
        const touches = touching(address);
        const last = touches[lastUpTo(touches, limitOf(asked))];
        if (last === undefined) return null;
        const data = Buffer.alloc(8);
        data.writeBigUInt64LE(last.after);
        return { data: [data.toString("base64"), "base64"], lamports: 2_039_280, executable: false };
      });
      return { context: { slot: limitOf(asked) }, value };
    },
    getSignaturesForAddress: ([address, options]) => {
      const asked = options as Options;
      if (isBehind(asked)) return behind;
      const touches = touching(address as string);
      const known = touches.findLastIndex(({ transaction }) => transaction.signature === asked.before);
      const end = known >= 0 ? known : lastUpTo(touches, limitOf(asked)) + 1;
      return touches
        .slice(Math.max(0, end - (asked.limit ?? 1_000)), end)
        .reverse()
        .map(({ transaction: { signature, slot, err } }) => ({
          ...{ signature, slot, err, memo: null, blockTime: secondOf(slot) },
          confirmationStatus: slot <= ledger.final ? "finalized" : "confirmed",
        }));
    },
    getTransaction: ([signature, options]) => {
      const at = ledger.index.places.get(signature as string) ?? -1;
      return (ledger.transactions[at]?.slot ?? 0) > limitOf(options as Options) ? null : shown(own, at);
    },
    getSignatureStatuses: ([signatures]) => ({
      context: { slot: ledger.head },
      value: (signatures as string[]).map((signature) => {
        const found = ledger.transactions[ledger.index.places.get(signature) ?? -1];
        return found === undefined ? null : { slot: found.slot, err: found.err, confirmations: null };
      }),
    }),
  };
}

export async function startFakeSolana(): Promise<FakeSolana> {
  const own = openLedger();
  const { ledger, advance } = own;
  const methods = methodsOf(own);
  const send: FakeSolana["send"] = (moves, changes = {}) => {
    if (changes.slot === undefined) advance();
    const signature = base58.encode(randomBytes(64));
    const sent = { signature, slot: ledger.head, err: null, payer: key(), moves, ...changes };
    ledger.index.add(sent, ledger.transactions.length);
    ledger.transactions.push(sent);
    return sent.signature;
  };
  return {
    ...(await serveNode((method, params) => methods[method]?.(params))),
    head: () => ledger.head,
    final: () => ledger.final,
    advance,
    finalize: () => {
      ledger.final = ledger.head;
    },
    send,
    pay: (owner, units, mint = usdcMint) => send([{ owner, mint, units }]),
    drop: (signature) => {
      ledger.transactions = ledger.transactions.filter((one) => one.signature !== signature);
      ledger.index = openIndex();
      for (const [at, one] of ledger.transactions.entries()) ledger.index.add(one, at);
    },
  };
}
