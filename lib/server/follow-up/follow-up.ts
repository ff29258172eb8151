import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { noteAllAsTold } from "#lib/server/attention/told";
import { inTransaction } from "#lib/server/audit/transaction";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import {
  countHappenings,
  countHistory,
  isOfToday,
  readCounting,
  readHappenings,
  startCounting,
  usualSteps,
} from "#lib/server/insight/counting";
import { dropOldSamples } from "#lib/server/insight/rates";
import { startRounds } from "#lib/server/observe/rounds";
import { messengers } from "#lib/server/outbox/messengers";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db, Trx } from "#lib/server/tables/schema";
import { raiseAttention } from "./raise-attention";

/**
 * Invariant: one server at a time follows up what happened. A happening is told in one transaction, and in a later one it is
 * counted and gone: what can't be counted is told all the same.
 */

const everyMs = 1_000;
const dropEveryMs = 3_600_000;
const raiseEveryMs = 60_000;
/** It works a twentieth of the time: callbacks and submissions go before. */
const restingShare = 19;
const longestRestMs = 250;
/** A number that no other program in the same database is likely to use. */
const followUpLock = 1_868_982_907;

type State = { droppedAt: number; raisedAt: number };

/** Starts following up, every second. */
export function startFollowUp(): void {
  const state: State = { droppedAt: Number.NEGATIVE_INFINITY, raisedAt: Number.NEGATIVE_INFINITY };
  const failing = "what happened can't be told or counted: trying again";
  startRounds({ name: "follow-up", everyMs, failing }, () => round(state));
}

async function round(state: State): Promise<void> {
  const start = performance.now();
  const ledger = await db();
  try {
    await inSteps(() => tell(ledger));
    if (start - state.raisedAt >= raiseEveryMs && !(await raise(ledger))) state.raisedAt = start;
  } finally {
    await inSteps(() => count(ledger, env().timeZone));
  }
  if (start - state.droppedAt >= dropEveryMs) {
    await dropOldSamples(ledger);
    state.droppedAt = start;
  }
}

/** For half a second at most, so that a stop waits no longer. */
async function inSteps(step: () => Promise<boolean>): Promise<void> {
  const start = performance.now();
  while (performance.now() - start < everyMs / 2) {
    const began = performance.now();
    if (!(await step())) return;
    await setTimeout(Math.min(longestRestMs, (performance.now() - began) * restingShare));
  }
}

/** A step of each: tells, then counts. Returns whether more is left. */
export async function followUp(ledger: Db, timeZone: string, steps = usualSteps): Promise<boolean> {
  const isMoreToTell = await tell(ledger, steps.happenings);
  return (await count(ledger, timeZone, steps)) || isMoreToTell;
}

/** One step: the oldest happenings that nobody was told of. Returns whether more is left. */
async function tell(ledger: Db, atOnce = usualSteps.happenings): Promise<boolean> {
  const untold = (from: Db | Trx) =>
    from.selectFrom("happenings").select("seq").where("is_told", "=", 0).orderBy("seq");
  if ((await untold(ledger).limit(1).executeTakeFirst()) === undefined) return false;
  return inTransaction(ledger, async (trx) => {
    if (!(await takeTurn(trx))) return false;
    const seqs = (await untold(trx).limit(atOnce).execute()).map(({ seq }) => seq);
    if (seqs.length === 0) return false;
    for (const { writeNews } of messengers.all()) await writeNews(trx, seqs);
    await trx.updateTable("happenings").set({ is_told: 1 }).where("seq", "in", seqs).execute();
    return seqs.length === atOnce;
  });
}

/** One step: the oldest happenings that were told, and a page of history while not all of it is counted. */
async function count(ledger: Db, timeZone: string, steps = usualSteps): Promise<boolean> {
  const counting = await readCounting(ledger);
  const isCounted = counting !== undefined && counting.is_done === 1 && isOfToday(counting, timeZone);
  const first = await ledger
    .selectFrom("happenings")
    .select("seq")
    .where("is_told", "=", 1)
    .limit(1)
    .executeTakeFirst();
  if (isCounted && first === undefined) return false;
  return inTransaction(ledger, async (trx) => {
    if (!(await takeTurn(trx))) return false;
    const known = await readCounting(trx);
    const now =
      known !== undefined && isOfToday(known, timeZone) ? known : await startCounting(trx, timeZone);
    const happenings = await readHappenings(trx, { limit: steps.happenings, isTold: true });
    await countHappenings(trx, now, happenings);
    if (now.is_done === 0) await countHistory(trx, now, steps.transfers);
    return now.is_done === 0 || happenings.length === steps.happenings;
  });
}

/** Tells what needs a person by now. Returns whether more is left. */
export async function raise(ledger: Db): Promise<boolean> {
  return inTransaction(ledger, async (trx) => {
    if (!(await takeTurn(trx))) return false;
    if (await isAnyoneTold(trx)) return raiseAttention(trx);
    await noteAllAsTold(trx, new Date().toISOString());
    return false;
  });
}

async function isAnyoneTold(trx: Trx): Promise<boolean> {
  for (const messenger of messengers.all()) if (await messenger.isAnyoneTold(trx)) return true;
  return false;
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
