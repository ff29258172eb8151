import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Actor } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { env } from "#lib/server/config/env";
import { claimant } from "#lib/server/database/living-instances";
import { claimedAt, claimLifeMs } from "#lib/server/hold/claim-time";
import { whileOpen } from "#lib/server/hold/transfer-hold";
import { move, type NewEvent } from "#lib/server/ledger/transfer-ledger";
import { requirePayee } from "#lib/server/payees/payee-of-transfer";
import { type OwnCallback, tokenMark } from "#lib/server/service/callback-url";
import { mayHaveCommitted } from "#lib/server/tables/database-failure";
import type { Db, TransferRow, Trx } from "#lib/server/tables/schema";
import { dayOf } from "#lib/text/zone-day";
import { recallAgreed, requireRelease } from "./gates";
import type { Sent } from "./sent";
import type { Terms } from "./transfer-checks";

/** Invariant: a claim has its maker's mark, so that one who didn't hear of the commit knows whether it is theirs. */

const maxAttempts = 4;
const retryMs = 500;

/** T2. Gives what is sent to exactly one caller. Throws as `judgeAgain`, the gates and `whileOpen` do. */
export function claimIntent(
  ledger: Db,
  row: TransferRow,
  callback: OwnCallback | undefined,
  actor: Actor | null,
  { approvedIn, requireStill }: Pick<Terms, "approvedIn" | "requireStill"> = {},
): Promise<Sent | undefined> {
  const judge = async (trx: Trx) => {
    if (actor !== null) await judgeAgain(trx, actor, "create");
    await requireStill?.(trx);
    return true;
  };
  const by = actor?.person.email ?? null;
  return claim(ledger, { row, from: "recorded", by, judge, approvedIn }, callback);
}

/** `judge` decides in the claim's own transaction whether it is sent now; `by` is who asked for it. */
export type Claim = {
  row: TransferRow;
  from: "recorded" | "awaiting_approval";
  by: string | null;
  judge: (trx: Trx) => Promise<boolean>;
  /** Of a row, the batch that was approved as one. */
  approvedIn?: string | undefined;
};

/** T2 and T15. Gives what is sent to exactly one caller; nothing where `judge` says that it isn't sent now. */
export async function claim(
  ledger: Db,
  asked: Claim,
  callback: OwnCallback | undefined,
): Promise<Sent | undefined> {
  const mark = randomUUID();
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryToClaim(ledger, asked, callback, { mark, mayBeOwn: attempt > 1 });
    } catch (error) {
      // Nothing was sent yet, so it may ask again and continues if the claim was committed.
      if (attempt === maxAttempts || !mayHaveCommitted(error)) throw error;
      await setTimeout(retryMs * attempt);
    }
  }
}

function tryToClaim(
  ledger: Db,
  { row, from, by, judge, approvedIn }: Claim,
  callback: OwnCallback | undefined,
  { mark, mayBeOwn }: { mark: string; mayBeOwn: boolean },
): Promise<Sent | undefined> {
  // The event keeps the token's hash: by another one a stranger could say what became of the transfer.
  const event: NewEvent = {
    source: "dashboard",
    kind: "dispatched",
    body_hash: tokenMark(callback?.tokenHash ?? null),
  };
  const tryOnce = async (trx: Trx, deadlineAt: string) => {
    // By the database's clock, which all servers compare it with.
    const sentAt = claimedAt({ dispatch_deadline: deadlineAt }) ?? deadlineAt;
    const patch = {
      dispatch_deadline: deadlineAt,
      sent_at: sentAt,
      sent_day: dayOf(Date.parse(sentAt), env().timeZone),
      claim_mark: mark,
      dispatched_by: claimant(),
      callback_token_hash: callback?.tokenHash ?? null,
    };
    const claimed: TransferRow = { ...row, ...patch, submission: "dispatching", status: "dispatching" };
    if (!mayBeOwn || !(await renewOwn(trx, row.id, { mark, deadlineAt }))) {
      if (!(await judge(trx))) return undefined;
      // It may have been recorded minutes ago, and the payee archived or moved to another account since.
      await requirePayee(trx, payeeOf(row));
      await requireRelease(trx, row, approvedIn);
      if (!(await move(trx, row.id, [from, "dispatching"], event, patch))) return undefined;
    }
    // What passed at once has nothing that was agreed.
    const agreed = from === "awaiting_approval" ? await recallAgreed(trx, row.id) : [];
    return { row: claimed, by, agreed };
  };
  return whileOpen(ledger, tryOnce, claimLifeMs());
}

/** Whether the claim was committed by an attempt that didn't hear of it; it gets its whole time then. */
async function renewOwn(
  trx: Trx,
  id: string,
  { mark, deadlineAt }: { mark: string; deadlineAt: string },
): Promise<boolean> {
  const own = await trx
    .updateTable("transfers")
    .set({ dispatch_deadline: deadlineAt })
    .where("id", "=", id)
    .where("submission", "=", "dispatching")
    .where("claim_mark", "=", mark)
    .executeTakeFirst();
  return own.numUpdatedRows === 1n;
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
