import type { TransferWithEvents } from "#lib/contract/api";
import type { ResolutionInput } from "#lib/contract/records";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { hook } from "#lib/server/config/hook";
import { db } from "#lib/server/database/db";
import { addressColumns } from "#lib/server/standing/addresses";
import type { TransferRow, Trx } from "#lib/server/tables/schema";
import { countReceived } from "./apply-received";
import { chooseAddress, flagContradiction, isContradiction, refusal } from "./contradictions";
import { type HeldTransfer, holdTransfer } from "./held-transfer";
import { judgeCallbacks } from "./own-id";
import { markRepeats } from "./repeats";
import { showTransfer } from "./shown-transfer";
import { appendEvent, broughtBy, move, type NewEvent } from "./transfer-ledger";
import { findUpToDate } from "./transfer-row";

/** Invariant: a person resolves only what is open, once, with a reason; the service's own word is never replaced. */

/**
 * Asked before a person closes a transfer of unknown outcome as never created. Throws a `Problem` where somebody else has to say so.
 */
export type AbsentJudge = (trx: Trx, row: TransferRow, personId: string) => Promise<void>;
export const absentJudges = hook<AbsentJudge>("absent-judges");

/** T8 and T9: resolves an unknown outcome, adds a missing address, or chooses one of two. */
export async function resolveTransfer(
  id: string,
  input: ResolutionInput,
  actor: Actor,
): Promise<TransferWithEvents> {
  const ledger = await db();
  // What the service has reported comes first.
  await findUpToDate(ledger, id);
  const transferId = await inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "resolve", true);
    const held = await holdTransfer(trx, id);
    if (input.outcome === "absent")
      for (const judge of absentJudges.all()) await judge(trx, held.row, actor.person.id);
    await resolve(trx, held, input, actor.person.email);
    await appendAudit(trx, { ...originOf(actor), ...resolutionOf(input), recordId: held.row.id });
    return held.row.id;
  });
  return showTransfer(transferId, actor);
}

async function resolve(trx: Trx, held: HeldTransfer, input: ResolutionInput, by: string): Promise<void> {
  if (input.outcome === "address")
    return chooseAddress(trx, held, input, byPerson(by, "address_chosen", input.reason));
  if (input.outcome === "absent") return closeAsAbsent(trx, held, input, by);
  await proveExistence(trx, held, input, by);
  return markRepeats(trx, held.row.id);
}

function resolutionOf({ outcome }: ResolutionInput) {
  if (outcome === "address") return { action: "address_chosen" as const, detail: {} };
  return { action: "transfer_resolved" as const, detail: { outcome } };
}

type Exists = Extract<ResolutionInput, { outcome: "exists" }>;
type Absent = Extract<ResolutionInput, { outcome: "absent" }>;

async function closeAsAbsent(
  trx: Trx,
  { row, isReported }: HeldTransfer,
  { reason }: Absent,
  by: string,
): Promise<void> {
  if (row.submission !== "unknown")
    throw refusal("Only a transfer whose outcome is unknown can be closed as not created.");
  if (isReported)
    throw refusal(
      "The service has sent a status update for this transfer, so it exists. It cannot be closed as not created.",
    );
  if ((await countReceived(trx, row.id)) > 0)
    throw refusal(
      "The service has sent a status update for this transfer that isn't processed yet. Try again in a minute.",
    );
  if (row.transaction_id !== null)
    throw refusal(
      `The service named this transfer ${row.transaction_id}, so it exists. It cannot be closed as not created.`,
    );
  await move(trx, row.id, ["unknown", "not_created"], byPerson(by, "resolved_absent", reason));
}

async function proveExistence(trx: Trx, held: HeldTransfer, input: Exists, by: string): Promise<void> {
  const { row } = held;
  const { transactionId, address } = input;
  const event: NewEvent = {
    ...byPerson(by, "resolved_exists", input.reason),
    claimed_id: transactionId,
    claimed_address: address,
  };
  const patch = {
    transaction_id: row.transaction_id ?? transactionId,
    ...addressColumns(row.asset, address),
  };
  if (row.submission === "unknown" || (row.submission === "accepted" && row.address === null)) {
    if (row.transaction_id !== null && row.transaction_id.trim() !== transactionId)
      throw refusal(`The service named this transfer ${row.transaction_id}. You entered a different ID.`);
    await judgeCallbacks(trx, { id: row.id, own: patch.transaction_id });
    const isMoved = await move(trx, row.id, ["unknown", "accepted"], event, patch);
    if (!isMoved) {
      await trx.updateTable("transfers").set(patch).where("id", "=", row.id).execute();
      await appendEvent(trx, row.id, { ...event, ...broughtBy(patch) });
    }
  } else await contradict(trx, held, event);
  if (isContradiction(held, { transactionId, address })) await flagContradiction(trx, held);
}

/** What a person was told counts even if somebody else was faster and was told otherwise. */
async function contradict(trx: Trx, held: HeldTransfer, event: NewEvent): Promise<void> {
  const { row, events } = held;
  const wasOpen = events.some(({ kind }) => kind === "outcome_unknown" || kind === "resolved_exists");
  if (row.submission !== "accepted" || !wasOpen)
    throw refusal(
      "Only a transfer whose outcome is unknown, or whose deposit address was never received, can be resolved.",
    );
  const isKnown = events.some(
    ({ claimed_id, claimed_address }) =>
      claimed_id === event.claimed_id && claimed_address === event.claimed_address,
  );
  const named = { transactionId: event.claimed_id ?? null, address: event.claimed_address ?? null };
  if (isKnown || !isContradiction(held, named))
    throw refusal("Somebody else has just resolved this transfer. Reload the page.");
  await appendEvent(trx, row.id, event);
}

function byPerson(name: string, kind: NewEvent["kind"], text: string | undefined): NewEvent {
  return { source: "person", person_name: name, kind, text: text?.trim() || null };
}
