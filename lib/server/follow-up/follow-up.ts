import { setTimeout } from "node:timers/promises";
import { noteAllAsTold } from "#lib/server/attention/told";
import { inTransaction } from "#lib/server/audit/transaction";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { startRounds } from "#lib/server/observe/rounds";
import { messengers } from "#lib/server/outbox/messengers";
import type { Db, Trx } from "#lib/server/tables/schema";
import { raiseAttention } from "./raise-attention";
import { type Steps, takers } from "./takers";
import { takeTurn } from "./turn";

/**
 * Invariant: one server at a time follows up what happened. A happening is told in one transaction, and in a later one features
 * take what they need of it and it is gone: what can't be taken is told all the same.
 */

const everyMs = 1_000;
const raiseEveryMs = 60_000;
/** It works a twentieth of the time: callbacks and submissions go before. */
const restingShare = 19;
const longestRestMs = 250;
const usualSteps: Steps = { happenings: 500, transfers: 2_000 };

type State = { raisedAt: number };

/** Starts following up, every second. */
export function startFollowUp(): void {
  const state: State = { raisedAt: Number.NEGATIVE_INFINITY };
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
    await inSteps(() => handOver(ledger, env().timeZone));
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

/** A step of each: tells, then hands over. Returns whether more is left. */
export async function followUp(ledger: Db, timeZone: string, steps = usualSteps): Promise<boolean> {
  const isMoreToTell = await tell(ledger, steps.happenings);
  return (await handOver(ledger, timeZone, steps)) || isMoreToTell;
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

/** One step: of the oldest happenings that were told features take what they need, and these are gone. Returns whether more is left. */
async function handOver(ledger: Db, timeZone: string, steps = usualSteps): Promise<boolean> {
  const told = (from: Db | Trx) =>
    from.selectFrom("happenings").select("seq").where("is_told", "=", 1).orderBy("seq");
  const behind = await Promise.all(takers.all().map(({ isBehind }) => isBehind(ledger, timeZone)));
  const first = await told(ledger).limit(1).executeTakeFirst();
  if (!behind.includes(true) && first === undefined) return false;
  return inTransaction(ledger, async (trx) => {
    if (!(await takeTurn(trx))) return false;
    const seqs = (await told(trx).limit(steps.happenings).execute()).map(({ seq }) => seq);
    let isMore = seqs.length === steps.happenings;
    for (const { take } of takers.all()) isMore = (await take(trx, seqs, { timeZone, ...steps })) || isMore;
    if (seqs.length > 0) await trx.deleteFrom("happenings").where("seq", "in", seqs).execute();
    return isMore;
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
