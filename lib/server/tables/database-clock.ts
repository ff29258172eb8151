import "server-only";
import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";
import { isPostgres } from "./engine";

/**
 * Invariant: what several servers compare is told by one clock: that of PostgreSQL, which is the statement's time, so
 * that an index still serves. A file belongs to one machine, whose clock they share already.
 */

/** A server whose clock is further away than this from the database's is told so. */
const oddClockMs = 2_000;
/** How often a server makes sure of its lock: a session that may be idle for less time than this loses it. */
const pingEveryMs = 5_000;

/** The database's time, or so many milliseconds later, as a stored time (ISO 8601). */
export function databaseTime(db: QueryExecutorProvider, laterMs = 0): RawBuilder<string> {
  if (!isPostgres(db)) return sql<string>`${new Date(Date.now() + laterMs).toISOString()}`;
  return sql<string>`to_char(
    (statement_timestamp() + cast(${laterMs} as double precision) * interval '1 millisecond') at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Reads the same. */
export async function readDatabaseTime(db: QueryExecutorProvider, laterMs = 0): Promise<string> {
  // It needs no question, and a transaction on SQLite has to write before it reads.
  if (!isPostgres(db)) return new Date(Date.now() + laterMs).toISOString();
  const { rows } = await sql<{ at: string }>`select ${databaseTime(db, laterMs)} as at`.execute(db);
  const at = rows[0]?.at;
  if (at === undefined) throw new Error("PostgreSQL didn't say the time.");
  return at;
}

/** How a server and its PostgreSQL stand in time. */
export type Timing = {
  /** How far this server's clock is ahead of the database's; below 0 where it is behind. */
  aheadMs: number;
  /** What of that the way there and back may account for. */
  uncertainMs: number;
  /** After how long the database ends a session that does nothing; 0: never. */
  idleSessionMs: number;
};

type TimingRow = { now: Date; idle_session_ms: string | number };

// The setting of the server, the database and the user: our own session for the lock has switched it off for itself.
const timingQuery = `select clock_timestamp() as now, coalesce(
  (select reset_val::bigint from pg_settings where name = 'idle_session_timeout'), 0) as idle_session_ms`;

/** Compares this server's clock with PostgreSQL's, by a way to ask it. */
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

/** The same over a handle. */
export function timingOf(db: QueryExecutorProvider): Promise<Timing> {
  return readTiming((text) => sql.raw<TimingRow>(text).execute(db));
}

/** What is wrong with this server's clock, for whoever runs it. */
export function clockFault({ aheadMs, uncertainMs }: Timing): string | undefined {
  if (Math.abs(aheadMs) - uncertainMs <= oddClockMs) return undefined;
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1);
  const side = aheadMs > 0 ? "ahead of" : "behind";
  return `This machine's clock is ${seconds} seconds ${side} PostgreSQL's. No transfer becomes unknown because of it. Sign-ins, accepted quotes and the times in the ledger can be wrong. Keep the time of both machines by NTP.`;
}

/** What is wrong with the database's limit for idle sessions, for whoever runs it. */
export function idleFault({ idleSessionMs }: Timing): string | undefined {
  if (idleSessionMs === 0 || idleSessionMs > pingEveryMs) return undefined;
  return `PostgreSQL ends sessions that are idle for ${idleSessionMs} ms (idle_session_timeout), and the dashboard asks every ${pingEveryMs} ms. Its lock is exempt, so no transfer becomes unknown because of it. Its other connections are lost all the time, and requests can fail. Set idle_session_timeout to 0 for the user in DATABASE_URL.`;
}
