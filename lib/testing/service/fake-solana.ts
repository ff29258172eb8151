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
  /** A transaction in a new slot. Returns its signature. */
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

function openLedger() {
  const startedAt = Date.now();
  const times = new Map<number, number>();
  const ledger = { head: firstSlot, final: firstSlot, transactions: [] as Transaction[] };
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

function balanceAfter(some: readonly Transaction[], account: string): bigint {
  return some
    .filter(({ err }) => err === null)
    .flatMap(({ moves }) => moves)
    .filter((move) => accountOf(move) === account)
    .reduce((sum, { units }) => sum + units, 0n);
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
      uiTokenAmount: {
        amount: `${balanceAfter(ledger.transactions.slice(0, count), accountOf(move))}`,
        decimals: 6,
        uiAmount: null,
      },
    }));
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
  const touching = (account: string, options: Options) =>
    ledger.transactions.filter(
      ({ slot, moves }) => slot <= limitOf(options) && moves.some((move) => accountOf(move) === account),
    );
  return {
    getGenesisHash: () => genesis,
    getSlot: ([options]) => limitOf(options as Options),
    getBlockTime: ([slot]) => secondOf(slot as number),
    getMultipleAccounts: ([addresses, options]) => {
      const asked = options as Options;
      if (isBehind(asked)) return behind;
      const value = (addresses as string[]).map((address) => {
        const some = touching(address, asked);
        if (some.length === 0) return null;
        const data = Buffer.alloc(8);
        data.writeBigUInt64LE(balanceAfter(some, address));
        return { data: [data.toString("base64"), "base64"], lamports: 2_039_280, executable: false };
      });
      return { context: { slot: limitOf(asked) }, value };
    },
    getSignaturesForAddress: ([address, options]) => {
      const asked = options as Options;
      if (isBehind(asked)) return behind;
      const all = touching(address as string, asked).reverse();
      const from = all.findIndex(({ signature }) => signature === asked.before) + 1;
      return all.slice(from, from + (asked.limit ?? 1_000)).map(({ signature, slot, err }) => ({
        ...{ signature, slot, err, memo: null, blockTime: secondOf(slot) },
        confirmationStatus: slot <= ledger.final ? "finalized" : "confirmed",
      }));
    },
    getTransaction: ([signature, options]) => {
      const at = ledger.transactions.findIndex((one) => one.signature === signature);
      return (ledger.transactions[at]?.slot ?? 0) > limitOf(options as Options) ? null : shown(own, at);
    },
    getSignatureStatuses: ([signatures]) => ({
      context: { slot: ledger.head },
      value: (signatures as string[]).map((signature) => {
        const found = ledger.transactions.find((one) => one.signature === signature);
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
    advance();
    const signature = base58.encode(randomBytes(64));
    ledger.transactions.push({ signature, slot: ledger.head, err: null, payer: key(), moves, ...changes });
    return signature;
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
    },
  };
}
