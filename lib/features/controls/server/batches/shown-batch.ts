import type { ApprovalDetail, ApprovalEntry } from "#lib/features/controls/controls-api";
import { type Amount, addAmounts } from "#lib/money/money";
import { ownerOf } from "#lib/server/submission/gates";
import type { RequestRow } from "#lib/server/tables/controls/control-rows";
import type { Db, Trx } from "#lib/server/tables/schema";
import { type Stored, storedOf } from "../requests";

/** Invariant: what an approver sees of a batch is what its request holds, and its hash is of; only its name is read elsewhere. */

const zero = "0" as Amount;

/** By the ID of the request. */
export async function readBatchesOf(
  ledger: Db | Trx,
  requests: readonly RequestRow[],
): Promise<Map<string, NonNullable<ApprovalEntry["batch"]>>> {
  const shown = new Map<string, NonNullable<ApprovalEntry["batch"]>>();
  for (const request of requests) {
    const { batch } = storedOf(request);
    if (request.kind !== "batch" || batch === undefined) continue;
    const name = await ownerOf("batch")?.nameOf(ledger, request.subject_id);
    const sums = new Map<string, Amount>();
    for (const { row } of batch.lines)
      sums.set(
        row.fromCurrency ?? "",
        addAmounts(sums.get(row.fromCurrency ?? "") ?? zero, amountOf(row.amount)),
      );
    shown.set(request.id, {
      name: name ?? "",
      rows: batch.lines.length,
      naira: (request.naira ?? zero) as Amount,
      sums: [...sums].map(([token, amount]) => ({ token, amount })),
    });
  }
  return shown;
}

export function rowsOfBatch({ batch }: Stored): ApprovalDetail["rows"] {
  return (batch?.lines ?? []).map(({ row, naira }) => ({
    accountName: row.accountName ?? "",
    accountLastFour: (row.accountNumber ?? "").slice(-4),
    bankName: row.bankName ?? "",
    amount: amountOf(row.amount),
    token: row.fromCurrency ?? "",
    naira: naira as Amount | null,
    isWish: row.askedOutput !== null,
  }));
}

function amountOf(amount: string | null): Amount {
  return (amount ?? zero) as Amount;
}
