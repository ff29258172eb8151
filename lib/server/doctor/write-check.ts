import { setTimeout } from "node:timers/promises";
import { Kysely, sql } from "kysely";
import type { PostgresConnection } from "#lib/server/config/database-setting";
import { env } from "#lib/server/config/env";
import { explainFailure } from "#lib/server/database/explain-failure";
import { PooledPostgresDialect, type PoolLimits } from "#lib/server/database/postgres/postgres-dialect";
import { DatabaseFailure } from "#lib/server/tables/database-failure";
import type { Db } from "#lib/server/tables/schema";
import { lockLimitMs, type ProofTables, proveWrite } from "#lib/server/tables/write-proof";
import { bad, type Finding, ok } from "./finding";

/** Invariant: the doctor proves a write as `/readyz` does, and names who is in the way. */

const topic = "database";
/** One connection proves, the other looks at who blocks it. */
const limits: PoolLimits = { max: 2, statementMs: 2_000, answerMs: 2_500, idleInTransactionMs: 2_000 };
const lookEveryMs = 50;
const diskFull = "53100";

const nothingWorks =
  "Until this is fixed, no transfer can be created and no callback is kept. Nothing that was sent is sent again.";

/** Whether a row can be written now with the locks that every transfer takes. */
export async function writeFinding(ledger: Db): Promise<Finding> {
  const { database } = env();
  try {
    if (database.kind === "postgres") return await proveAndWatch(database.connection);
    await proveWrite(ledger.withTables<ProofTables>());
    return ok(topic, "A row was written just now.");
  } catch (error) {
    const isFull = error instanceof DatabaseFailure && error.state === diskFull;
    const why = isFull ? "The disk of PostgreSQL is full. Make room there." : explainFailure(error);
    return bad(topic, `Nothing can be written now. ${why} ${nothingWorks}`);
  }
}

async function proveAndWatch(connection: PostgresConnection): Promise<Finding> {
  const database = new Kysely<ProofTables>({ dialect: new PooledPostgresDialect(connection, limits) });
  const watch: Watch = { blockers: [], isOver: false };
  let watching: Promise<void> = Promise.resolve();
  try {
    await proveWrite(database, (pid) => {
      watching = lookAtBlockers(database, pid, watch);
    });
    return ok(topic, "A row was written just now, with the locks that every transfer takes.");
  } catch (error) {
    if (watch.blockers.length === 0) throw error;
    return bad(
      topic,
      `Nothing can be written now: a lock that every transfer needs wasn't free within ${lockLimitMs} ms. ${watch.blockers.join(" ")} ${nothingWorks}`,
    );
  } finally {
    watch.isOver = true;
    await watching;
    await database.destroy();
  }
}

type Watch = { blockers: readonly string[]; isOver: boolean };

/** Notes who blocks a session at the end of the chain: one that waits itself is not the cause. */
async function lookAtBlockers(database: Kysely<ProofTables>, waiting: number, watch: Watch): Promise<void> {
  while (!watch.isOver) {
    const { rows } = await sql<Blocker>`
      with recursive ahead (pid) as (
        select unnest(pg_blocking_pids(${waiting}))
        union select next.pid from ahead, lateral unnest(pg_blocking_pids(ahead.pid)) as next (pid)
      )
      select ahead.pid, application_name, usename, state, xact_start as since
      from ahead left join pg_stat_activity on pg_stat_activity.pid = ahead.pid
      where cardinality(pg_blocking_pids(ahead.pid)) = 0 order by ahead.pid`
      .execute(database)
      .catch(() => ({ rows: [] }));
    if (rows.length > 0) watch.blockers = rows.map(describeBlocker);
    await setTimeout(lookEveryMs);
  }
}

type Blocker = {
  pid: number;
  application_name: string | null;
  usename: string | null;
  state: string | null;
  since: Date | null;
};

function describeBlocker({ pid, application_name, usename, state, since }: Blocker): string {
  // PostgreSQL's number for a prepared transaction that no session holds.
  if (pid === 0)
    return "A prepared transaction holds it: find it in pg_prepared_xacts, and commit it or roll it back.";
  const application = application_name === null || application_name === "" ? "no name" : application_name;
  const time = since === null ? "a time that this user may not see" : since.toISOString();
  return `Process ${pid} (application ${application}, user ${usename ?? "unknown"}, ${state ?? "state unknown"}) has been in a transaction since ${time}. End it there, or run: select pg_terminate_backend(${pid}).`;
}
