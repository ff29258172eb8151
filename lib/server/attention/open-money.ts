import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { AttentionCounts } from "#lib/contract/records";
import { compareAmounts } from "#lib/money/amount";
import { type Amount, addAmounts } from "#lib/money/money";
import { db } from "#lib/server/database/db";
import { inSnapshot } from "#lib/server/database/snapshot";
import { readInSnapshot, readTransfers } from "#lib/server/ledger/transfers";
import { arrivedUnreported, listsOfState } from "#lib/server/standing/open-parts";
import type { TransferRow, Trx } from "#lib/server/tables/schema";
import type { AttentionReason } from "#lib/transfer/attention-reasons";
import { reportedArrived, statusesOf, unreported } from "#lib/transfer/transfer-states";
import type { TransferStatus } from "#lib/transfer/transfer-status";
import { houseTitles } from "#lib/words/attention-titles";
import { apart, networkSum } from "#lib/words/trouble/figures";
import { type Stake, stakeOf } from "#lib/words/trouble/stake";
import { namedTransfers } from "./open-transfers";

/**
 * Invariant: sums are exact decimals, one for each token and never added together. What is looked at is bounded: beyond the
 * bound there is a count, "more than", and no sum.
 */

const mostSummed = 1_000;
/** Each is read whole: short deposits, of which few are open at a time, and what needs a person, for every overview. */
const mostShort = 400;
const mostStaked = 100;
const zero = "0" as Amount;

/** `isMore`: there are more than `count`, and `sums` is empty. `oldest`: when the first of them was created. */
export type Sum = {
  count: number;
  isMore: boolean;
  sums: { token: string; amount: Amount }[];
  oldest: string | undefined;
};
/** What was sent and what must still be sent add up to what is open. */
export type OpenMoney = {
  /** The service reported a deposit or the network has confirmed one, and no payout or end: of a short one what arrived. */
  deposited: Sum;
  /** An address was issued, and no deposit has arrived: of a short one what is missing. */
  awaited: Sum;
  /** Whether the service has the transfer, or what became of it, is in doubt. */
  unclear: Sum;
  /** How many are in the first two. */
  short: number;
  /** Of those how many have no sum: nobody named what arrived. */
  unnamed: number;
  /** How many of `deposited` the network has confirmed and the service has not reported. */
  unreported: number;
};

/** Without what a person has marked as resolved. */
export async function findOpenMoney(): Promise<OpenMoney> {
  // At one moment: a transfer that goes from one status to the next is in one sum.
  return inSnapshot(await db(), async (snapshot) => {
    const [reported, onNetwork, waiting, unclear, reportedShort] = [
      await rowsOf(snapshot, reportedArrived.filter((status) => status !== "deposit_short").map(isOpenAt)),
      await rowsOf(snapshot, arrivedUnreported),
      await rowsOf(snapshot, listsOfState(unreported, "awaited")),
      await rowsOf(snapshot, listsOfState(statusesOf("unclear"), "unclear")),
      await rowsOf(snapshot, [isOpenAt("deposit_short")], mostShort),
    ];
    const isWhole = ({ deposit_label }: Row) => deposit_label !== "short";
    const short = [...reportedShort.rows, ...onNetwork.rows.filter((row) => !isWhole(row))];
    const isMoreShort = reportedShort.isMore || short.length > mostShort;
    const parts = isMoreShort ? [] : await partsOf(snapshot, short);
    const arrived = parts.map(({ row, sum }) => ({ ...row, amount: sum ?? zero }));
    const missing = parts.map(({ row, sum }) => ({
      ...row,
      amount:
        sum === undefined || compareAmounts(sum, row.amount as Amount) > 0
          ? zero
          : apart(sum, row.amount as Amount),
    }));
    return {
      deposited: summed(
        [...reported.rows, ...onNetwork.rows.filter(isWhole), ...arrived],
        reported.isMore || onNetwork.isMore || isMoreShort,
      ),
      awaited: summed([...waiting.rows.filter(isWhole), ...missing], waiting.isMore || isMoreShort),
      unclear: summed(unclear.rows, unclear.isMore),
      short: short.length,
      unnamed: parts.filter(({ sum }) => sum === undefined).length,
      unreported: onNetwork.rows.length,
    };
  });
}

