import { Problem } from "#lib/contract/problem";
import { covers, stricterOf } from "#lib/features/controls/approvers";
import type { DecisionInput } from "#lib/features/controls/controls-api";
import { batchHash } from "#lib/features/controls/subject";
import { appendAudit } from "#lib/server/audit/audit";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { db } from "#lib/server/database/db";
import { whileOpen } from "#lib/server/hold/transfer-hold";
import { ownerOf, type Subject } from "#lib/server/submission/gates";
import type { RequestRow } from "#lib/server/tables/controls/control-rows";
import type { Trx } from "#lib/server/tables/schema";
import { subjectOfBatch } from "../batch-lines";
import { countingOf, givenBy, whyVoid } from "../counting";
import { asApprover, changed, type Judged, judgeDecision, requireMaker } from "../judge-decision";
import { requirementOfLine } from "../judge-line";
import { refusal } from "../refusals";
import { endRequest, insertApproval, storedOf, voidApproval } from "../requests";
import { readRules } from "../rules/stored-rules";

/**
 * Invariant: a batch is approved as one, by the hash of all its rows, and by the rules of now where they are stricter. The last
 * approval lets its rows be created; it sends nothing itself.
 */

export async function approveBatch(request: RequestRow, input: DecisionInput, actor: Actor): Promise<void> {
  await whileOpen(await db(), async (trx) => {
    await lockSubject(trx, request.subject_id);
    const judged = await judgeDecision(trx, request.id, input, actor);
    if (judged === "repeated") return;
    const { batch } = storedOf(judged.request);
    const { maker_id: makerId, subject_id: id, subject_hash: hash } = judged.request;
    if (batch === undefined || batchHash(subjectOfBatch(makerId, batch)) !== hash) throw changed();
    await refuseMakers(trx, id, actor);
    await refuseBeforeRelease(trx, judged.request);
    requireMaker(judged.people, makerId, "create");
    const needed = stricterOf(storedOf(request).needed, await neededNow(trx, judged.request));
    for (const approval of judged.approvals) {
      const why = whyVoid(approval, judged.people);
      if (why !== null && approval.voided_why === null) await voidApproval(trx, approval, why);
    }
    const written = await insertApproval(trx, {
      request_id: request.id,
      ...asApprover(actor, judged.people),
      decision: "approved",
      subject_hash: hash,
      output: judged.request.naira,
      voided_why: null,
    });
    const isLast = covers(givenBy([...countingOf(judged.approvals, judged.people), written]), needed);
    const detail = { isLast, rules: `${judged.request.rules_n}` };
    if (isLast) await end(trx, judged, actor);
    await appendAudit(trx, { ...originOf(actor), action: "batch_approved", recordId: id, detail });
  });
}

async function end(trx: Trx, { request }: Judged, actor: Actor): Promise<void> {
  await endRequest(trx, request, { state: "approved", ended_by: actor.person.id, reason: null });
  const owner = ownerOf("batch");
  if (owner === undefined) throw new Problem("not_possible_now", "There are no batches here any more.");
  await owner.approved(trx, request.subject_id);
}

/** Whoever brought it, or changed a row of it, sees their own work. */
async function refuseMakers(trx: Trx, id: string, { person }: Actor): Promise<void> {
  const makers = (await ownerOf("batch")?.makersOf(trx, id)) ?? [];
  if (!makers.includes(person.id)) return;
  const detail = "You brought or changed this batch, so somebody else decides. Nothing was changed.";
  throw new Problem("own_request", detail);
}

/** The database may have lost what was sent of it. */
async function refuseBeforeRelease(trx: Trx, { asked_at }: RequestRow): Promise<void> {
  const server = await trx.selectFrom("database_server").select("released_at").executeTakeFirst();
  if (server?.released_at == null || server.released_at < asked_at) return;
  const detail =
    "New transfers were on hold since this was asked for, because the database may have lost some. Nothing was approved. Compare with the service’s records, then ask again.";
  throw new Problem("request_expired", detail);
}

/** By the rows as they were asked for, and by what was sent and asked for elsewhere since. */
async function neededNow(trx: Trx, request: RequestRow) {
  const { rules } = await readRules(trx);
  const { requirement } = await requirementOfLine(trx, rules, subjectOf(request), {
    isSending: false,
    isLocked: true,
  });
  if (requirement.answer === "refused") throw refusal(requirement.faults);
  return requirement.answer === "pass" ? { people: 0, admins: 0 } : requirement.needed;
}

function subjectOf(request: RequestRow): Subject {
  const lines = (storedOf(request).batch?.lines ?? []).map(({ row, naira }) => ({
    key: row.key ?? "",
    output: naira,
    wish: row.askedOutput,
    ticks: [],
    fields: {
      ...{ amount: row.amount ?? "0", asset: row.asset ?? "", from_currency: row.fromCurrency ?? "" },
      ...{ network: row.network ?? "", currency: row.currency ?? "", country: row.country ?? "" },
      ...{ bank_code: row.bankCode ?? "", bank_name: row.bankName ?? "" },
      ...{ account_number: row.accountNumber ?? "", account_name: row.accountName ?? "" },
      ...{ callback_url: row.callbackUrl, payee_id: row.payeeId, payee_version: row.payeeVersion },
      ...{ reference: row.reference, purpose: row.purpose, replaces: row.replaces },
    },
  }));
  return { kind: "batch", id: request.subject_id, makerId: request.maker_id, lines };
}

/** First of all locks, as whoever changes it does. */
export async function lockSubject(trx: Trx, id: string): Promise<void> {
  await ownerOf("batch")?.lock(trx, id);
}

/** In the transaction that has ended the request. */
export async function endBatch(trx: Trx, id: string, why: string): Promise<void> {
  await ownerOf("batch")?.ended(trx, id, why);
}
