import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Actor } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { claimant } from "#lib/server/database/living-instances";
import { claimLifeMs } from "#lib/server/hold/claim-time";
import { whileOpen } from "#lib/server/hold/transfer-hold";
import { move, type NewEvent } from "#lib/server/ledger/transfer-ledger";
import type { OwnCallback } from "#lib/server/service/callback-url";
import { mayHaveCommitted } from "#lib/server/tables/database-failure";
import type { Db, TransferRow, Trx } from "#lib/server/tables/schema";

/**
 * Invariant: a claim is somebody's by the mark that it was made with, so that whoever never heard of its commit finds out
 * whether it is theirs, and nobody else takes it for their own.
 */

const maxAttempts = 4;
const retryMs = 500;

/**
 * T2: the claim. Gives the row as it was claimed to exactly one caller. Throws as `judgeAgain` does where the person may not
 * create any more, and as `whileOpen` does where new transfers are on hold.
 */
export async function claim(
  ledger: Db,
  row: TransferRow,
  callback: OwnCallback | undefined,
  actor: Actor | null,
): Promise<TransferRow | undefined> {
  const mark = randomUUID();
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryToClaim(ledger, row, callback, actor, mark);
    } catch (error) {
      // It has sent nothing yet: it may ask again, and goes on where the claim was committed after all.
      if (attempt === maxAttempts || !mayHaveCommitted(error)) throw error;
      await setTimeout(retryMs * attempt);
    }
  }
}

function tryToClaim(
  ledger: Db,
  row: TransferRow,
  callback: OwnCallback | undefined,
  actor: Actor | null,
  mark: string,
): Promise<TransferRow | undefined> {
  const event: NewEvent = { source: "dashboard", kind: "dispatched" };
  const tryOnce = async (trx: Trx, deadlineAt: string) => {
    if (actor !== null) await judgeAgain(trx, actor, "create");
    // Every server compares it with the database's clock, which this one's may not agree with.
    const deadline = { dispatch_deadline: deadlineAt };
    const patch = {
      ...deadline,
      claim_mark: mark,
      dispatched_by: claimant(),
      callback_token_hash: callback?.tokenHash ?? null,
    };
    const claimed: TransferRow = { ...row, ...patch, submission: "dispatching", status: "dispatching" };
    if (await move(trx, row.id, ["recorded", "dispatching"], event, patch)) return claimed;
    const own = await trx
      .updateTable("transfers")
      .set(deadline)
      .where("id", "=", row.id)
      .where("submission", "=", "dispatching")
      .where("claim_mark", "=", mark)
      .executeTakeFirst();
    return own.numUpdatedRows === 1n ? claimed : undefined;
  };
  return whileOpen(ledger, tryOnce, claimLifeMs());
}
