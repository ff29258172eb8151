import "server-only";
import { randomInt } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import { type Db, databaseKind } from "./db";
import { env } from "./env";
import { once } from "./once";
import { clientSettings } from "./postgres-dialect";

/**
 * Invariant: a claim names the server that sends it only while that server holds its lock in PostgreSQL; the database
 * takes the lock away with the connection, however process, machine or network ended. The verdict "gone" may be wrong,
 * as after a broken network, and does no harm: it gives nobody a licence to send, and the late answer still counts.
 */

/** The class of the locks: a number that no other program in the same database is likely to use. */
const lockClass = 1_868_982_897;
const pingMs = 4_000;

type Instance = { number: number; client: pg.Client | undefined };

function thisInstance(): Instance {
  return once("instance", () => ({ number: randomInt(1, 2 ** 31 - 1), client: undefined }));
}

/** The number under which this server claims now; `null` when its lock is not held: then only the deadline counts. */
export function claimant(): number | null {
  const { client, number } = thisInstance();
  return client === undefined ? null : number;
}

/** Takes this server's lock, or makes sure that it is still held. False when it is not; the next call tries again. */
export async function keepAlive(): Promise<boolean> {
  const { connection } = postgres();
  const instance = thisInstance();
  const client = instance.client ?? new pg.Client({ ...clientSettings(connection), query_timeout: pingMs });
  const drop = () => {
    if (instance.client === client) instance.client = undefined;
  };
  try {
    if (instance.client === undefined) {
      client.on("error", drop);
      client.on("end", drop);
      await client.connect();
      const { rows } = await client.query<{ is_taken: boolean }>(
        "select pg_try_advisory_lock($1, $2) as is_taken",
        [lockClass, instance.number],
      );
      // The database may hold the broken connection of before for a while.
      if (rows[0]?.is_taken !== true) throw new Error("The lock of this server is held.");
      instance.client = client;
    } else await client.query("select 1");
    return true;
  } catch {
    drop();
    void client.end().catch(() => undefined);
    return false;
  }
}

/** The condition of a claim whose server is gone; on one file the boot and the deadline find them. */
export function isSenderGone(): RawBuilder<boolean> {
  if (databaseKind() === "sqlite") return sql<boolean>`1 = 0`;
  return sql<boolean>`(dispatched_by is not null and dispatched_by <> ${thisInstance().number} and not exists (
    ${locks} and objid::bigint = transfers.dispatched_by
  ))`;
}

/** Whether a server lives on a PostgreSQL database. */
export async function hasLivingInstance(ledger: Db): Promise<boolean> {
  return (await locks.execute(ledger)).rows.length > 0;
}

const locks = sql`select 1 from pg_locks
  where locktype = 'advisory' and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())
    and classid::bigint = ${lockClass}`;

function postgres() {
  const { database } = env();
  if (database.kind !== "postgres") throw new Error("Only PostgreSQL keeps the locks of servers.");
  return database;
}
