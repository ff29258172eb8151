import "server-only";
import { type Kysely, sql } from "kysely";

/**
 * The migration that keeps how much of a deposit arrived, and who takes care of a transfer. Short, over and late deposits
 * need a person: the list of those is in one index, which has all that the one before had.
 */
export async function addAttention(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("transfer_events").addColumn("arrived", "text").execute();
  await db.schema.alterTable("transfers").addColumn("owner_id", "text").execute();
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "drop index transfers_needing",
  `create index transfers_needing on transfers (created_at, id) where is_handled = 0 and (
    submission = 'unknown' or has_late_deposit = 1 or is_repeated = 1 or is_contradicted = 1
    or address_check = 'invalid' or (address is null and submission = 'accepted')
    or status in ('conflicting', 'refunding', 'refunded', 'refund_failed', 'failed', 'expired',
      'cancelled_by_service', 'on_hold', 'deposit_short', 'deposit_over', 'deposit_late'))`,
];
