import { sql } from "kysely";
import { isPostgres } from "#lib/server/tables/engine";
import type { Trx } from "#lib/server/tables/schema";

/** Invariant: who has the turn is the only one that takes happenings, until its transaction ends. */

/** A number that no other program in the same database is likely to use. */
const followUpLock = 1_868_982_907;

/** On one file a transaction that writes has the only lock that there is. */
export async function takeTurn(trx: Trx): Promise<boolean> {
  if (!isPostgres(trx)) return true;
  const { rows } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_xact_lock(${followUpLock}) as taken`.execute(trx);
  return rows[0]?.taken === true;
}

export async function waitForTurn(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(${followUpLock})`.execute(trx);
}
