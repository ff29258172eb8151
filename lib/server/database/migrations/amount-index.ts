import "server-only";
import { type Kysely, sql } from "kysely";
import { isPostgres } from "#lib/server/tables/engine";

/**
 * The migration that lists the transfers of a token by amount: each whole part padded to one length, so that texts are in
 * the order of their amounts. The engine itself keeps the index, so a server of the version before writes it too.
 */
export async function addAmountIndex(db: Kysely<unknown>): Promise<void> {
  const zeros = "000000000000000000000000";
  const key = isPostgres(db)
    ? `(substr('${zeros}', strpos(amount || '.', '.')) || amount) collate "C"`
    : `substr('${zeros}', instr(amount || '.', '.')) || amount`;
  const columns = `asset, (${key}), created_at, id`;
  await sql.raw(`create index transfers_by_amount on transfers (${columns})`).execute(db);
}
