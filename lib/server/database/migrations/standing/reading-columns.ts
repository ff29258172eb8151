import "server-only";
import { type Kysely, sql } from "kysely";

/**
 * The migration that keeps why a callback could not be read, and the memo that a deposit needs. Bytes that are no text were
 * never read before: they count as unread.
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
];
