import "server-only";
import { type Kysely, sql } from "kysely";
import { isPostgres } from "#lib/server/tables/engine";

/**
 * The migration that finds a transfer by its bank, its whole account number, the amount that the recipient gets, and by an
 * ID or address in any case: each in the order of the list.
 */
export async function addSearchIndexes(db: Kysely<unknown>): Promise<void> {
  // Compared letter by letter, whatever the language of the database, as ranges of digits are walked.
  const output = isPostgres(db) ? 'quote_output collate "C"' : "quote_output";
  const columns: Record<string, string> = {
    bank: "bank_code, bank_name",
    account: "account_number",
    output,
    any_transaction_id: "lower(transaction_id)",
    any_address: "lower(address)",
  };
  for (const [name, those] of Object.entries(columns))
    await sql.raw(`create index transfers_${name} on transfers (${those}, created_at, id)`).execute(db);
}
