import "server-only";
import { type Kysely, sql } from "kysely";

/** The migration that keeps a transfer's creation beside its reasons, so that the list of them reads no transfer. */
export async function addAttentionOrder(db: Kysely<unknown>): Promise<void> {
  await sql`alter table attention add column created_at text not null default ''`.execute(db);
  await sql`update attention set created_at = (select created_at from transfers where id = attention.transfer_id)`.execute(
    db,
  );
}