/** What is missing or at stake under a reason, by token and by what it is: the largest first. */
export type Staked = { stakes: Stake[]; owners: string[] };

/** For each reason, the most urgent first, as long as its transfers are within the bound: one with too many has no sum. */
export async function sumAttention(
  reasons: AttentionCounts["reasons"],
): Promise<Map<AttentionReason, Staked>> {
  const ledger = await db();
  let left = mostStaked;
  const asked = reasons.filter(({ count }) => {
    const fits = count <= left;
    if (fits) left -= count;
    return fits;
  });
  const rows = await namedTransfers(
    ledger,
    asked.map(({ reason }) => reason),
    mostStaked,
  );
  const transfers = await readTransfers(
    ledger,
    rows.flatMap(({ id, reason }) => (houseTitles[reason] === undefined ? [id] : [])),
  );
  const byId = new Map(transfers.map((transfer) => [transfer.id, transfer]));
  const found = new Map<AttentionReason, Staked>();
  for (const { id, reason, owner } of rows) {
    const known = found.get(reason) ?? { stakes: [], owners: [] };
    const transfer = byId.get(id);
    if (transfer !== undefined) addStake(known.stakes, stakeOf(transfer, reason));
    if (!known.owners.includes(owner ?? "")) known.owners.push(owner ?? "");
    found.set(reason, known);
  }
  for (const { stakes } of found.values()) stakes.sort((a, b) => compareAmounts(b.amount, a.amount));
  return found;
}

function addStake(stakes: Stake[], { amount, symbol, word }: Stake): void {
  const same = stakes.find((stake) => stake.symbol === symbol && stake.word === word);
  if (same === undefined) stakes.push({ amount, symbol, word });
  else same.amount = addAmounts(same.amount, amount);
}

type Row = Pick<TransferRow, "id" | "amount" | "created_at" | "deposit_label"> & { token: string };
type Rows = { rows: Row[]; isMore: boolean };

/** What arrived of each, as the network or else the service names it. */
async function partsOf(snapshot: Trx, rows: readonly Row[]) {
  const read = await readInSnapshot(
    snapshot,
    rows.map(({ id }) => id),
  );
  const byId = new Map(read.map(({ transfer }) => [transfer.id, transfer]));
  return rows.map((row) => {
    const transfer = byId.get(row.id);
    return {
      row,
      sum: transfer === undefined ? undefined : (networkSum(transfer) ?? transfer.arrivedAmount ?? undefined),
    };
  });
}

async function rowsOf(ledger: Trx, lists: readonly RawBuilder<unknown>[], most = mostSummed): Promise<Rows> {
  const found: Row[][] = [];
  for (const list of lists)
    found.push(
      await ledger
        .selectFrom("transfers")
        .select(["id", "from_currency as token", "amount", "created_at", "deposit_label"])
        .where(sql<SqlBool>`${list}`)
        .orderBy("created_at")
        .orderBy("id")
        .limit(most + 1)
        .execute(),
    );
  return { rows: found.flat(), isMore: found.some((rows) => rows.length > most) };
}

const isOpenAt = (status: TransferStatus) => sql`status = ${sql.lit(status)} and is_handled = 0`;

function summed(rows: readonly Row[], isMore: boolean): Sum {
  const sums = new Map<string, Amount>();
  for (const { token, amount } of isMore ? [] : rows)
    sums.set(token, addAmounts(sums.get(token) ?? zero, amount as Amount));
  const oldest = rows.map(({ created_at }) => created_at).sort()[0];
  return {
    count: rows.length,
    isMore,
    sums: [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([token, amount]) => ({ token, amount })),
    oldest,
  };
}
