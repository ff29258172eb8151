import { sql } from "kysely";
import type { TransferRow, Trx } from "#lib/server/tables/schema";

/**
 * Invariant: a callback is another transaction's only where its ID says so. Its URL names the transfer already, and gateways
 * change letter case and spaces; but an ID is opaque, so an exact copy of another transfer’s ID is that one's.
 */

/** `own` is this transfer's transaction ID, null while none is known. */
type Own = { id: TransferRow["id"]; own: string | null };

export async function isForeignId(trx: Trx, { id, own }: Own, claimed: string | null): Promise<boolean> {
  if (own === null || claimed === null || claimed.trim() === own.trim()) return false;
  if (claimed.trim().toLowerCase() !== own.trim().toLowerCase()) return true;
  const other = await trx
    .selectFrom("transfers")
    .select("id")
    .where("transaction_id", "=", claimed)
    .where("id", "<>", id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Only callbacks that name this transaction, or none, count. */
export async function judgeCallbacks(trx: Trx, { id, own }: Own): Promise<void> {
  if (own === null) return;
  const named = await trx
    .selectFrom("transfer_events")
    .select("claimed_id")
    .distinct()
    .where("transfer_id", "=", id)
    .where("kind", "=", "callback")
    .where("claimed_id", "is not", null)
    .execute();
  for (const { claimed_id } of named) {
    const isForeign = await isForeignId(trx, { id, own }, claimed_id);
    await trx
      .updateTable("transfer_events")
      .set(isForeign ? foreign : ours)
      .where("transfer_id", "=", id)
      .where("kind", "=", "callback")
      .where("claimed_id", "=", claimed_id)
      .execute();
  }
}

/** The columns of a callback that names another transaction, and of one that doesn't. */
const foreign = { is_quarantined: 1, unread: sql<"foreign">`coalesce(unread, 'foreign')` };
const ours = { is_quarantined: 0, unread: sql<null>`nullif(unread, 'foreign')` };
