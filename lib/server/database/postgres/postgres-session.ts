import { isDeepStrictEqual } from "node:util";
import { type Kysely, sql } from "kysely";
import type pg from "pg";
import { ConfigurationError } from "#lib/server/config/env";

/** Invariant: a session has the settings that this code assumes, whatever the role's own, and stays on one backend. */

/** What a pooler in between must be told; see docs/operating.md. */
const moved =
  "DATABASE_URL leads to a pooler that gives each transaction another connection to PostgreSQL (transaction pooling). The dashboard needs its settings and locks to stay with its connection: set pool_mode=session at PgBouncer, or connect to PostgreSQL directly.";

type Session = { backend: number; settings: Record<string, string> };

/**
 * Sets a connection by statement, since a pooler drops start-up settings. Throws {@link ConfigurationError} when they don't
 * hold. Skips settings that an older server lacks. `limitMs` is for each answer: a pooler connects before its server does.
 */
export async function prepareSession(
  client: pg.ClientBase,
  settings: Record<string, string>,
  limitMs: number,
): Promise<void> {
  const ask = async (value: string): Promise<Session | undefined> => {
    const text = `select pg_backend_pid() as backend, json_object_agg(key, ${value}) as settings
      from json_each_text($1) where current_setting(key, true) is not null`;
    const limited = { text, values: [JSON.stringify(settings)], query_timeout: limitMs };
    return (await client.query<Session>(limited)).rows[0];
  };
  const set = await ask("set_config(key, value, false)");
  if (!isDeepStrictEqual(set, await ask("current_setting(key)"))) throw new ConfigurationError([moved]);
}

/** Throws {@link ConfigurationError} when two connections share a backend. One alone can't tell: use a pool of two. */
export async function refuseTransactionPooling<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.connection().execute(async (first) => {
    const before = await backendOf(first);
    const after = await db.transaction().execute(async (other) => {
      await backendOf(other);
      return backendOf(first);
    });
    if (before !== after) throw new ConfigurationError([moved]);
  });
}

async function backendOf<Tables>(connection: Kysely<Tables>): Promise<number | undefined> {
  const { rows } = await sql<{ backend: number }>`select pg_backend_pid() as backend`.execute(connection);
  return rows[0]?.backend;
}
