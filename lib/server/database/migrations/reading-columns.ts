import "server-only";
import { type Kysely, sql } from "kysely";

/**
 * The migration that keeps why a callback could not be read, and the memo that a deposit needs. Bytes that are no text were
 * never read before: they count as unread. A payout that came back needs a person, so the index has it.
 */
export async function addReadingColumns(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table transfer_events add column unread text",
  "alter table transfer_events add column memo text",
  "alter table transfers add column memo text",
  `update transfer_events set unread = case when is_truncated = 1 then 'cut' else 'encoding' end
    where kind = 'callback' and raw_encoding = 'base64'`,
  "drop index transfers_needing",
  `create index transfers_needing on transfers (created_at, id) where is_handled = 0 and (
    submission = 'unknown' or has_late_deposit = 1 or is_repeated = 1 or is_contradicted = 1
    or address_check = 'invalid' or (address is null and submission = 'accepted')
    or status in ('conflicting', 'reversed', 'refunding', 'refunded', 'refund_failed', 'failed', 'expired',
      'cancelled_by_service', 'on_hold', 'deposit_short', 'deposit_over', 'deposit_late'))`,
];
