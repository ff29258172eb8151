import "server-only";
import { checkAddress } from "#lib/address";
import { findAsset } from "#lib/assets";
import type { TransferWithEvents } from "#lib/contract/api";
import type { NoteInput, ResolutionInput } from "#lib/contract/records";
import { Problem } from "#lib/problem";
import { appendAudit } from "./audit";
import { type Actor, originOf } from "./auth/actor";
import { db } from "./db";
import { env } from "./env";
import { markRepeats } from "./repeats";
import { inTransaction } from "./transaction";
import {
  appendEvent,
  broughtBy,
  foldRows,
  move,
  type NewEvent,
  readEvents,
  type Trx,
} from "./transfer-ledger";
import { findTransfer } from "./transfers";

/** Invariant: a person resolves with a reason, once, and only what is open; the service's own word is never replaced. */

/** T8 and T9: resolves a transfer whose outcome is unknown, or adds the address that was never received. */
export async function resolveTransfer(
  id: string,
  input: ResolutionInput,
  actor: Actor,
): Promise<TransferWithEvents> {
  const transfer = await findTransfer(id);
  const ledger = await db();
  const by = actor.person.email;
  await inTransaction(ledger, async (trx) => {
    if (input.outcome === "absent") await closeAsAbsent(trx, transfer, input, by);
    else {
      await proveExistence(trx, transfer, input, by);
      await markRepeats(trx, transfer.id);
    }
    const detail = { outcome: input.outcome };
    await appendAudit(trx, {
      ...originOf(actor),
      action: "transfer_resolved",
      recordId: transfer.id,
      detail,
    });
  });
  return findTransfer(transfer.id);
}

type Exists = Extract<ResolutionInput, { outcome: "exists" }>;
type Absent = Extract<ResolutionInput, { outcome: "absent" }>;

async function closeAsAbsent(
  trx: Trx,
  { id }: TransferWithEvents,
  { reason }: Absent,
  by: string,
): Promise<void> {
  const event = byPerson(by, "resolved_absent", reason);
  if (await move(trx, id, ["unknown", "not_created"], event)) {
    const events = await readEvents(trx, id);
    if (!events.some(({ kind, is_quarantined }) => kind === "callback" && is_quarantined === 0)) return;
    throw refusal(
      "The service has sent a status update for this transfer, so it exists. It cannot be closed as not created.",
    );
  }
  throw refusal("Only a transfer whose outcome is unknown can be closed as not created.");
}

async function proveExistence(
  trx: Trx,
  transfer: TransferWithEvents,
  input: Exists,
  by: string,
): Promise<void> {
  const family = findAsset(env().assets, transfer.asset)?.addressFamily ?? "unknown";
  const event = byPerson(by, "resolved_exists", input.reason);
  const patch = {
    transaction_id: input.transactionId,
    address: input.address,
    address_check: checkAddress(input.address, family),
  };
  const { transactionId, address, status } = transfer;
  if (transactionId !== null && transactionId !== input.transactionId && address === null) {
    throw refusal(
      `The service named this transfer ${transactionId}. The ID that you entered is another one.`,
    );
  }
  if (await move(trx, transfer.id, ["unknown", "accepted"], event, patch)) return;
  const isClosed = status === "dispatching" || status === "rejected";
  if (transfer.statusSource === "service_answer" || address !== null || isClosed) {
    throw refusal(
      "Only a transfer whose outcome is unknown, or whose deposit address was never received, can be resolved.",
    );
  }
  const filled = await trx
    .updateTable("transfers")
    .set(patch)
    .where("id", "=", transfer.id)
    .where("submission", "=", "accepted")
    .where("address", "is", null)
    .executeTakeFirst();
  if (filled.numUpdatedRows !== 1n) throw refusal("Somebody else has just resolved this transfer.");
  await appendEvent(trx, transfer.id, { ...event, ...broughtBy(patch) });
}

function byPerson(name: string, kind: NewEvent["kind"], text: string | undefined): NewEvent {
  return { source: "person", person_name: name, kind, text: text?.trim() || null };
}

function refusal(detail: string): Problem {
  return new Problem("not_resolvable", `${detail} Nothing was changed.`);
}

/**
 * Adds a person's note, their word that the payout was (or was not) found on the bank statement, or that it is dealt
 * with. Throws `not_resolvable` for a match that stands already, or for one of a transfer that is not known to exist.
 */
export async function addNote(
  id: string,
  { kind, text }: NoteInput,
  actor: Actor,
): Promise<TransferWithEvents> {
  const transfer = await findTransfer(id);
  const ledger = await db();
  const event = byPerson(actor.person.email, kind, text);
  await inTransaction(ledger, async (trx) => {
    await appendEvent(trx, transfer.id, event);
    if (kind === "matched" || kind === "unmatched") await requireChangedMatch(trx, transfer.id, kind);
    await appendAudit(trx, { ...originOf(actor), ...recordOf(kind), recordId: transfer.id });
  });
  return findTransfer(transfer.id);
}

/** What the audit log tells of a record. */
function recordOf(kind: NoteInput["kind"]) {
  if (kind === "matched" || kind === "unmatched")
    return { action: "transfer_matched" as const, detail: { isMatched: kind === "matched" } };
  return {
    action: kind === "handled" ? ("attention_dealt_with" as const) : ("note_added" as const),
    detail: {},
  };
}

/** Looks after the write, which holds the row: two people at once must not both match it. */
async function requireChangedMatch(trx: Trx, id: string, kind: "matched" | "unmatched"): Promise<void> {
  const events = await readEvents(trx, id);
  const before = events
    .slice(0, -1)
    .findLast((event) => event.kind === "matched" || event.kind === "unmatched");
  if (kind === "unmatched" && before?.kind !== "matched") {
    throw refusal("This transfer is not matched with the bank statement.");
  }
  if (kind === "unmatched") return;
  if (before?.kind === "matched") throw refusal("This transfer was matched with the bank statement before.");
  if (foldRows(events).submission !== "accepted") {
    throw refusal("Only a transfer that is known to exist at the service can be matched.");
  }
}
