import pg from "pg";
import type { PostgresConnection } from "#lib/server/config/database-setting";
import { clientSettings } from "#lib/server/database/postgres/postgres-dialect";
import type { Batch } from "./transfers";

const tables = ["transfers", "transfer_events", "transfer_names", "movements"] as const;
const keyOfNames = "transfer_names_pkey";

/** Writes batches into a database of PostgreSQL without waiting for its disk after each of them. */
export async function writeToPostgres(
  connection: PostgresConnection,
  batches: Iterable<Batch>,
  onProgress: (written: number) => void,
): Promise<void> {
  const client = new pg.Client(clientSettings(connection));
  await client.connect();
  try {
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'");
    const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
      `select indexname, indexdef from pg_indexes where tablename = any($1) and schemaname = current_schema()
        and indexname not in (select conname from pg_constraint)`,
      [tables],
    );
    // An index of random values is far cheaper to make at the end than to keep.
    for (const { indexname } of indexes) await client.query(`drop index ${indexname}`);
    await client.query(`alter table transfer_names drop constraint ${keyOfNames}`);
    let written = 0;
    for (const batch of batches) {
      await client.query("begin");
      for (const table of tables)
        await client.query(
          `insert into ${table} (${Object.keys(batch[table][0] ?? {}).join(",")})
            select ${Object.keys(batch[table][0] ?? {}).join(",")} from json_populate_recordset(null::${table}, $1)`,
          [JSON.stringify(batch[table])],
        );
      await client.query("commit");
      written += batch.transfers.length;
      onProgress(written);
    }
    for (const { indexdef } of indexes) await client.query(indexdef);
    await client.query(
      `alter table transfer_names add constraint ${keyOfNames} primary key (term, created_at, transfer_id)`,
    );
    await client.query("vacuum analyze");
    // What was written in a hurry is on its way to the disk for minutes else, beside whatever is measured.
    await client.query("checkpoint");
  } finally {
    await client.end();
  }
}
