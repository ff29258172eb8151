import Big from "big.js";
import { findAsset } from "#lib/asset/assets";
import type { JudgedRow } from "#lib/features/bulk/batches/judge-batch";
import { env } from "#lib/server/config/env";
import type { Trx } from "#lib/server/tables/schema";

/** Two rows with one key pay the same account the same amount of the same token, or the same naira. */
export function twinKeyOf({ read, row }: JudgedRow): string | null {
  const { amount, naira, asset, accountNumber } = read;
  if (row.isLeftOut || accountNumber === "") return null;
  if (naira !== null) return `${accountNumber} NGN ${Big(naira).toFixed()}`;
  const symbol = findAsset(env().assets, asset ?? "")?.fromCurrency;
  if (amount === null || symbol === undefined) return null;
  return `${accountNumber} ${symbol.toLowerCase()} ${Big(amount).toFixed()}`;
}

/** A row of another batch that isn't ended, and has no transfer yet: one that has is found as a transfer. */
export async function findTwinRow(
  trx: Trx,
  batchId: string,
  row: JudgedRow,
): Promise<{ batchId: string; n: number; name: string } | undefined> {
  const key = twinKeyOf(row);
  if (key === null) return undefined;
  return trx
    .selectFrom("batch_rows")
    .innerJoin("batches", "batches.id", "batch_rows.batch_id")
    .select(["batch_id as batchId", "n", "name"])
    .where("twin_key", "=", key)
    .where("batch_id", "<>", batchId)
    .where("discarded_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("transfers").select("id").whereRef("transfers.idempotency_key", "=", "batch_rows.key"),
        ),
      ),
    )
    .orderBy("made_at")
    .executeTakeFirst();
}
