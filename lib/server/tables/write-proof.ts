import { rm, writeFile } from "node:fs/promises";
import { type Kysely, sql, type Transaction } from "kysely";
import { env } from "#lib/server/config/env";
import { isPostgres } from "./engine";
import type { Schema } from "./schema";

/** Invariant: a transfer can be made where a row was just written with every transfer's locks, and the disk has room. */

/** For one lock. Writers of one ledger hold them for a few milliseconds. */
export const lockLimitMs = 800;
/** As much as a file of the database grows by at once. */
const roomBytes = 64 * 1024;
/** Rows whose sort takes several times as much. */
const sortedRows = 10_000;

export type ProofTables = { readiness: { id: number; at: string } };

/** What submissions and callbacks write. A long lock on one of these stops them all. */
const written = [
  "transfers",
  "transfer_events",
  "transfer_names",
  "audit_log",
  "audit_covers",
  "audit_head",
  "received",
  "callback_windows",
  "sessions",
  "people",
] as const satisfies (keyof Schema)[];

/** Throws the database's error. On PostgreSQL it first passes on the process ID of the session that may wait. */
export async function proveWrite(
  database: Kysely<ProofTables>,
  tellSession: (pid: number) => void = () => undefined,
): Promise<void> {
  if (isPostgres(database)) return proveOnPostgres(database, tellSession);
  const setting = env().database;
  if (setting.kind === "sqlite" && setting.file !== ":memory:") await proveRoom(`${setting.file}-readiness`);
  const at = new Date().toISOString();
  await database
    .insertInto("readiness")
    .values({ id: 1, at })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ at }))
    .execute();
}

async function proveOnPostgres(
  database: Kysely<ProofTables>,
  tellSession: (pid: number) => void,
): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid,
      set_config('lock_timeout', ${`${lockLimitMs}ms`}, true)`.execute(trx);
    for (const { pid } of rows) tellSession(pid);
    await proveRoomOfPostgres(trx);
    // The lock of a write: other writes pass, and an exclusive lock is waited for.
    await sql`lock table ${sql.join(written.map((name) => sql.table(name)))} in row exclusive mode`.execute(
      trx,
    );
    // Every transfer changes the audit log's head. It comes last, just before the commit.
    await sql`with head as (select id from audit_head where id = 1 for no key update)
      insert into readiness (id, at) select id, ${new Date().toISOString()} from head
      on conflict (id) do update set at = excluded.at`.execute(trx);
  });
}

/** Tables and the write-ahead log have spare room on a full disk. A sort with too little memory needs new room each time. */
async function proveRoomOfPostgres(trx: Transaction<ProofTables>): Promise<void> {
  await sql`set local work_mem = '64kB'`.execute(trx);
  // An administrator may limit the room for sorts: then this says nothing about the disk.
  await sql`select count(*) from (
    select item from generate_series(1, (
      select case when setting::bigint between 0 and 4096 then 0 else cast(${sortedRows} as integer) end
      from pg_settings where name = 'temp_file_limit'
    )) as item order by item desc
  ) as sorted`.execute(trx);
}

/** SQLite may still have room in its own files for a while when the disk has none. */
async function proveRoom(path: string): Promise<void> {
  try {
    await writeFile(path, Buffer.alloc(roomBytes), { mode: 0o600, flush: true });
  } finally {
    await rm(path, { force: true });
  }
}
