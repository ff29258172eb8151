import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";
import { isPostgres } from "./engine";
import { clockToleranceMs } from "./stored-time";

/** Invariant: servers compare times by one clock: PostgreSQL's, as the statement's time, or on SQLite the machine's. */

/** A server whose clock differs by more is warned. */
const oddClockMs = 2_000;
/** A shorter limit on idle sessions would release the server's lock. */
const pingEveryMs = 5_000;

/** ISO 8601, plus `laterMs`. */
export function databaseTime(db: QueryExecutorProvider, laterMs = 0): RawBuilder<string> {
  if (!isPostgres(db)) return sql<string>`${new Date(Date.now() + laterMs).toISOString()}`;
  return sql<string>`to_char(
    (statement_timestamp() + cast(${laterMs} as double precision) * interval '1 millisecond') at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

export async function readDatabaseTime(db: QueryExecutorProvider): Promise<string> {
  // No question is needed, and on SQLite a transaction must write before it reads.
  if (!isPostgres(db)) return new Date().toISOString();
  const { rows } = await sql<{ at: string }>`select ${databaseTime(db)} as at`.execute(db);
  const at = rows[0]?.at;
  if (at === undefined) throw new Error("PostgreSQL didn't say the time.");
  return at;
}

/** How a server's clock compares with PostgreSQL's. */
export type Timing = {
  /** Below 0 where this server's clock is behind. */
  aheadMs: number;
  /** The round trip's share of the difference. */
  uncertainMs: number;
  /** When the database ends an idle session; 0: never. */
  idleSessionMs: number;
};

type TimingRow = { now: Date; idle_session_ms: string | number };

// The configured value: our own session for the lock has switched it off.
const timingQuery = `select clock_timestamp() as now, coalesce(
  (select reset_val::bigint from pg_settings where name = 'idle_session_timeout'), 0) as idle_session_ms`;

/** `ask` runs the query. */
export async function readTiming(
  ask: (text: string) => Promise<{ rows: readonly TimingRow[] }>,
): Promise<Timing> {
  const [askedAt, startedAt] = [Date.now(), performance.now()];
  const { rows } = await ask(timingQuery);
  const uncertainMs = (performance.now() - startedAt) / 2;
  const row = rows[0];
  if (row === undefined) throw new Error("PostgreSQL didn't say the time.");
  const aheadMs = askedAt + uncertainMs - row.now.getTime();
  return { aheadMs, uncertainMs, idleSessionMs: Number(row.idle_session_ms) };
}

export function timingOf(db: QueryExecutorProvider): Promise<Timing> {
  return readTiming((text) => sql.raw<TimingRow>(text).execute(db));
}

/** A sentence for the operator. */
export function clockFault({ aheadMs, uncertainMs }: Timing): string | undefined {
  if (Math.abs(aheadMs) - uncertainMs <= oddClockMs) return undefined;
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1);
  const side = aheadMs > 0 ? "ahead of" : "behind";
  return `This machine's clock is ${seconds} seconds ${side} PostgreSQL's. No transfer becomes unknown because of it. Sign-ins, accepted quotes and the times in the ledger can be wrong. Sessions and links count on servers that are up to ${clockToleranceMs / 60_000} minutes apart; beyond that, people are signed out. Set the clocks of both machines by NTP.`;
}

/** A sentence for the operator. */
export function idleFault({ idleSessionMs }: Timing): string | undefined {
  if (idleSessionMs === 0 || idleSessionMs > pingEveryMs) return undefined;
  return `PostgreSQL ends sessions that are idle for ${idleSessionMs} ms (idle_session_timeout), and the dashboard asks every ${pingEveryMs} ms. Its lock is exempt, so no transfer becomes unknown because of it. Its other connections are lost all the time, and requests can fail. Set idle_session_timeout to 0 for the user in DATABASE_URL.`;
}
