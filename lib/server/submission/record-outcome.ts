import { findAsset } from "#lib/asset/assets";
import { tryReadJson } from "#lib/contract/wire";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { commandOrigin } from "#lib/server/auth/actor";
import { env } from "#lib/server/config/env";
import { holdForLoss } from "#lib/server/hold/transfer-hold";
import { flagContradiction, isContradiction } from "#lib/server/ledger/contradictions";
import { type HeldTransfer, readHeld } from "#lib/server/ledger/held-transfer";
import { wordRows } from "#lib/server/ledger/name-terms";
import { judgeCallbacks } from "#lib/server/ledger/own-id";
import { markRepeats } from "#lib/server/ledger/repeats";
import {
  appendEvent,
  broughtBy,
  holdTransfers,
  move,
  type NewEvent,
} from "#lib/server/ledger/transfer-ledger";
import { log } from "#lib/server/observe/log";
import { askedOf } from "#lib/server/reading/asked";
import { partsOf } from "#lib/server/reading/body-names";
import { doubtsOf, type Question } from "#lib/server/reading/creation-doubts";
import { expiryIn } from "#lib/server/reading/expiry-in";
import { memoIn } from "#lib/server/reading/memo-in";
import { namedInText } from "#lib/server/reading/named-in";
import { tokenMark } from "#lib/server/service/callback-url";
import type { InitiateOutcome } from "#lib/server/service/initiate-outcome";
import { addressColumns } from "#lib/server/standing/addresses";
import type { Db, TransferRow, Trx } from "#lib/server/tables/schema";
import { writeRefusal } from "#lib/transfer/refusal";
import { restoreAgreed } from "./gates";
import type { Sent } from "./sent";

/**
 * Invariant: an answer is recorded once, and a late one replaces no address. If the database lost the transfer, its answer
 * proves it, and it is written again.
 */

/** T3, T4, T5 and T12. Repeating it changes nothing. */
export async function recordOutcome(ledger: Db, sent: Sent, outcome: InitiateOutcome): Promise<void> {
  const { row } = sent;
  const record = outcomeRecord(row, outcome);
  const { to, event, patch } = record;
  await inTransaction(ledger, async (trx) => {
    if ((await holdTransfers(trx, [row.id])).length === 0) await writeAgain(trx, sent);
    const { submission } = await trx
      .selectFrom("transfers")
      .select("submission")
      .where("id", "=", row.id)
      .executeTakeFirstOrThrow();
    if (submission === "recorded" || submission === "awaiting_approval") await claimAgain(trx, sent);
    else if (submission !== "dispatching") {
      if (!(await isRecorded(trx, row.id, event))) await recordLate(trx, await readHeld(trx, row.id), record);
      return;
    }
    if (to === "accepted") await judgeCallbacks(trx, { id: row.id, own: patch.transaction_id });
    await move(trx, row.id, ["dispatching", to], event, patch);
    await recordDoubts(trx, row.id, record);
    await markRepeats(trx, row.id);
  });
}

/** For a transfer that is being sent, where the database has lost its claim. */
export async function recordClaimAgain(ledger: Db, sent: Sent): Promise<void> {
  const { row } = sent;
  await inTransaction(ledger, async (trx) => {
    if ((await holdTransfers(trx, [row.id])).length === 0) await writeAgain(trx, sent);
    await claimAgain(trx, sent);
  });
}

/** A claim is committed before it is sent, so a row without it is of a database that went back. */
async function claimAgain(trx: Trx, { row, agreed }: Sent): Promise<void> {
  const { id, claim_mark, callback_token_hash, dispatched_by, dispatch_deadline } = row;
  const claim = { claim_mark, callback_token_hash, dispatched_by, dispatch_deadline };
  const event = {
    source: "dashboard",
    kind: "dispatched",
    body_hash: tokenMark(callback_token_hash),
  } as const;
  const isMoved =
    (await move(trx, id, ["recorded", "dispatching"], event, claim)) ||
    (await move(trx, id, ["awaiting_approval", "dispatching"], event, claim));
  if (!isMoved) return;
  await restoreAgreed(trx, agreed);
  await holdForLoss(trx, row);
}

/** As it was before it was sent. */
async function writeAgain(trx: Trx, { row, by }: Sent): Promise<void> {
  await trx
    .insertInto("transfers")
    .values({ ...row, submission: "recorded", status: "recorded" })
    .execute();
  await trx.insertInto("transfer_names").values(wordRows(row, by)).execute();
  await holdForLoss(trx, row);
  log().error({ transferId: row.id }, "the database had lost a transfer that was sent: it is written again");
  const text = "The database had lost this transfer after it was sent. The dashboard has saved it again.";
  await appendEvent(trx, row.id, { source: "dashboard", kind: "requested", person_name: by, text });
  const detail = { amount: row.amount, asset: row.asset, accountLastFour: row.account_number.slice(-4) };
  await appendAudit(trx, { ...commandOrigin, action: "transfer_written_again", recordId: row.id, detail });
}

