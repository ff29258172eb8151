import Big from "big.js";
import { findAsset } from "#lib/asset/assets";
import type { JudgedRow } from "#lib/features/bulk/batches/judge-batch";
import { env } from "#lib/server/config/env";
import { duplicateWindowMs } from "#lib/server/submission/same-account";
import { databaseTime } from "#lib/server/tables/database-clock";
import type { TransferRow, Trx } from "#lib/server/tables/schema";
import { neverCreated } from "#lib/transfer/transfer-status";

/** Two rows with one key pay the same account the same amount of the same token, or the same naira. */
export function twinKeyOf({ read, row }: JudgedRow): string | null {
  const { amount, naira, asset, accountNumber } = read;
  if (row.isLeftOut || !/^\d{10}$/.test(accountNumber)) return null;
  if (naira !== null) return `${accountNumber} NGN ${Big(naira).toFixed()}`;
  const symbol = findAsset(env().assets, asset ?? "")?.fromCurrency;
  if (amount === null || symbol === undefined) return null;
  return `${accountNumber} ${symbol.toLowerCase()} ${Big(amount).toFixed()}`;
}

const mostTwins = 1_000;

/** Rows of other batches that aren't ended, and have no transfer yet: one that has is found as a transfer. The oldest batch first. */
export async function findTwinRows(
  trx: Trx,
  batchId: string,
  row: JudgedRow,
): Promise<{ id: string; n: number; name: string }[]> {
  const key = twinKeyOf(row);
  if (key === null) return [];
  return trx
    .selectFrom("batch_rows")
    .innerJoin("batches", "batches.id", "batch_rows.batch_id")
    .select(["batch_rows.id", "n", "name"])
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
    .orderBy("batch_rows.id")
    .limit(mostTwins)
    .execute();
}

/** A transfer of the last day to the account that is its twin. */
export async function findTwinOfWish(
  trx: Trx,
  accountNumber: string,
  wish: string,
): Promise<{ asset: string; amount: string } | undefined> {
  const rows = await trx
    .selectFrom("transfers")
    .select(["asset", "amount", "asked_output", "quote_output"])
    .where("account_number", "=", accountNumber)
    .where("created_at", ">", databaseTime(trx, -duplicateWindowMs))
    .where("submission", "not in", [...neverCreated])
    .orderBy("created_at", "desc")
    .execute();
  return rows.find((row) => isTwinOfWish(row, wish));
}

/** Made for the same naira, or pays out as much and no more than a hundredth above. */
export function isTwinOfWish(
  { asked_output, quote_output }: Pick<TransferRow, "asked_output" | "quote_output">,
  wish: string,
): boolean {
  const [least, most] = [Big(wish), Big(wish).times("1.01")];
  if (asked_output !== null) return Big(asked_output).eq(least);
  return quote_output !== null && Big(quote_output).gte(least) && Big(quote_output).lte(most);
}
