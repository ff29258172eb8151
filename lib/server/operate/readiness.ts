import { existsSync } from "node:fs";
import { Kysely } from "kysely";
import { env } from "#lib/server/config/env";
import { once } from "#lib/server/config/once";
import { db } from "#lib/server/database/db";
import { migrations } from "#lib/server/database/migrations/migrations";
import { PooledPostgresDialect, type PoolLimits } from "#lib/server/database/postgres/postgres-dialect";
import { withinTime } from "#lib/server/tables/within-time";
import { type ProofTables, proveWrite } from "#lib/server/tables/write-proof";

/** Invariant: ready means that a row was just written. Answers within two seconds, with one write at a time. */

const limitMs = 1_300;
/** Open to anyone, so an answer is reused for this long. */
const freshMs = 500;
/** A written row counts for this long, since each is a write to the disk. */
const writtenMs = 3_000;
/** A connection of its own: the requests' may all be busy. */
const limits: PoolLimits = { max: 1, statementMs: 1_000, answerMs: 1_200, idleInTransactionMs: 1_000 };

type Checked = { at: number; result: Promise<boolean> };
type Tables = ProofTables & { kysely_migration: { name: string } };
type Writes = { lastAt: number | undefined; running: Promise<void> | undefined };

/** It answers, has every migration of this version, and takes writes. */
export function isReady(): Promise<boolean> {
  const checks = once<{ last: Checked | undefined }>("readiness", () => ({ last: undefined }));
  const isFresh = checks.last !== undefined && performance.now() - checks.last.at < freshMs;
  if (checks.last !== undefined && isFresh) return checks.last.result;
  const result = withinTime(limitMs, check()).catch(() => false);
  checks.last = { at: performance.now(), result };
  return result;
}

async function check(): Promise<boolean> {
  const database = await open();
  const rows = await database.selectFrom("kysely_migration").select("name").execute();
  const done = new Set(rows.map(({ name }) => name));
  if (!Object.keys(migrations).every((name) => done.has(name))) return false;
  await requireWritten(database);
  return true;
}

/** All callers share one write. Rejects where it fails. */
async function requireWritten(database: Kysely<ProofTables>): Promise<void> {
  const writes = once<Writes>("readiness-writes", () => ({ lastAt: undefined, running: undefined }));
  if (writes.lastAt !== undefined && performance.now() - writes.lastAt < writtenMs) return;
  writes.running ??= proveWrite(database)
    .then(() => {
      writes.lastAt = performance.now();
    })
    .finally(() => {
      writes.running = undefined;
    });
  await writes.running;
}

async function open(): Promise<Kysely<Tables>> {
  const { database } = env();
  if (database.kind === "postgres") {
    const { connection } = database;
    return once(
      "readiness-database",
      () => new Kysely<Tables>({ dialect: new PooledPostgresDialect(connection, limits) }),
    );
  }
  // A deleted file can still be read, but its writes are lost.
  if (database.file !== ":memory:" && !existsSync(database.file)) throw new Error("The database is gone.");
  return (await db()).withTables<Tables>();
}