/** An earlier attempt may have recorded it without hearing of the commit. */
async function isRecorded(trx: Trx, id: string, { source, text, raw }: NewEvent): Promise<boolean> {
  const same = trx
    .selectFrom("transfer_events")
    .select("seq")
    .where("transfer_id", "=", id)
    .where("source", "=", source);
  // The raw answer identifies it, whatever was written of it.
  const found =
    raw == null
      ? same.where("raw", "is", null).where("text", "is not distinct from", text ?? null)
      : same.where("raw", "=", raw);
  return (await found.executeTakeFirst()) !== undefined;
}

/** For a claim that was called lost, as after a machine slept. What others proved stays beside it. */
async function recordLate(trx: Trx, held: HeldTransfer, record: OutcomeRecord): Promise<void> {
  const { to, event, patch } = record;
  const { id, submission, address } = held.row;
  const isYes = to === "accepted";
  if (isYes && submission === "unknown") {
    await judgeCallbacks(trx, { id, own: patch.transaction_id });
    await move(trx, id, ["unknown", "accepted"], event, patch);
  } else if (
    isYes &&
    (submission === "not_created" || submission === "cancelled" || submission === "declined")
  ) {
    const text = "The service's answer came late: it says that it created the transfer.";
    const named = { transaction_id: patch.transaction_id };
    await move(trx, id, [submission, "unknown"], { ...event, kind: "outcome_unknown", text }, named);
  } else if (to === "unknown" && (submission === "cancelled" || submission === "declined")) {
    await move(trx, id, [submission, "unknown"], event);
  } else if (isYes && submission === "accepted") {
    // The service's own ID replaces a person's or a callback's; an existing address stays.
    const change = address === null ? patch : { transaction_id: patch.transaction_id };
    await trx.updateTable("transfers").set(change).where("id", "=", id).execute();
    await appendEvent(trx, id, { ...event, ...broughtBy(change) });
  } else await appendEvent(trx, id, { ...event, kind: "note" });
  const named = { transactionId: event.claimed_id ?? null, address: event.claimed_address ?? null };
  await recordDoubts(trx, id, record);
  if (isContradiction(held, named)) await flagContradiction(trx, held);
  await markRepeats(trx, id);
}

/** Each is watched, whichever the transfer's is. */
const mostOthers = 5;

/** An answer that contradicts itself or our request stays accepted; this event closes the address. */
async function recordDoubts(trx: Trx, id: string, { doubts, others }: OutcomeRecord): Promise<void> {
  for (const address of others.slice(0, mostOthers)) {
    const text = `The service’s answer also names the address ${address}.`;
    await appendEvent(trx, id, { source: "service_answer", kind: "note", text, claimed_address: address });
  }
  if (doubts.length === 0) return;
  const text = doubts.map(({ text: sentence }) => sentence).join(" ");
  const word = doubts.map(({ code }) => code).join(",");
  // Somebody may send to the other address, too.
  const other = doubts.find(({ address }) => address !== undefined)?.address ?? null;
  const said = { source: "service_answer", kind: "creation_doubted" } as const;
  await appendEvent(trx, id, { ...said, text, word, claimed_address: other });
}

function questionOf(row: TransferRow, { transactionId, address }: Accepted): Question {
  const asset = findAsset(env().assets, row.asset);
  return {
    ...askedOf(row),
    ...{ transactionId, address, networkName: asset?.networkName ?? row.network },
    ...{ chainId: asset?.chainId, contract: asset?.contract, decimals: asset?.decimals },
    isEvm: asset?.addressFamily === "evm",
    canCarryMemo: asset?.addressFamily !== "evm" && asset?.addressFamily !== "tron",
    bankCode: row.bank_code,
  };
}

type Accepted = Extract<InitiateOutcome, { kind: "accepted" }>;
type OutcomeRecord = ReturnType<typeof outcomeRecord>;

function outcomeRecord(row: TransferRow, outcome: InitiateOutcome) {
  if (outcome.kind === "accepted") {
    const { transactionId, address, raw } = outcome;
    const claim = { claimed_id: transactionId, claimed_address: address };
    const expiry = expiryIn(partsOf(tryReadJson(raw)) ?? []);
    const event: NewEvent = { source: "service_answer", kind: "accepted", raw, word: expiry, ...claim };
    const patch = {
      transaction_id: transactionId,
      ...addressColumns(row.asset, address),
      memo: memoIn(raw),
    };
    return {
      to: "accepted",
      event,
      patch,
      doubts: doubtsOf(raw, questionOf(row, outcome)),
      others: [],
    } as const;
  }
  const isServices = outcome.kind === "rejected" && outcome.wasSent && outcome.isFirewall !== true;
  const source = isServices ? "service_answer" : "dashboard";
  if (outcome.kind === "rejected") {
    const { message: text, raw, refusal } = outcome;
    const word = refusal === undefined ? null : writeRefusal(refusal);
    const event: NewEvent = { source, kind: "rejected", text, raw, word };
    return { to: "rejected", event, patch: {}, doubts: [], others: [] } as const;
  }
  const { message, raw, transactionId, address } = outcome;
  const others = namedInText(raw ?? "").addresses.filter((each) => each !== address);
  const claim = { claimed_id: transactionId ?? null, claimed_address: address ?? null };
  const event: NewEvent = { source, kind: "outcome_unknown", text: message, raw, ...claim };
  return { to: "unknown", event, patch: {}, doubts: [], others } as const;
}
