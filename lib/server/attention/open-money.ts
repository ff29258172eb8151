import "server-only";
import { type Amount, addAmounts } from "#lib/money/money";
import { db } from "#lib/server/database/db";
import { inSnapshot } from "#lib/server/database/snapshot";
import type { Trx } from "#lib/server/tables/schema";
import type { AttentionReason } from "#lib/transfer/attention-reasons";
import { statusesOf } from "#lib/transfer/transfer-states";
import type { TransferStatus } from "#lib/transfer/transfer-status";
import { namedAmounts } from "./open-transfers";

/**
 * Invariant: sums are exact decimals, one for each token and never added together. What is looked at is bounded: beyond the
 * bound there is a count, "more than", and no sum.
 */

const mostSummed = 1_000;

/** `isMore`: there are more than `count`, and `sums` is empty. `oldest`: when the first of them was created. */
export type Sum = {
  count: number;
  isMore: boolean;
  sums: { token: string; amount: Amount }[];
  oldest: string | undefined;
};
export type OpenMoney = {
  /** The service reported a deposit, and no payout or end. */
  deposited: Sum;
  /** An address was issued, and no deposit is reported. */
  awaited: Sum;
};

/** Without what a person has marked as resolved. */
export async function findOpenMoney(): Promise<OpenMoney> {
  // At one moment: a transfer that goes from one status to the next is in one sum.
  return inSnapshot(await db(), async (snapshot) => ({
    deposited: await sumOf(snapshot, statusesOf("deposited")),
    awaited: await sumOf(snapshot, statusesOf("awaited")),
  }));
}

/** For each reason that some transfer needs a person for. */
export async function sumAttention(): Promise<Map<AttentionReason, Sum & { owners: string[] }>> {
  const rows = await namedAmounts(await db(), mostSummed + 1);
  const isMore = rows.length > mostSummed;
  const reasons = [...new Set(rows.map(({ reason }) => reason))];
  return new Map(
    reasons.map((reason) => {
      const own = rows.filter((row) => row.reason === reason);
      const owners = [...new Set(own.map(({ owner }) => owner ?? ""))];
      return [reason, { ...summed(own, isMore), owners }];
    }),
  );
}

type Row = { token: string; amount: string; created_at: string };

async function sumOf(ledger: Trx, statuses: readonly TransferStatus[]): Promise<Sum> {
  const found: Row[][] = [];
  for (const status of statuses)
    found.push(
      await ledger
        .selectFrom("transfers")
        .select(["from_currency as token", "amount", "created_at"])
        .where("is_handled", "=", 0)
        .where("status", "=", status)
        .orderBy("created_at")
        .orderBy("id")
        .limit(mostSummed + 1)
        .execute(),
    );
  return summed(
    found.flat(),
    found.some((rows) => rows.length > mostSummed),
  );
}

function summed(rows: readonly Row[], isMore: boolean): Sum {
  const sums = new Map<string, Amount>();
  for (const { token, amount } of isMore ? [] : rows)
    sums.set(token, addAmounts(sums.get(token) ?? ("0" as Amount), amount as Amount));
  const oldest = rows.map(({ created_at }) => created_at).sort()[0];
  return {
    count: rows.length,
    isMore,
    sums: [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([token, amount]) => ({ token, amount })),
    oldest,
  };
}
