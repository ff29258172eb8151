import "server-only";
import { existsSync } from "node:fs";
import { Kysely } from "kysely";
import { db } from "./db";
import { env } from "./env";
import { migrations } from "./migrations";
import { once } from "./once";
import { PooledPostgresDialect, type PoolLimits } from "./postgres-dialect";
import { withinTime } from "./within-time";

/**
 * Invariant: whether this server can do its work is asked of the database alone, never of the service, and answered
 * within two seconds; however often it is asked, the database hears one question at a time.
 */

const limitMs = 1_300;
/** An answer serves whoever asks within this time: the page is open, and must cost the database nothing. */
const freshMs = 500;
/** A connection of its own: those of the requests may all be busy, or wait for an answer for longer than this may. */
const limits: PoolLimits = { max: 1, statementMs: 1_000, answerMs: 1_200, idleInTransactionMs: 1_000 };

type Checked = { at: number; result: Promise<boolean> };
type Migrated = { kysely_migration: { name: string } };

/** Whether the database answers and has every migration of this version. */
export function isReady(): Promise<boolean> {
  const checks = once<{ last: Checked | undefined }>("readiness", () => ({ last: undefined }));
  const isFresh = checks.last !== undefined && performance.now() - checks.last.at < freshMs;
  if (checks.last !== undefined && isFresh) return checks.last.result;
  const result = withinTime(limitMs, check()).catch(() => false);
  checks.last = { at: performance.now(), result };
  return result;
}

async function check(): Promise<boolean> {
  const rows = await (await reader()).selectFrom("kysely_migration").select("name").execute();
  const done = new Set(rows.map(({ name }) => name));
  return Object.keys(migrations).every((name) => done.has(name));
}

async function reader(): Promise<Kysely<Migrated>> {
  const { database } = env();
  if (database.kind === "postgres") {
    const { connection } = database;
    return once(
      "readiness-database",
      () => new Kysely<Migrated>({ dialect: new PooledPostgresDialect(connection, limits) }),
    );
  }
  // A file that was taken away can still be read, and whatever is written to it is lost.
  if (database.file !== ":memory:" && !existsSync(database.file)) throw new Error("The database is gone.");
  return (await db()) as unknown as Kysely<Migrated>;
}
