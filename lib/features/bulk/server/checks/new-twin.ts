import Big from "big.js";
import { findAsset } from "#lib/asset/assets";
import { Problem } from "#lib/contract/problem";
import { env } from "#lib/server/config/env";
import type { BatchRowRow } from "#lib/server/tables/bulk/batch-rows";
import type { TransferRow, Trx } from "#lib/server/tables/schema";
import { canonicalText } from "#lib/text/canonical-text";
import { neverCreated } from "#lib/transfer/transfer-status";
import { type AgreedRow, agreedRowOf, rowSaidOf } from "./stored-batch";
import { isTwinOfWish } from "./twin-rows";

/** More transfers to one account within a day are no payroll. */
const mostLookedAt = 200;

/**
 * A tick is for what the person saw. Throws `duplicate_suspected` where the same payout was made since, elsewhere than in this batch
 * and in what was ticked.
 */
export async function refuseNewTwin(trx: Trx, row: BatchRowRow, agreedAt: string): Promise<void> {
  const agreed = agreedRowOf(row);
  if (agreed === null) return;
  const made = await trx
    .selectFrom("transfers")
    .leftJoin("batch_rows", "batch_rows.key", "transfers.idempotency_key")
    .select([
      "transfers.id",
      "amount",
      "asset",
      "from_currency",
      "asked_output",
      "quote_output",
      "reference_key",
    ])
    .select(["batch_rows.id as rowId", "batch_id as batchId"])
    .where("account_number", "=", agreed.accountNumber)
    .where("created_at", ">", agreedAt)
    .where("submission", "not in", [...neverCreated])
    .orderBy("created_at", "desc")
    .limit(mostLookedAt)
    .execute();
  const seen = new Set(rowSaidOf(row).ticks.map(({ of }) => of));
  const twin = made.find(
    (each) =>
      each.batchId !== row.batch_id &&
      !seen.has(each.id) &&
      !seen.has(each.rowId ?? "") &&
      (isSamePayout(each, agreed) || hasSameReference(each, agreed)),
  );
  if (twin === undefined) return;
  const detail =
    "Since the batch was agreed to, a transfer of the same amount or reference was made to this account. Nothing was created now. Check the rows again, or leave this one out.";
  throw new Problem("duplicate_suspected", detail, { extra: { transferId: twin.id } });
}

type Made = Pick<TransferRow, "amount" | "asset" | "from_currency" | "asked_output" | "quote_output">;

function isSamePayout(made: Made, { amount, naira, asset }: AgreedRow): boolean {
  if (naira !== null) return isTwinOfWish(made, naira);
  const symbol = findAsset(env().assets, asset)?.fromCurrency ?? "";
  const isSameToken = made.asset === asset || made.from_currency.toLowerCase() === symbol.toLowerCase();
  return isSameToken && Big(made.amount).eq(amount ?? "0");
}

function hasSameReference(
  { reference_key }: Pick<TransferRow, "reference_key">,
  { reference }: AgreedRow,
): boolean {
  return reference !== null && reference_key === canonicalText(reference);
}
