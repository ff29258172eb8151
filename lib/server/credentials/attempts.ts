import { sql } from "kysely";
import type { Db } from "#lib/server/tables/schema";
import { latestTime } from "#lib/server/tables/stored-time";

/**
 * Invariant: an attempt is counted in the database before it is judged, so neither a restart, nor many at once, nor another
 * server gives an extra one. No window outlasts its length, even if a clock was ahead.
 */

export type Budget = { max: number; windowMs: number };

/** The longest window for guesses of passwords, codes and links. */
export const guessWindowMs = 15 * 60_000;
/** Right passwords count here as well: each costs a hash and an entry in the audit log. */
export const allTries: Budget = { max: 30, windowMs: guessWindowMs };

/** `count` is how many the window has now; beyond `max` they are refused. */
export async function countAttempt(
  ledger: Db,
  key: string,
  { max, windowMs }: Budget,
  many = 1,
): Promise<{ isAllowed: boolean; count: number; retryAfterSeconds: number }> {
  const now = Date.now();
  const at = new Date(now).toISOString();
  const endsAt = new Date(now + windowMs).toISOString();
  const row = await ledger
    .insertInto("attempts")
    .values({ key, count: many, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        count: sql<number>`CASE WHEN attempts.ends_at <= ${at} THEN ${many} ELSE attempts.count + ${many} END`,
        ends_at: sql<string>`CASE WHEN attempts.ends_at <= ${at} OR attempts.ends_at > ${endsAt} THEN ${endsAt} ELSE attempts.ends_at END`,
      }),
    )
    .returning(["count", "ends_at"])
    .executeTakeFirstOrThrow();
  const count = Number(row.count);
  const retryAfterSeconds = Math.max(1, Math.ceil((Date.parse(row.ends_at) - now) / 1000));
  return { isAllowed: count <= max, count, retryAfterSeconds };
}

/** For one that turned out to be right. */
export async function handBackAttempt(ledger: Db, key: string): Promise<void> {
  await ledger
    .updateTable("attempts")
    .set(({ eb }) => ({ count: eb("count", "-", 1) }))
    .where("key", "=", key)
    .where("count", ">", 0)
    .execute();
}

/** Call it after a success. */
export async function forgetAttempts(ledger: Db, key: string): Promise<void> {
  await ledger.deleteFrom("attempts").where("key", "=", key).execute();
}

/** Deletes what no longer counts, and what only a clock that was ahead can have written. */
export async function dropOldAttempts(ledger: Db): Promise<void> {
  const now = new Date().toISOString();
  await ledger.deleteFrom("attempts").where("ends_at", "<=", now).execute();
  await ledger.deleteFrom("challenges").where("expires_at", "<=", now).execute();
  await ledger.deleteFrom("sessions").where("expires_at", "<=", now).execute();
  await ledger.deleteFrom("one_time_links").where("expires_at", "<=", now).execute();
  const latest = latestTime();
  await ledger.deleteFrom("challenges").where("created_at", ">", latest).execute();
  await ledger.deleteFrom("sessions").where("created_at", ">", latest).execute();
  await ledger.deleteFrom("one_time_links").where("created_at", ">", latest).execute();
  const latestEnd = latestTime(guessWindowMs);
  const end = new Date(Date.now() + guessWindowMs).toISOString();
  await ledger.updateTable("attempts").set({ ends_at: end }).where("ends_at", ">", latestEnd).execute();
}
