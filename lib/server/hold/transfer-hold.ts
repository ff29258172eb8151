import type { HoldReason } from "#lib/contract/hold-reasons";
import { Problem } from "#lib/contract/problem";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { commandOrigin } from "#lib/server/auth/actor";
import { once } from "#lib/server/config/once";
import {
  isSameServer,
  mayEndEarly,
  type NotedServer,
  presentServer,
  readServer,
  type ServerIdentity,
} from "#lib/server/database/database-server";
import { log } from "#lib/server/observe/log";
import { databaseTime, readDatabaseTime } from "#lib/server/tables/database-clock";
import type { DatabaseServerRow, Db, Trx } from "#lib/server/tables/schema";
import { type Claimed, claimedAt } from "./claim-time";

/**
 * Invariant: nothing new is sent while the ledger may be older than what was sent. A claim's own transaction reads the
 * recorded server and the hold, so servers needn't talk to each other.
 */

const held =
  "The dashboard's database may have lost its newest transfers, so no new transfer is sent. Nothing was sent now. An admin can allow new transfers on the page Needs attention, after comparing with the offramp service's records.";
const changing =
  "Another database server took over. Nothing was sent now. Send the same request again: a transfer is never sent twice.";
/** The cause of a `Problem` where judging the server again may help. */
const unjudged = new Error("The database server is not the one recorded in the ledger.");

const noHold = { held_since: null, held_why: null, released_at: null, released_by: null };

export function isHeld(noted: DatabaseServerRow): boolean {
  return noted.held_since !== null && noted.released_at === null;
}

/**
 * Runs an intent's or a claim's transaction, with the database's time plus `laterMs`. Throws `transfers_held`, and
 * `database_unavailable` where the server changes meanwhile.
 */
export async function whileOpen<Result>(
  ledger: Db,
  work: (trx: Trx, at: string) => Promise<Result>,
  laterMs = 0,
): Promise<Result> {
  const attempt = () => inTransaction(ledger, async (trx) => work(trx, await requireOpen(trx, laterMs)));
  try {
    return await attempt();
  } catch (error) {
    if (!isUnjudged(error)) throw error;
    // After a change of server, all callers share one judgement.
    const judging = once<{ running: Promise<void> | undefined }>("judging", () => ({ running: undefined }));
    judging.running ??= judgeServer(ledger).finally(() => {
      judging.running = undefined;
    });
    await judging.running;
    return attempt();
  }
}

/** Because of a hold, or a server that isn't judged yet. */
export function isHoldRefusal(error: unknown): boolean {
  return (error instanceof Problem && error.code === "transfers_held") || isUnjudged(error);
}

function isUnjudged(error: unknown): boolean {
  return error instanceof Problem && error.cause === unjudged;
}

async function requireOpen(trx: Trx, laterMs: number): Promise<string> {
  const { at, noted, present } = await readServer(trx, databaseTime(trx, laterMs));
  if (noted !== undefined && isHeld(noted))
    throw new Problem("transfers_held", held, { retryAfterSeconds: 60 });
  if (noted !== undefined && isSameServer(noted, present)) return at;
  throw new Problem("database_unavailable", changing, { cause: unjudged, retryAfterSeconds: 1 });
}

/** A hold is set, or a new server isn't judged yet. */
export function mayLackTransfers({ noted, present }: NotedServer): boolean {
  if (noted === undefined || isHeld(noted)) return true;
  return !isNew(noted) && !isSameServer(noted, present);
}

function isNew({ system_id }: DatabaseServerRow): boolean {
  return system_id === "";
}

/** Compares the server with the recorded one. A new one starts a hold, unless it is a standby with every commit. */
export async function judgeServer(ledger: Db): Promise<void> {
  const { noted, present } = await readServer(ledger, databaseTime(ledger));
  const seen = once<{ last: ServerIdentity | undefined }>("seen-server", () => ({ last: undefined }));
  if (noted === undefined || !isSameServer(noted, present)) {
    await inTransaction(ledger, async (trx) => {
      const now = await lockServer(trx);
      const server = await presentServer(trx);
      if (now === undefined) await noteCopy(trx, server);
      else if (!isSameServer(now, server)) await noteChange(trx, now, server, seen.last);
    });
  }
  seen.last = present;
}

/** Locks the row until the transaction ends. */
export function lockServer(trx: Trx): Promise<DatabaseServerRow | undefined> {
  return trx
    .updateTable("database_server")
    .set({ id: 1 })
    .where("id", "=", 1)
    .returningAll()
    .executeTakeFirst();
}

/** A copied ledger, such as a backup: nobody can say what was sent after it. */
async function noteCopy(trx: Trx, server: ServerIdentity): Promise<void> {
  const inserted = await trx
    .insertInto("database_server")
    .values({ id: 1, ...server, ...noHold })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  // Another server was faster.
  if (inserted.numInsertedOrUpdatedRows === 1n) await setHold(trx, "restored_backup");
}

async function noteChange(
  trx: Trx,
  noted: DatabaseServerRow,
  server: ServerIdentity,
  seen: ServerIdentity | undefined,
): Promise<void> {
  const change = { ...server, ...(!isHeld(noted) && noHold) };
  await trx.updateTable("database_server").set(change).where("id", "=", 1).execute();
  // A standby may lack even the first record, which this process still knows.
  const before = isNew(noted) ? seen : noted;
  if (before === undefined) return;
  if (before.system_id === server.system_id && before.timeline === server.timeline) return;
  const isComplete =
    before.system_id === server.system_id && before.is_synchronous === 1 && !(await mayEndEarly(trx));
  if (!isComplete) await setHold(trx, "another_server");
  else
    log().info(
      { from: noted.timeline, to: server.timeline },
      "a synchronous standby took over: it has every commit, and new transfers go on",
    );
}

/** Returns since when. */
async function setHold(trx: Trx, reason: HoldReason): Promise<string> {
  const hold = { held_since: await readDatabaseTime(trx), held_why: reason };
  await trx
    .updateTable("database_server")
    .set({ ...hold, released_at: null, released_by: null })
    .where("id", "=", 1)
    .execute();
  log().error({ reason }, "new transfers are on hold: the database may have lost some that were sent");
  await appendAudit(trx, { ...commandOrigin, action: "transfers_held", recordId: null, detail: { reason } });
  return hold.held_since;
}

/**
 * For the operator's own word that the ledger may be older. Restarts a running hold, whose comparer hasn't seen this loss.
 * Returns since when (ISO 8601).
 */
export async function holdByHand(ledger: Db): Promise<string> {
  await judgeServer(ledger);
  return inTransaction(ledger, async (trx) => {
    await lockServer(trx);
    return setHold(trx, "by_hand");
  });
}

/** Starts no hold for a transfer that was claimed before the last release: somebody has compared since. */
export async function holdForLoss(trx: Trx, lost: Claimed): Promise<void> {
  const noted = await lockServer(trx);
  if (noted === undefined) return;
  const server = await presentServer(trx);
  // Otherwise judging the change of server would set it again.
  if (!isSameServer(noted, server)) await noteChange(trx, noted, server, undefined);
  const now = await lockServer(trx);
  if (now !== undefined && !isHeld(now) && !wasCompared(now, lost)) await setHold(trx, "lost_transfers");
}

/** Unknown for a row without the time of its claim. */
function wasCompared({ released_at }: DatabaseServerRow, lost: Claimed): boolean {
  const at = claimedAt(lost);
  return released_at !== null && at !== undefined && at < released_at;
}
