import "server-only";
import { setTimeout } from "node:timers/promises";
import { Problem } from "#lib/problem";
import { readAnswerFiles, removeAnswerFile, reserveRoom, writeAnswerFile } from "./answer-files";
import { isDatabaseAway } from "./database-failure";
import type { Db } from "./db";
import type { InitiateOutcome } from "./initiate-outcome";
import { log } from "./log";
import { traitsOf } from "./log-failure";
import { once } from "./once";
import { recordOutcome } from "./record-outcome";
import type { TransferRow } from "./schema";

/**
 * Invariant: what the service answered is never given up. Until the database has it, it is held in memory for as long as
 * this server lives, and in a file for the next start wherever one can be written.
 */

/** A database that is busy, full, restarting, or handed over to another server is waited for. */
const holdMs = 30_000;
/** What fails otherwise is unlikely to mend itself. */
const mostOtherAttempts = 4;
const firstRetryMs = 250;
const longestRetryMs = 2_000;

/** The answers of this server that the database does not have yet. */
const unsaved = () => once("unsaved-outcomes", () => new Map<string, InitiateOutcome>());

/**
 * Records what became of an initiate. It alone is tried again, never the call. Throws `database_unavailable` where it was
 * not recorded in time; the sweep then goes on trying.
 */
export async function keepOutcome(ledger: Db, row: TransferRow, outcome: InitiateOutcome): Promise<void> {
  const start = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      await recordOutcome(ledger, row, outcome);
      if (attempt > 1) forget(row.id);
      return;
    } catch (error) {
      if (isClosed(error)) throw error;
      if (attempt === 1) hold(row.id, outcome);
      const isLast = mayPass(error) ? performance.now() - start >= holdMs : attempt >= mostOtherAttempts;
      if (isLast) {
        log().error({ transferId: row.id, ...traitsOf(error) }, "an answer of the service is not saved yet");
        throw notSaved(row.id, error);
      }
    }
    await setTimeout(Math.min(firstRetryMs * attempt, longestRetryMs));
    // The sweep of this server, or another server, was quicker.
    if (!unsaved().has(row.id)) return;
  }
}

/** Records every answer that waits, of this server and in files. Call it before a claim is called lost. */
export async function takeInAnswers(ledger: Db): Promise<void> {
  reserveRoom();
  for (const [id, outcome] of unsaved()) await takeIn(ledger, id, outcome);
  for (const { path, transferId, outcome } of readAnswerFiles()) {
    if (outcome === undefined) nameOnce(path, "the file of an answer is damaged, and is kept");
    else if (!(await takeIn(ledger, transferId, outcome)))
      nameOnce(path, "the file of an answer fits no transfer of this ledger, or was refused, and is kept");
  }
}

/** The transfers whose answer came and is not saved, as far as this server can tell. */
export function unsavedAnswers(): Set<string> {
  return new Set([...unsaved().keys(), ...readAnswerFiles().map(({ transferId }) => transferId)]);
}

/** Whether it is recorded now. Throws where the database is away, so that nothing else is decided without it. */
async function takeIn(ledger: Db, id: string, outcome: InitiateOutcome): Promise<boolean> {
  const row = await ledger.selectFrom("transfers").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) return false;
  try {
    await recordOutcome(ledger, row, outcome);
  } catch (error) {
    if (mayPass(error)) throw error;
    log().error({ transferId: id, ...traitsOf(error) }, "an answer of the service cannot be saved");
    return false;
  }
  forget(id);
  return true;
}

function hold(id: string, outcome: InitiateOutcome): void {
  unsaved().set(id, outcome);
  try {
    writeAnswerFile(id, outcome);
  } catch (error) {
    log().error({ transferId: id, ...traitsOf(error) }, "the file of an answer cannot be written");
  }
}

function forget(id: string): void {
  unsaved().delete(id);
  try {
    removeAnswerFile(id);
  } catch {
    // It says what is recorded already, and is read and removed by the next sweep.
  }
}

/** Whether time may mend it: SQLite says of a rule that is broken that it is one. */
function mayPass(error: unknown): boolean {
  const isRule = error instanceof Error && "code" in error && /^SQLITE_CONSTRAINT/.test(String(error.code));
  return isDatabaseAway(error) && !isRule;
}

/** The database is closed only as the process ends: the next start recovers what was begun. */
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
    "The service answered, but the dashboard couldn't save the answer yet. It keeps the answer and tries again automatically. Send the same request again to see what became of it: it is not sent twice.";
  return new Problem("database_unavailable", detail, { cause, extra: { transferId }, retryAfterSeconds: 5 });
}
