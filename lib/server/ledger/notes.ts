import type { TransferWithEvents } from "#lib/contract/api";
import type { NoteInput } from "#lib/contract/records";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { db } from "#lib/server/database/db";
import { requireStandingFacts } from "#lib/server/standing/standing-facts";
import type { Trx } from "#lib/server/tables/schema";
import { printOf } from "#lib/transfer/standing/print";
import type { EventKind } from "#lib/transfer/transfer-status";
import { countReceived } from "./apply-received";
import { refusal } from "./contradictions";
import { showTransfer } from "./shown-transfer";
import { appendEvent, holdTransfers } from "./transfer-ledger";
import { findRow } from "./transfer-row";

/** Invariant: a record is judged on the locked row. */

type Kind = NoteInput["kind"];

/** Of notes, and of the other records: notes must never use up the room of what was received. */
export const mostOfKind = 500;

/**
 * Adds a note, or marks as resolved. Throws `not_resolvable` for news since it was seen, and too many records.
 */
export async function addNote(id: string, input: NoteInput, actor: Actor): Promise<TransferWithEvents> {
  const ledger = await db();
  const transferId = await inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "note");
    const { id: ownId } = await findRow(trx, id);
    await holdTransfers(trx, [ownId]);
    const seen = input.kind === "handled" ? input.seen : undefined;
    if (seen !== undefined && !(await isAsSeen(trx, ownId, seen)))
      throw refusal(
        "Something was reported or recorded since you opened this page. Look at it before you resolve it.",
      );
    await appendRecord(trx, ownId, input, actor);
    return ownId;
  });
  return showTransfer(transferId, actor);
}

/** Whether a locked transfer is as a person saw it. A status update that is kept and not applied is news, too. */
export async function isAsSeen(trx: Trx, id: string, seen: string | undefined): Promise<boolean> {
  const { last } = await trx
    .selectFrom("transfer_events")
    .select(({ fn }) => fn.max("seq").as("last"))
    .where("transfer_id", "=", id)
    .executeTakeFirstOrThrow();
  return `${last ?? 0}` === seen && (await countReceived(trx, id)) === 0;
}

/** With its audit entry, for a locked transfer and a person who was judged again. Throws `not_resolvable`. */
export async function appendRecord(
  trx: Trx,
  id: string,
  { kind, text }: NoteInput,
  actor: Actor,
): Promise<void> {
  await requireRoom(trx, id, kind);
  // What is settled is what stands now: whatever comes beside it is news.
  const settles = kind === "handled";
  await appendEvent(trx, id, {
    ...{ source: "person", person_name: actor.person.email, kind, text: text?.trim() || null },
    ...(settles && { word: printOf(await requireStandingFacts(trx, id)) }),
  });
  // It was about what is settled now; news begins anew.
  if (settles) await trx.updateTable("transfers").set({ due_at: null }).where("id", "=", id).execute();
  await appendAudit(trx, { ...originOf(actor), ...recordOf(kind), recordId: id });
}

function recordOf(kind: Kind) {
  return {
    action: kind === "handled" ? ("attention_dealt_with" as const) : ("note_added" as const),
    detail: {},
  };
}

const others: readonly EventKind[] = ["received", "received_withdrawn", "handled"];

/** Throws `not_resolvable` for too many records of this kind. */
export async function requireRoom(trx: Trx, id: string, kind: EventKind): Promise<void> {
  const kinds = kind === "note" ? [kind] : others;
  const { count } = await trx
    .selectFrom("transfer_events")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("transfer_id", "=", id)
    .where("kind", "in", kinds)
    .executeTakeFirstOrThrow();
  if (Number(count) < mostOfKind) return;
  const what = kind === "note" ? "notes" : "records of what arrived and of what was done";
  throw refusal(`This transfer has ${mostOfKind} ${what}, and no more can be added.`);
}
