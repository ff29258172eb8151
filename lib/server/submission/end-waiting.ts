import type { TransferWithEvents } from "#lib/contract/api";
import { Problem } from "#lib/contract/problem";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { db } from "#lib/server/database/db";
import { showTransfer } from "#lib/server/ledger/shown-transfer";
import { move } from "#lib/server/ledger/transfer-ledger";
import { findRow } from "#lib/server/ledger/transfer-row";
import type { Db, Trx } from "#lib/server/tables/schema";
import { type EndOfWait, withdrawFromGates } from "./gates";
import { notWaiting } from "./send-waiting";

/** Invariant: what waits can be taken back without what made it wait, so that nobody is stuck with it. */

/** T17: by its maker or an admin. Throws `not_waiting` and `not_allowed`. */
export async function withdrawTransfer(id: string, actor: Actor): Promise<TransferWithEvents> {
  const ledger = await db();
  const transferId = await inTransaction(ledger, async (trx) => {
    const { person } = await judgeAgain(trx, actor, "create");
    const row = await findRow(trx, id);
    if (row.created_by !== person.id && person.role !== "admin") {
      const detail = "Only the person who asked for it, or an admin, can withdraw it. Nothing was changed.";
      throw new Problem("not_allowed", detail);
    }
    await withdrawFromGates(trx, { kind: "transfer", id: row.id }, "withdrawn");
    const by = { source: "person", person_name: person.email } as const;
    const event = { ...by, kind: "cancelled", text: endTexts.withdrawn } as const;
    if (!(await move(trx, row.id, ["awaiting_approval", "cancelled"], event))) throw notWaiting();
    await appendAudit(trx, {
      ...originOf(actor),
      action: "transfer_withdrawn",
      recordId: row.id,
      detail: {},
    });
    return row.id;
  });
  return showTransfer(transferId, actor);
}

/** T17 by the dashboard, for the gate whose request has ended; false where it waits no longer. */
export async function endWaiting(trx: Trx, id: string, why: EndOfWait): Promise<boolean> {
  const event = { source: "dashboard", kind: "cancelled", text: endTexts[why] } as const;
  return move(trx, id, ["awaiting_approval", "cancelled"], event);
}

/** T16, for the gate that has judged the person. Throws `not_waiting`. */
export async function declineWaiting(trx: Trx, id: string, reason: string, actor: Actor): Promise<void> {
  const by = { source: "person", person_name: actor.person.email } as const;
  if (!(await move(trx, id, ["awaiting_approval", "declined"], { ...by, kind: "declined", text: reason })))
    throw notWaiting();
}

/** A restored ledger must not offer an approval that was given and sent already. */
export async function withdrawAllWaiting(ledger: Db): Promise<void> {
  const waiting = await ledger
    .selectFrom("transfers")
    .select("id")
    .where("submission", "=", "awaiting_approval")
    .orderBy("id")
    .execute();
  for (const { id } of waiting)
    await inTransaction(ledger, async (trx) => {
      await withdrawFromGates(trx, { kind: "transfer", id }, "hold_released");
      await endWaiting(trx, id, "hold_released");
    });
}

const endTexts: Record<EndOfWait, string> = {
  withdrawn: "The request for approval was withdrawn. Nothing was sent to the service.",
  expired: "Nobody decided in time, so the request ended. Nothing was sent to the service.",
  hold_released:
    "The database may have lost later records, so this may have been approved and sent. Compare with the service’s records before you ask again.",
};
