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
 * Invariant: a claim counts as its server's only while that server holds its lock in PostgreSQL, which ends with the
 * connection. A wrong "gone" is harmless: it allows nobody to send, and a late answer still counts.
 */

/** A number that no other program in the database is likely to use. */
const lockClass = 1_868_982_897;
const pingMs = 4_000;
/** Several missed checks, each of which may have waited for its answer. */
const silentSeconds = 30;

const timingFaults = { clock: clockFault, idle: idleFault };

type Instance = {
  number: number;
  client: pg.Client | undefined;
  /** Faults of the clocks that were logged. */
  told: Set<string>;
};

function thisInstance(): Instance {
  return once("instance", () => ({
    number: randomInt(1, 2 ** 31 - 1),
    client: undefined,
    told: new Set<string>(),
  }));
}

/** The number that this server claims under; `null` without its lock: then only the deadline counts. */
export function claimant(): number | null {
  const { client, number } = thisInstance();
  return client === undefined ? null : number;
}

/** Takes or renews this server's lock. False when it isn't held; the next call tries again. */
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
      // The database may hold the old, broken connection for a while.
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

/** A limit on idle sessions would release the lock. Older versions have no such setting. */
const neverIdle =
  "select set_config(name, '0', false) from pg_settings where name = 'idle_session_timeout' and setting <> '0'";

/** Logs each fault once. */
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

/** A claim whose server is gone; on SQLite the boot and the deadline find them. */
export function isSenderGone(ledger: Db): RawBuilder<boolean> {
  if (!isPostgres(ledger)) return sql<boolean>`1 = 0`;
  return sql<boolean>`(dispatched_by is not null and dispatched_by <> ${thisInstance().number} and not exists (
    ${locks} and objid::bigint = transfers.dispatched_by
  ))`;
}

/**
 * A claim of another server that holds its lock and was heard lately: still waited for. A dead machine's lock can stay for
 * hours. Our own claims are judged by their deadline.
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
