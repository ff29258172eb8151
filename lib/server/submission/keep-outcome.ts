import { setTimeout } from "node:timers/promises";
import { Problem } from "#lib/contract/problem";
import { once } from "#lib/server/config/once";
import { nameServer } from "#lib/server/database/database-server";
import { inSnapshot } from "#lib/server/database/snapshot";
import { log } from "#lib/server/observe/log";
import { traitsOf } from "#lib/server/observe/log-failure";
import type { InitiateOutcome } from "#lib/server/service/initiate-outcome";
import { isDatabaseAway } from "#lib/server/tables/database-failure";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db } from "#lib/server/tables/schema";
import type { Submission } from "#lib/transfer/transfer-status";
import { readAnswerFiles, removeAnswerFile, reserveRoom, writeAnswerFile } from "./answer-files";
import { recordClaimAgain, recordOutcome } from "./record-outcome";
import { forgetReadBack, isOlder, noteReadBack, notReadBack, type Sent } from "./sent";

/** Invariant: a service's answer is kept in memory, and in a file where possible, until the database has it. */

/** How long to wait for a database that is busy, full, restarting, or failing over. */
const holdMs = 30_000;
/** Other failures are unlikely to pass. */
const mostOtherAttempts = 4;
const firstRetryMs = 250;
const longestRetryMs = 2_000;
const mostReadAtOnce = 500;
/** States in which an initiate's answer is recorded. */
const settled = new Set<Submission | undefined>(["accepted", "rejected", "not_created"]);

/** The answers of this server that the database does not have yet. */
const unsaved = () => once("unsaved-outcomes", () => new Map<string, Answered>());
type Answered = { sent?: Sent | undefined; outcome: InitiateOutcome };

/** Retries the recording, never the call. Throws `database_unavailable` where it took too long; the sweep goes on trying. */
export async function keepOutcome(ledger: Db, sent: Sent, outcome: InitiateOutcome): Promise<void> {
  const { id } = sent.row;
  const start = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      await recordOutcome(ledger, sent, outcome);
      if (attempt > 1) forget(id);
      return;
    } catch (error) {
      if (isClosed(error)) throw error;
      if (attempt === 1) hold({ sent, outcome });
      const isLast = mayPass(error) ? performance.now() - start >= holdMs : attempt >= mostOtherAttempts;
      if (isLast) {
        log().error({ transferId: id, ...traitsOf(error) }, "an answer of the service is not saved yet");
        throw notSaved(id, error);
      }
    }
    await setTimeout(Math.min(firstRetryMs * attempt, longestRetryMs));
    // A sweep, or another server, was faster.
    if (!unsaved().has(id)) return;
  }
}

/** From memory and files. Call it before a claim is called lost. */
export async function takeInAnswers(ledger: Db): Promise<void> {
  reserveRoom();
  for (const [id, answered] of unsaved()) await takeIn(ledger, id, answered);
  for (const { path, transferId, content } of readAnswerFiles()) {
    if (content === undefined)
      nameOnce(path, "the file of an answer is damaged, or this dashboard has not signed it, and it is kept");
    else if (!(await takeIn(ledger, transferId, content)))
      nameOnce(path, "the file of an answer fits no transfer of this ledger, or was refused, and is kept");
  }
}

/**
 * Looks for everything that this server has sent, after each outcome and after a change of PostgreSQL server, and writes
 * again what the database lost. A standby may lack the last commits.
 */
export async function readBack(ledger: Db): Promise<void> {
  for (const { submission, outcome, ...sent } of await lookForSent(ledger)) {
    if (outcome !== undefined) await bringBack(ledger, submission, { sent, outcome });
    // Its answer is still to come, and nobody must take it for unsent.
    else if (isOlder(submission)) await recordClaimAgain(ledger, sent);
    // Counts only at the next look: this server may be the one that is being left.
    if (!isOlder(submission) && submission !== "dispatching") noteReadBack({ ...sent, outcome });
  }
}

/** One connection for all, since another may already lead to a standby that took over. */
function lookForSent(ledger: Db) {
  return inSnapshot(ledger, async (snapshot) => {
    const seen = once("database-server", () => ({ name: "" }));
    const name = await nameServer(snapshot);
    if (name !== seen.name) forgetReadBack();
    seen.name = name;
    const sought = notReadBack();
    const found = new Map<string, Submission>();
    for (const part of inParts(sought, mostReadAtOnce)) {
      const ids = part.map(({ row }) => row.id);
      const rows = await snapshot
        .selectFrom("transfers")
        .select(["id", "submission"])
        .where(isOneOf(snapshot, "id", ids))
        .execute();
      for (const { id, submission } of rows) found.set(id, submission);
    }
    return sought.map((sent) => ({ ...sent, submission: found.get(sent.row.id) }));
  });
}

async function bringBack(
  ledger: Db,
  submission: Submission | undefined,
  answered: Answered & { sent: Sent },
): Promise<void> {
  const { id } = answered.sent.row;
  if (settled.has(submission) || unsaved().has(id)) return;
  // Repeating it changes nothing. One that fails must not hold up the rest.
  if (!(await takeIn(ledger, id, answered))) hold(answered);
}

function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}

/** As far as this server can tell. */
export function unsavedAnswers(): Set<string> {
  return new Set([...unsaved().keys(), ...readAnswerFiles().map(({ transferId }) => transferId)]);
}

/** Whether it is recorded now. Throws where the database is away, so that nothing is decided without it. */
async function takeIn(ledger: Db, id: string, { sent, outcome }: Answered): Promise<boolean> {
  const row = await ledger.selectFrom("transfers").selectAll().where("id", "=", id).executeTakeFirst();
  const known = sent ?? (row && { row, by: null, agreed: [] });
  if (known === undefined) return false;
  try {
    await recordOutcome(ledger, known, outcome);
  } catch (error) {
    if (mayPass(error)) throw error;
    log().error({ transferId: id, ...traitsOf(error) }, "an answer of the service cannot be saved");
    return false;
  }
  forget(id);
  return true;
}

function hold({ sent, outcome }: Answered & { sent: Sent }): void {
  const { id } = sent.row;
  unsaved().set(id, { sent, outcome });
  try {
    writeAnswerFile({ transferId: id, sent, outcome });
  } catch (error) {
    log().error({ transferId: id, ...traitsOf(error) }, "the file of an answer cannot be written");
  }
}

function forget(id: string): void {
  unsaved().delete(id);
  try {
    removeAnswerFile(id);
  } catch {
    // It says what is recorded already; the next sweep removes it.
  }
}

/** SQLite has a code for a broken rule, which time won't mend. */
function mayPass(error: unknown): boolean {
  const isRule = error instanceof Error && "code" in error && /^SQLITE_CONSTRAINT/.test(String(error.code));
  return isDatabaseAway(error) && !isRule;
}

/** The database is closed only as the process ends: the next start recovers. */
function isClosed(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(driver has already been destroyed|The database was closed)/.test(error.message)
  );
}

function nameOnce(path: string, message: string): void {
  const named = once("named-answer-files", () => new Set<string>());
  if (named.has(path)) return;
  named.add(path);
  log().error({ path }, message);
}

function notSaved(transferId: string, cause: unknown): Problem {
  const detail =
    "The service answered, but the dashboard couldn't save the answer yet. It is retrying automatically. Send the same request again to see the outcome: a transfer is never sent twice.";
  return new Problem("database_unavailable", detail, { cause, extra: { transferId }, retryAfterSeconds: 5 });
}
