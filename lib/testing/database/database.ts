import { join } from "node:path";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { inject, onTestFinished } from "vitest";
import { openDatabase } from "#lib/server/database/db";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db } from "#lib/server/tables/schema";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import {
  copyMigratedDatabase,
  copyMigratedFile,
  describeDatabase,
  newPostgresDatabase,
  type TestDatabase,
} from "./new-database";

declare module "vitest" {
  interface ProvidedContext {
    /** The PostgreSQL server of the run, in the project that has one. */
    postgres: string;
  }
}

/** A new database: in the given file, or on the PostgreSQL server where the test runs in the project that has one. */
export async function newDatabase(file: string): Promise<TestDatabase> {
  const server: string | undefined = inject("postgres");
  return server === undefined ? describeDatabase(`file:${file}`) : newPostgresDatabase(server);
}

/** As `newDatabase`, and it has every migration already; but for one in memory, whose opening migrates it. */
export async function newMigratedDatabase(file: string): Promise<TestDatabase> {
  const server: string | undefined = inject("postgres");
  if (server !== undefined) return copyMigratedDatabase(server);
  if (file !== ":memory:") await copyMigratedFile(file);
  return describeDatabase(`file:${file}`);
}

/** A ledger on a new database, for one test. */
export async function openTestLedger(): Promise<Db> {
  const database = await newMigratedDatabase(":memory:");
  const ledger = await openDatabase(database.setting);
  onTestFinished(async () => {
    await ledger.destroy();
    await database.drop();
  });
  return ledger;
}

/** A new database that several processes open, for one test. */
export async function newSharedDatabase(): Promise<TestDatabase> {
  const database = await newDatabase(join(temporaryFolder(), "dashboard.db"));
  onTestFinished(() => database.drop());
  return database;
}

/**
 * Makes writes of one kind fail, such as "insert on transfer_events", as a full disk does. Gives the end of it.
 */
export async function failWrites<Schema>(
  ledger: Kysely<Schema>,
  writes: string,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<() => Promise<void>> {
  const table = sql.raw(writes.split(" ").at(-1) ?? "");
  const head = sql`create trigger broken before ${sql.raw(writes)} for each row when (${condition})`;
  if (!isPostgres(ledger)) {
    await sql`${head} begin select raise(abort, 'broken'); end`.execute(ledger);
    return async () => void (await sql`drop trigger broken`.execute(ledger));
  }
  await sql`create or replace function break_write() returns trigger language plpgsql
    as 'begin raise exception using errcode = ''53100''; end'`.execute(ledger);
  await sql`${head} execute function break_write()`.execute(ledger);
  return async () => void (await sql`drop trigger broken on ${table}`.execute(ledger));
}
