import "server-only";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { inTransaction } from "#lib/server/audit/transaction";
import { env } from "#lib/server/config/env";
import { once } from "#lib/server/config/once";
import { db } from "#lib/server/database/db";
import {
  countHappenings,
  countHistory,
  isOfToday,
  readCounting,
  startCounting,
  usualSteps,
} from "#lib/server/insight/counting";
import { dropOldSamples } from "#lib/server/insight/rates";
import { log } from "#lib/server/observe/log";
import { traitsOf } from "#lib/server/observe/log-failure";
import { underWay } from "#lib/server/observe/under-way";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db, Trx } from "#lib/server/tables/schema";

/** Invariant: one server at a time follows up what happened, and each step is one transaction. */

const everyMs = 1_000;
const dropEveryMs = 3_600_000;
/** It works a quarter of the time: callbacks and submissions go before. */
const restingShare = 3;
const longestRestMs = 250;
/** A number that no other program in the same database is likely to use. */
const followUpLock = 1_868_982_907;

type State = { isRunning: boolean; failures: number; droppedAt: number };

/** Starts following up, every second. */
export function startFollowUp(): void {
  once("follow-up", () => {
    const state: State = { isRunning: false, failures: 0, droppedAt: Number.NEGATIVE_INFINITY };
    return setInterval(() => void underWay(round(state)), everyMs).unref();
  });
}

/** Never throws: the next second tries again. */
async function round(state: State): Promise<void> {
  if (state.isRunning) return;
  state.isRunning = true;
  const start = performance.now();
  try {
    const ledger = await db();
    // In steps of a second at most, so that a stop waits no longer.
    while (performance.now() - start < everyMs) {
      const began = performance.now();
      if (!(await followUp(ledger, env().timeZone))) break;
      await setTimeout(Math.min(longestRestMs, (performance.now() - began) * restingShare));
    }
    if (start - state.droppedAt >= dropEveryMs) {
      await dropOldSamples(ledger);
      state.droppedAt = start;
    }
    state.failures = 0;
  } catch (error) {
    state.failures += 1;
    if (state.failures === 3) log().warn(traitsOf(error), "what happened can't be counted: trying again");
  } finally {
    state.isRunning = false;
  }
}

/** One step: the oldest happenings, and a page of history while not all of it is counted. Returns whether more is left. */
export async function followUp(ledger: Db, timeZone: string, steps = usualSteps): Promise<boolean> {
  const counting = await readCounting(ledger);
  const isCounted = counting !== undefined && counting.is_done === 1 && isOfToday(counting, timeZone);
  const first = await ledger.selectFrom("happenings").select("seq").limit(1).executeTakeFirst();
  if (isCounted && first === undefined) return false;
  return inTransaction(ledger, async (trx) => {
    if (!(await takeTurn(trx))) return false;
    const known = await readCounting(trx);
    const now =
      known !== undefined && isOfToday(known, timeZone) ? known : await startCounting(trx, timeZone);
    await countHappenings(trx, now, steps.happenings);
    if (now.is_done === 0) await countHistory(trx, now, steps.transfers);
    return true;
  });
}

/** Empties the totals. The server counts everything again; without one, the next start does. */
export async function countAgain(ledger: Db, timeZone: string): Promise<void> {
  await inTransaction(ledger, async (trx) => {
    if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(${followUpLock})`.execute(trx);
    await startCounting(trx, timeZone);
  });
}

/** On one file a transaction that writes has the only lock that there is. */
async function takeTurn(trx: Trx): Promise<boolean> {
  if (!isPostgres(trx)) return true;
  const { rows } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_xact_lock(${followUpLock}) as taken`.execute(trx);
  return rows[0]?.taken === true;
}
