import { Problem } from "#lib/contract/problem";
import type { Quote } from "#lib/contract/quote/quote-answers";
import { covers, stricterOf } from "#lib/features/controls/approvers";
import type { ApprovalDetail, DecisionInput } from "#lib/features/controls/controls-api";
import { approversFor, mayOthersConfirm } from "#lib/features/controls/eligible";
import { requirementOf } from "#lib/features/controls/requirement";
import { needsNaira, type Rules } from "#lib/features/controls/rules";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { db } from "#lib/server/database/db";
import { whileOpen } from "#lib/server/hold/transfer-hold";
import { findVersion } from "#lib/server/payees/payees";
import { endProposal, lockPayeeRow } from "#lib/server/payees/proposals";
import { readVersionName } from "#lib/server/payees/version-name";
import { declineWaiting } from "#lib/server/submission/end-waiting";
import { sendWaiting } from "#lib/server/submission/send-waiting";
import type { ApprovalRow, RequestRow } from "#lib/server/tables/controls/control-rows";
import type { TransferRow, Trx } from "#lib/server/tables/schema";
import { approveBatch, endBatch, lockSubject } from "./batches/decide-batch";
import { countingOf, givenBy, whyVoid } from "./counting";
import { findApproval, seekRequest } from "./find-approvals";
import {
  asApprover,
  changed,
  type Judged,
  judgeDecision,
  requireLastFour,
  requireMaker,
} from "./judge-decision";
import { hashOfVersion } from "./payees/payee-changes";
import { readPayoutFacts } from "./payout-facts";
import { refusal } from "./refusals";
import { endRequest, hashOfTransfer, insertApproval, storedOf, voidApproval } from "./requests";
import { activateProposed, holdRules, stopProposed } from "./rules/rules-acts";
import { readRules } from "./rules/stored-rules";

/**
 * Invariant: a decision is about the subject whose hash the person saw, by somebody who is no maker of it and may approve in
 * that moment, on locked rows. The last approval needed sends the transfer in the same commit.
 */

/** Gives the request as it is then. A repeat changes nothing. Throws a `Problem` when nothing was decided. */
export async function decide(id: string, input: DecisionInput, actor: Actor): Promise<ApprovalDetail> {
  const request = await seekRequest(await db(), id);
  if (input.decision === "decline") await decline(request, input, actor);
  else if (request.kind === "rules") await approveRules(request, input, actor);
  else if (request.kind === "payee_version") await approvePayeeVersion(request, input, actor);
  else if (request.kind === "batch") await approveBatch(request, input, actor);
  else await approveTransfer(request, input, actor);
  return findApproval(request.id, actor);
}

async function approveTransfer(request: RequestRow, input: DecisionInput, actor: Actor): Promise<void> {
  const { acceptedQuote, confirmOddQuote, confirmSeparate, confirmReference } = input;
  const { rules } = await readRules(await db());
  if (acceptedQuote === undefined && needsNaira(rules))
    throw new Problem("invalid_input", "Nothing was approved.", {
      errors: [{ path: "acceptedQuote", message: "Say which quote you saw." }],
    });
  if (confirmOddQuote === true && needsNaira(rules)) {
    const detail =
      "The service’s quote doesn’t add up, and your rules go by it: it can’t be confirmed away. Nothing was approved.";
    throw new Problem("quote_odd", detail);
  }
  const seen = {
    ...(acceptedQuote !== undefined && { acceptedQuote }),
    ...(confirmOddQuote !== undefined && { confirmOddQuote }),
    ...(confirmSeparate !== undefined && { confirmSeparate }),
    ...(confirmReference !== undefined && { confirmReference }),
  };
  await sendWaiting(request.subject_id, seen, actor, async (trx, { row, quote }) => {
    const judged = await judgeDecision(trx, request.id, input, actor);
    if (judged === "repeated") return "repeated";
    if (hashOfTransfer(row, row.created_by) !== judged.request.subject_hash) throw changed();
    return approve(trx, judged, { row, quote, input, actor });
  });
}

type Approving = { row: TransferRow; quote: Quote | undefined; input: DecisionInput; actor: Actor };

async function approve(
  trx: Trx,
  { request, approvals, people }: Judged,
  { row, quote, input, actor }: Approving,
): Promise<"sends" | "waits"> {
  requireMaker(people, request.maker_id, "create");
  const stored = storedOf(request);
  requireLastFour(
    stored.reasons.map(({ rule }) => rule),
    row.account_number,
    input,
  );
  const { rules } = await readRules(trx);
  const output = quote?.outputAmount ?? null;
  const line = { key: row.idempotency_key, fields: row, output, ticks: [] };
  const approvers = approversFor(request.maker_id, people.people, people.now);
  const facts = {
    ...{ id: row.id, makerId: request.maker_id, lines: [line], approvers, now: people.now },
    canOthersConfirm: mayOthersConfirm(request.maker_id, people.people),
  };
  const needed = stricterOf(
    stored.needed,
    await neededNow(trx, rules, { ...facts, isSending: false, isLocked: true }),
  );
  const kept = await voidThoseOfNobody(trx, approvals, people);
  const written = await insertApproval(trx, {
    request_id: request.id,
    ...asApprover(actor, people),
    decision: "approved",
    subject_hash: request.subject_hash,
    output: input.acceptedQuote?.outputAmount ?? null,
    voided_why: null,
  });
  const isLast = covers(givenBy([...kept, written]), needed);
  if (isLast) {
    await neededNow(trx, rules, { ...facts, isSending: true, isLocked: true });
    await endRequest(trx, request, { state: "approved", ended_by: actor.person.id, reason: null });
  }
  await appendAudit(trx, {
    ...originOf(actor),
    action: "transfer_approved",
    recordId: row.id,
    detail: { isLast, rules: `${request.rules_n}` },
  });
  return isLast ? "sends" : "waits";
}

