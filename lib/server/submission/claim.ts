import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Actor } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { claimant } from "#lib/server/database/living-instances";
import { claimLifeMs } from "#lib/server/hold/claim-time";
import { whileOpen } from "#lib/server/hold/transfer-hold";
import { move, type NewEvent } from "#lib/server/ledger/transfer-ledger";
import { requirePayee } from "#lib/server/payees/payee-of-transfer";
import { type OwnCallback, tokenMark } from "#lib/server/service/callback-url";
import { mayHaveCommitted } from "#lib/server/tables/database-failure";
import type { Db, TransferRow, Trx } from "#lib/server/tables/schema";

/** Invariant: a claim has its maker's mark, so that one who didn't hear of the commit knows whether it is theirs. */

const maxAttempts = 4;
const retryMs = 500;

/** T2. Returns the claimed row to exactly one caller. Throws as `judgeAgain` and `whileOpen` do. */
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
      // Nothing was sent yet, so it may ask again and continues if the claim was committed.
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
  // The event keeps the token's hash: by another one a stranger could say what became of the transfer.
  const event: NewEvent = {
    source: "dashboard",
    kind: "dispatched",
    body_hash: tokenMark(callback?.tokenHash ?? null),
  };
  const tryOnce = async (trx: Trx, deadlineAt: string) => {
    if (actor !== null) await judgeAgain(trx, actor, "create");
    // By the database's clock, which all servers compare it with.
    const deadline = { dispatch_deadline: deadlineAt };
    const patch = {
      ...deadline,
      claim_mark: mark,
      dispatched_by: claimant(),
      callback_token_hash: callback?.tokenHash ?? null,
    };
    const claimed: TransferRow = { ...row, ...patch, submission: "dispatching", status: "dispatching" };
    if (await move(trx, row.id, ["recorded", "dispatching"], event, patch)) {
      // It may have been recorded minutes ago, and the payee archived or moved to another account since.
      await requirePayee(trx, payeeOf(row));
      return claimed;
    }
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

function payeeOf(row: TransferRow) {
  return {
    payeeId: row.payee_id ?? undefined,
    payeeVersion: row.payee_version ?? undefined,
    bankCode: row.bank_code,
    accountNumber: row.account_number,
    accountName: row.account_name,
  };
}
