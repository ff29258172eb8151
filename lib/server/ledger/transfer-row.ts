import { Problem } from "#lib/contract/problem";
import { log } from "#lib/server/observe/log";
import { traitsOf } from "#lib/server/observe/log-failure";
import type { Db, TransferRow, Trx } from "#lib/server/tables/schema";
import { applyReceivedOf, countReceived } from "./apply-received";

/** By our ID or the service's transaction ID. Throws `not_found`. */
export async function findRow(db: Db | Trx, id: string): Promise<TransferRow> {
  const row = id.length > 256 ? undefined : await seek(db, id);
  if (row !== undefined) return row;
  const detail =
    "This dashboard has no transfer with that ID. Only transfers created in this dashboard can be found.";
  throw new Problem("not_found", detail);
}

/** Applies its kept callbacks first. */
export async function findUpToDate(ledger: Db, id: string): Promise<TransferRow> {
  const row = await findRow(ledger, id);
  if ((await countReceived(ledger, row.id)) === 0) return row;
  // A failure here must not hide what is known.
  await applyReceivedOf(ledger, row.id).catch((error: unknown) =>
    log().warn({ transferId: row.id, ...traitsOf(error) }, "callbacks are kept and not yet applied"),
  );
  return findRow(ledger, row.id);
}

async function seek(db: Db | Trx, id: string): Promise<TransferRow | undefined> {
  const own = await db.selectFrom("transfers").selectAll().where("id", "=", id).executeTakeFirst();
  if (own !== undefined) return own;
  // The service may repeat an ID: the newest transfer is shown, and a search shows all.
  return db
    .selectFrom("transfers")
    .selectAll()
    .where("transaction_id", "=", id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}