/** Rules that changed since count as well. Throws for what no approval heals. */
async function neededNow(trx: Trx, rules: Rules, asked: Parameters<typeof readPayoutFacts>[2]) {
  const requirement = requirementOf(rules, await readPayoutFacts(trx, rules, asked));
  if (requirement.answer === "refused") throw refusal(requirement.faults);
  return requirement.answer === "pass" ? { people: 0, admins: 0 } : requirement.needed;
}

/** Marks earlier approvals that count no more. Returns those that do. */
async function voidThoseOfNobody(
  trx: Trx,
  approvals: readonly ApprovalRow[],
  people: Judged["people"],
): Promise<ApprovalRow[]> {
  for (const approval of approvals) {
    const why = whyVoid(approval, people);
    if (why !== null && approval.voided_why === null) await voidApproval(trx, approval, why);
  }
  return countingOf(approvals, people);
}

async function decline(request: RequestRow, input: DecisionInput, actor: Actor): Promise<void> {
  await inTransaction(await db(), async (trx) => {
    if (request.kind === "rules") await holdRules(trx);
    if (request.kind === "batch") await lockSubject(trx, request.subject_id);
    if (request.kind === "payee_version")
      await lockPayeeRow(trx, readVersionName(request.subject_id).payeeId);
    const judged = await judgeDecision(trx, request.id, input, actor);
    if (judged === "repeated") return;
    const reason = input.reason?.trim() ?? "";
    await insertApproval(trx, {
      request_id: request.id,
      ...asApprover(actor, judged.people),
      decision: "declined",
      subject_hash: judged.request.subject_hash,
      output: null,
      voided_why: null,
    });
    await endRequest(trx, judged.request, { state: "declined", ended_by: actor.person.id, reason });
    if (request.kind === "transfer") {
      await declineWaiting(trx, request.subject_id, reason, actor);
      const { subject_id: recordId } = request;
      await appendAudit(trx, { ...originOf(actor), action: "transfer_declined", recordId, detail: {} });
      return;
    }
    if (request.kind === "payee_version") {
      const version = readVersionName(request.subject_id);
      return endProposal(trx, version, { outcome: "declined", reason }, actor);
    }
    if (request.kind === "batch") {
      const { subject_id: recordId } = request;
      await endBatch(trx, recordId, `Declined by ${actor.person.name}: ${reason}`);
      await appendAudit(trx, { ...originOf(actor), action: "batch_declined", recordId, detail: {} });
      return;
    }
    await stopProposed(trx, request.subject_id, actor);
  });
}

/** A second person agrees to the account of a payee, which is the current one then. */
async function approvePayeeVersion(request: RequestRow, input: DecisionInput, actor: Actor): Promise<void> {
  const version = readVersionName(request.subject_id);
  // After a restore it may have been declined in rows that are gone.
  await whileOpen(await db(), async (trx) => {
    await lockPayeeRow(trx, version.payeeId);
    const judged = await judgeDecision(trx, request.id, input, actor);
    if (judged === "repeated") return;
    const { maker_id: makerId, subject_hash: asked } = judged.request;
    if ((await hashOfVersion(trx, version, makerId)) !== asked) throw changed();
    requireMaker(judged.people, makerId, "keep_payees");
    const row = await findVersion(trx, version.payeeId, version.n);
    requireLastFour(["payee_change"], row?.account_number ?? "", input);
    await insertApproval(trx, {
      request_id: request.id,
      ...asApprover(actor, judged.people),
      decision: "approved",
      subject_hash: asked,
      output: null,
      voided_why: null,
    });
    await endRequest(trx, judged.request, { state: "approved", ended_by: actor.person.id, reason: null });
    await endProposal(trx, version, { outcome: "agreed" }, actor);
  });
}

/** A second admin agrees to looser rules, which count at once then. */
async function approveRules(request: RequestRow, input: DecisionInput, actor: Actor): Promise<void> {
  await inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "set_controls", true);
    await holdRules(trx);
    const judged = await judgeDecision(trx, request.id, input, actor);
    if (judged === "repeated") return;
    await insertApproval(trx, {
      request_id: request.id,
      ...asApprover(actor, judged.people),
      decision: "approved",
      subject_hash: judged.request.subject_hash,
      output: null,
      voided_why: null,
    });
    await endRequest(trx, judged.request, { state: "approved", ended_by: actor.person.id, reason: null });
    await activateProposed(trx, request.subject_id, actor);
  });
}
