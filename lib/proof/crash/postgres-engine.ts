import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { newPostgresDatabase } from "#lib/testing/database/new-database";
import { startPostgres } from "#lib/testing/database/postgres";
import { startProxy } from "#lib/testing/servers/tcp-proxy";
import type { CrashDatabase, Engine } from "./crash-database";
import { startWatcher } from "./watcher";

const undefinedTable = "42P01";
const restMs = 5;
const othersQuery = `SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;

/** Databases on a PostgreSQL server of their own, whose answers reach the dashboard late by so many milliseconds. */
export async function startPostgresEngine(answerDelayMs: number): Promise<Engine> {
  const server = await startPostgres();
  const proxy = await startProxy(server.port, answerDelayMs);
  return {
    newDatabase: async () => {
      const { url: direct, drop } = await newPostgresDatabase(server.url);
      const url = new URL(direct);
      // A statement that waits for a lock ends with its client, as what a crash cuts off does on SQLite.
      const name = url.pathname.slice(1);
      await peek(direct, `ALTER DATABASE "${name}" SET client_connection_check_interval = '20ms'`, []);
      url.port = `${proxy.port}`;
      return {
        url: url.href,
        peek: (query, ...values) => peek(direct, query, values),
        rest: () => rest(direct),
        watch: () => startWatcher(new URL("watch-postgres.mjs", import.meta.url), direct),
        drop,
      } satisfies CrashDatabase;
    },
    close: async () => {
      await proxy.close();
      await server.close();
    },
  };
}

async function peek<Row>(connectionString: string, query: string, values: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    let count = 0;
    return (
      await client.query(
        query.replaceAll("?", () => `$${++count}`),
        values,
      )
    ).rows;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return [];
    throw error;
  } finally {
    await client.end();
  }
}

/** The server goes on with the statement of a client that is gone, and only then undoes its transaction. */
async function rest(connectionString: string): Promise<void> {
  while ((await peek(connectionString, othersQuery, [])).length > 0) await setTimeout(restMs);
}
