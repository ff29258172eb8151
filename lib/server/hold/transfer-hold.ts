import "server-only";
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
 * Invariant: nothing new is sent while the ledger may be older than what was sent. A claim is made only on the server
 * that the ledger has noted, and while no hold is set; both are read by the claim's own transaction, so that it needs no
 * word between servers.
 */

const held =
  "The dashboard's database may have lost its newest transfers, so no new transfer is sent. Nothing was sent now. An admin can allow new transfers on the page Needs attention, after comparing with the offramp service's records.";
const changing =
  "Another database server took over. Nothing was sent now. Send the same request again: a transfer is never sent twice.";
/** Why a `Problem` was thrown, where looking at the server again may help. */
const unjudged = new Error("The database server is not the one recorded in the ledger.");

const noHold = { held_since: null, held_why: null, released_at: null, released_by: null };

/** Whether a hold was set and nobody has released it. */
export function isHeld(noted: DatabaseServerRow): boolean {
  return noted.held_since !== null && noted.released_at === null;
}

/**
 * Runs the transaction of an intent or a claim, with the database's time so many milliseconds later. Throws
 * `transfers_held` while new transfers are on hold, and `database_unavailable` where the server changes meanwhile.
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
    // All that wait at a change of server judge it once.
    const judging = once<{ running: Promise<void> | undefined }>("judging", () => ({ running: undefined }));
    judging.running ??= judgeServer(ledger).finally(() => {
      judging.running = undefined;
    });
    await judging.running;
    return attempt();
  }
}

/** Whether a transaction was refused because of a hold, or of a server that is not judged yet. */
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

/** Whether the ledger may lack what was committed: a hold is set, or a new server is not judged yet. */
export function mayLackTransfers({ noted, present }: NotedServer): boolean {
  if (noted === undefined || isHeld(noted)) return true;
  return !isNew(noted) && !isSameServer(noted, present);
}

/** Whether the ledger was never on any server. */
function isNew({ system_id }: DatabaseServerRow): boolean {
  return system_id === "";
}

/**
 * Compares the server that answers with the noted one. Notes a new one, and holds new transfers where it may lack what was
 * committed: a standby that took over is complete only where every commit waited for it.
 */
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

/** The row as it is, and nobody else's until the transaction ends. */
export function lockServer(trx: Trx): Promise<DatabaseServerRow | undefined> {
  return trx
    .updateTable("database_server")
    .set({ id: 1 })
    .where("id", "=", 1)
    .returningAll()
    .executeTakeFirst();
}

/** A ledger that was copied, as a backup is: nobody can say what was sent after it. */
async function noteCopy(trx: Trx, server: ServerIdentity): Promise<void> {
  const inserted = await trx
    .insertInto("database_server")
    .values({ id: 1, ...server, ...noHold })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  // Another server was quicker.
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
  // A standby may lack even the first note of a server, which this process still knows.
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

/** Gives since when. */
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
 * Holds new transfers because whoever runs the server says that the ledger may be older than what was sent. One that is
 * in force begins anew, since who compared has not seen this loss. Returns since when (ISO 8601).
 */
export async function holdByHand(ledger: Db): Promise<string> {
  await judgeServer(ledger);
  return inTransaction(ledger, async (trx) => {
    await lockServer(trx);
    return setHold(trx, "by_hand");
  });
}

/**
 * Holds new transfers because the database has lost one that was sent, whatever its server says of itself. One
 * that was claimed before the last hold was released holds nothing again: somebody has compared since.
 */
export async function holdForLoss(trx: Trx, lost: Claimed): Promise<void> {
  const noted = await lockServer(trx);
  if (noted === undefined) return;
  const server = await presentServer(trx);
  // A hold that is set before the change of server is judged would be set again by that.
  if (!isSameServer(noted, server)) await noteChange(trx, noted, server, undefined);
  const now = await lockServer(trx);
  if (now !== undefined && !isHeld(now) && !wasCompared(now, lost)) await setHold(trx, "lost_transfers");
}

/** Whether a transfer was claimed before somebody compared; of a row that doesn't say when, nobody knows. */
function wasCompared({ released_at }: DatabaseServerRow, lost: Claimed): boolean {
  const at = claimedAt(lost);
  return released_at !== null && at !== undefined && at < released_at;
}
