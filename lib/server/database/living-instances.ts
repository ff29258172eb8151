import "server-only";
import { randomInt } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import { env } from "#lib/server/config/env";
import { once } from "#lib/server/config/once";
import { clientSettings } from "#lib/server/database/postgres/postgres-dialect";
import { log } from "#lib/server/observe/log";
import { clockFault, idleFault, readTiming, type Timing } from "#lib/server/tables/database-clock";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db } from "#lib/server/tables/schema";

/**
 * Invariant: a claim names the server that sends it only while that server holds its lock in PostgreSQL; the database
 * takes the lock away with the connection, however process, machine or network ended. The verdict "gone" may be wrong,
 * as after a broken network, and does no harm: it gives nobody a licence to send, and the late answer still counts.
 */

/** The class of the locks: a number that no other program in the same database is likely to use. */
const lockClass = 1_868_982_897;
const pingMs = 4_000;
/** Several questions that did not come, each of which may have waited for its answer. */
const silentSeconds = 30;

const timingFaults = { clock: clockFault, idle: idleFault };

type Instance = {
  number: number;
  client: pg.Client | undefined;
  /** What is wrong with the times of this server or its database, and was logged. */
  told: Set<string>;
};

function thisInstance(): Instance {
  return once("instance", () => ({
    number: randomInt(1, 2 ** 31 - 1),
    client: undefined,
    told: new Set<string>(),
  }));
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
      await client.query(neverIdle);
      const { rows } = await client.query<{ is_taken: boolean }>(
        "select pg_try_advisory_lock($1, $2) as is_taken",
        [lockClass, instance.number],
      );
      // The database may hold the broken connection of before for a while.
      if (rows[0]?.is_taken !== true) throw new Error("The lock of this server is held.");
      instance.client = client;
    }
    tellFaults(instance, await readTiming((text) => client.query(text)));
    return true;
  } catch {
    drop();
    void client.end().catch(() => undefined);
    return false;
  }
}

/** A limit for idle sessions would take the lock away between two questions. Older versions have no such setting. */
const neverIdle =
  "select set_config(name, '0', false) from pg_settings where name = 'idle_session_timeout' and setting <> '0'";

/** Each once: at the start, or when it comes up. */
function tellFaults(instance: Instance, timing: Timing): void {
  for (const [kind, faultOf] of Object.entries(timingFaults)) {
    const fault = faultOf(timing);
    if (fault === undefined) instance.told.delete(kind);
    else if (!instance.told.has(kind)) {
      instance.told.add(kind);
      log().warn(fault);
    }
  }
}

/** The condition of a claim whose server is gone; on one file the boot and the deadline find them. */
export function isSenderGone(ledger: Db): RawBuilder<boolean> {
  if (!isPostgres(ledger)) return sql<boolean>`1 = 0`;
  return sql<boolean>`(dispatched_by is not null and dispatched_by <> ${thisInstance().number} and not exists (
    ${locks} and objid::bigint = transfers.dispatched_by
  ))`;
}

/**
 * The condition of a claim whose server is another one that holds its lock and has asked something lately: it is still
 * waited for. The lock of a machine that lost its network or its power can stay for hours, and so can that of a process
 * that stands still. What this server claimed itself, its deadline judges.
 */
export function isSenderHeard(ledger: Db): RawBuilder<boolean> {
  if (!isPostgres(ledger)) return sql<boolean>`1 = 0`;
  return sql<boolean>`(dispatched_by is not null and dispatched_by <> ${thisInstance().number} and exists (
    ${locks} and objid::bigint = transfers.dispatched_by and exists (
      select 1 from pg_stat_activity where pg_stat_activity.pid = pg_locks.pid
        and coalesce(state_change > statement_timestamp() - ${silentSeconds} * interval '1 second', true)
    )
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
