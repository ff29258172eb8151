import "server-only";
import { Problem } from "#lib/problem";
import type { Db } from "./db";
import type { TransferRow } from "./schema";

/** A stored transfer, by our ID or by the service's transaction ID. Throws `not_found`. */
export async function findRow(ledger: Db, id: string): Promise<TransferRow> {
  const row = id.length > 256 ? undefined : await seek(ledger, id);
  if (row !== undefined) return row;
  const detail =
    "This dashboard has no transfer with that ID. It knows the transfers created here; the service has no look-up.";
  throw new Problem("not_found", detail);
}

async function seek(ledger: Db, id: string): Promise<TransferRow | undefined> {
  const own = await ledger.selectFrom("transfers").selectAll().where("id", "=", id).executeTakeFirst();
  if (own !== undefined) return own;
  // The service may repeat an id: the newest transfer under it is shown, and the repeat is visible by a search.
  return ledger
    .selectFrom("transfers")
    .selectAll()
    .where("transaction_id", "=", id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
}
