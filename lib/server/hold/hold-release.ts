import { Problem } from "#lib/contract/problem";
import type { TransferHold } from "#lib/contract/records";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { once } from "#lib/server/config/once";
import { readServer } from "#lib/server/database/database-server";
import { db } from "#lib/server/database/db";
import { databaseTime, readDatabaseTime } from "#lib/server/tables/database-clock";
import { inGroups } from "#lib/server/tables/in-groups";
import type { DatabaseServerRow, Db, Trx } from "#lib/server/tables/schema";
import { isHeld, judgeServer, lockServer, mayLackTransfers } from "./transfer-hold";
import { callIntentsUnknown } from "./unsure-intents";

/**
 * Invariant: a person who compared ends a hold, and only the one that they saw. What was recorded before is never sent: the
 * database may have lost its claim.
 */

/** By then every living server has saved again what it sent. */
const settleMs = 30_000;
/** A callback sent again costs nothing; one that got 404 may never return. */
const rememberedMs = 5_000;

/** `null` while new transfers are sent. */
export async function findHold(): Promise<TransferHold | null> {
  const ledger = await db();
  await judgeServer(ledger);
  const { noted } = await readServer(ledger, databaseTime(ledger));
  if (noted === undefined || !isHeld(noted) || noted.held_since === null || noted.held_why === null)
    return null;
  return { since: noted.held_since, reason: noted.held_why, writtenAgain: await countWrittenAgain(ledger) };
}

/** Whether every living server has had time to save again what it sent. */
export async function isHoldSettled(ledger: Db): Promise<boolean> {
  const { noted, at } = await readServer(ledger, databaseTime(ledger, -settleMs));
  return noted !== undefined && isHeld(noted) && noted.held_since !== null && noted.held_since < at;
}

/**
 * Repeating it changes nothing. `endWaits` ends what was asked before the hold and not decided. Throws `not_possible_now` for
 * another hold than the one of `since`, or a too recent one.
 */
export async function releaseHold(
  since: string,
  actor: Actor,
  endWaits: (ledger: Db) => Promise<void>,
): Promise<void> {
  const ledger = await db();
  await judgeServer(ledger);
  const { noted } = await readServer(ledger, databaseTime(ledger));
  if (isReleased(noted, since)) return;
  if (!(await isHoldSettled(ledger))) throw tooEarly();
  await callIntentsUnknown(ledger);
  await endWaits(ledger);
  await inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "release_hold", true);
    if (isReleased(await lockServer(trx), since)) return;
    const released = { released_at: await readDatabaseTime(trx), released_by: actor.person.email };
    await trx.updateTable("database_server").set(released).where("id", "=", 1).execute();
    const detail = { writtenAgain: `${await countWrittenAgain(trx)}` };
    await appendAudit(trx, { ...originOf(actor), action: "transfers_released", recordId: null, detail });
  });
}

function isReleased(noted: DatabaseServerRow | undefined, since: string): boolean {
  if (noted !== undefined && noted.held_since === since) return !isHeld(noted);
  const detail = "The hold has ended or has a new reason. Nothing was changed. Reload the page.";
  throw new Problem("not_possible_now", detail);
}

function tooEarly(): Problem {
  const detail =
    "The servers are still saving the lost transfers again. Nothing was changed. Try again in 30 seconds.";
  return new Problem("not_possible_now", detail, { retryAfterSeconds: settleMs / 1_000 });
}

async function countWrittenAgain(ledger: Db | Trx): Promise<number> {
  const { count } = await ledger
    .selectFrom("audit_log")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("action", "=", "transfer_written_again")
    .where(({ eb, selectFrom }) =>
      eb(
        "seq",
        ">",
        selectFrom("audit_log")
          .select(({ fn }) => fn.coalesce(fn.max("seq"), eb.lit(0)).as("seq"))
          .where("action", "=", "transfers_released"),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether an unknown transfer may be a lost one. Only a yes is remembered: a hold can begin at any time. */
export async function mayBeLost(): Promise<boolean> {
  const known = once("may-be-lost", () => ({ until: 0 }));
  if (performance.now() < known.until) return true;
  const look = once("look-for-hold", () =>
    inGroups<null, boolean>({ mostItems: 1_000 }, async (items) => {
      const ledger = await db();
      const isLost = mayLackTransfers(await readServer(ledger, databaseTime(ledger)));
      if (isLost) known.until = performance.now() + rememberedMs;
      return items.map(() => isLost);
    }),
  );
  return look(null);
}
