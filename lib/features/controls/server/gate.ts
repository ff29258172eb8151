import { Problem } from "#lib/contract/problem";
import { covers } from "#lib/features/controls/approvers";
import { needsNaira } from "#lib/features/controls/rules";
import { batchHash } from "#lib/features/controls/subject";
import { type Amount, addAmounts } from "#lib/money/money";
import { coverRecord } from "#lib/server/audit/cover";
import type { Gate, Subject } from "#lib/server/submission/gates";
import type { ApprovalRow, RequestRow } from "#lib/server/tables/controls/control-rows";
import type { TransferRow, Trx } from "#lib/server/tables/schema";
import { requireCovered, storedBatch, subjectOfBatch } from "./batch-lines";
import { givenBy } from "./counting";
import { foreseeLine } from "./foresee";
import { judgeCovered, judgeLine } from "./judge-line";
import { tellAsked } from "./messages/tell-approvers";
import { unusualRefusal } from "./refusals";
import { endRequest, hashOfTransfer, insertRequest, readApprovals, storedOf, takeWaiting } from "./requests";
import { hasRules, readRules } from "./rules/stored-rules";
import { readRulesAndUnusual } from "./unusual-facts";

/**
 * Invariant: a transfer passes only as the rules say that count in its own transaction, judged when it is recorded and again
 * when it is claimed; what waits is claimed only with its approved request.
 */
export const controlsGate: Gate = {
  async judge(trx, subject) {
    if (subject.kind === "batch") return judgeBatch(trx, subject);
    const [line, ...others] = subject.lines;
    if (line === undefined || others.length > 0) throw new RangeError("A transfer has one line.");
    const { current, unusual } = await readRulesAndUnusual(trx, subject.id, subject.makerId, line);
    const { n, rules } = current;
    if (unusual.length > 0 && !line.ticks.includes("amount"))
      throw unusualRefusal(unusual, line.fields.from_currency);
    if (!hasRules(rules)) return null;
    if (line.ticks.includes("odd_quote") && needsNaira(rules)) throw oddQuote();
    if (subject.approvedIn !== undefined) {
      await requireCovered(trx, rules, subject.approvedIn, { ...line, wish: line.wish ?? null });
      await judgeCovered(trx, rules, subject);
      return null;
    }
    await refuseNewerRules(trx, subject);
    const waits = await judgeLine(trx, rules, subject, false);
    if (waits === null) {
      // It is sent at once: a full day of the business must leave no row behind.
      if (rules.businessDayNaira !== null) await judgeLine(trx, rules, subject, true);
      return null;
    }
    // What is unusual says more than that it was ticked.
    const given = line.ticks.filter((tick) => tick !== "amount");
    const stored = { needed: waits.needed, reasons: waits.reasons, ticks: given, unusual };
    return async () => {
      const request = await insertRequest(trx, {
        kind: "transfer",
        subject_id: subject.id,
        subject_hash: hashOfTransfer(line.fields, subject.makerId),
        maker_id: subject.makerId ?? "",
        rules_n: n,
        naira: line.output,
        stored,
      });
      await tellAsked(trx, request);
    };
  },

  foresee: foreseeLine,

  async release(trx, row, approvedIn) {
    if (row.submission === "awaiting_approval") return requireApproved(trx, row);
    const { rules } = await readRules(trx);
    if (!hasRules(rules)) return undefined;
    const line = { key: row.idempotency_key, fields: row, output: row.quote_output, ticks: [] };
    const subject: Subject = { kind: "transfer", id: row.id, makerId: row.created_by, lines: [line] };
    if (approvedIn !== undefined) {
      await requireCovered(trx, rules, approvedIn, { ...line, wish: row.asked_output });
      return judgeCovered(trx, rules, subject);
    }
    if ((await judgeLine(trx, rules, subject, true)) === null) return undefined;
    const detail =
      "Since you asked, the rules have changed, or more was sent to this account. Nothing was sent. Create it again.";
    throw new Problem("not_possible_now", detail);
  },

  async withdraw(trx, { kind, id }, why) {
    const waiting = await takeWaiting(trx, { kind, subject_id: id });
    if (waiting === undefined) return;
    const state = why === "expired" ? "expired" : "withdrawn";
    await endRequest(trx, waiting, { state, ended_by: null, reason: null });
  },

  async recall(trx, transferId) {
    const requests = await trx
      .selectFrom("requests")
      .selectAll()
      .where("subject_id", "=", transferId)
      .execute();
    if (requests.length === 0) return null;
    const approvals = [];
    for (const { id } of requests) approvals.push(...(await readApprovals(trx, id)));
    return JSON.stringify({ requests, approvals } satisfies Recalled);
  },

  async restore(trx, agreed) {
    const { requests, approvals } = JSON.parse(agreed) as Recalled;
    for (const row of requests) {
      await trx
        .insertInto("requests")
        .values(row)
        .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
        .execute();
      coverRecord(trx, "request-1", row);
    }
    for (const row of approvals) {
      await trx
        .insertInto("approvals")
        .values(row)
        .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
        .execute();
      coverRecord(trx, "approval-1", row);
    }
  },
};

type Recalled = { requests: RequestRow[]; approvals: ApprovalRow[] };

/** A batch was judged as one when it was agreed to: by rules that came since, it is judged again. */
async function refuseNewerRules(trx: Trx, { agreedAt }: Subject): Promise<void> {
  if (agreedAt === undefined) return;
  const newer = await trx
    .selectFrom("control_rules")
    .select("n")
    .where("state", "=", "active")
    .where("effective_at", ">", agreedAt)
    .executeTakeFirst();
  if (newer === undefined) return;
  const detail =
    "The rules have changed since this batch was agreed to. Nothing was created. Agree to it again.";
  throw new Problem("request_changed", detail);
}

/** All rows together: the strictest of what the rules ask of their sum, of each account, and of the maker's day. */
async function judgeBatch(trx: Trx, subject: Subject): ReturnType<Gate["judge"]> {
  const { n, rules } = await readRules(trx);
  if (!hasRules(rules)) return null;
  const waits = await judgeLine(trx, rules, subject, false);
  if (waits === null) return null;
  const outputs = subject.lines.map(({ output }) => (output ?? "0") as Amount);
  const ticks = [...new Set(subject.lines.flatMap((line) => line.ticks))];
  const batch = storedBatch(subject);
  const stored = { needed: waits.needed, reasons: waits.reasons, ticks, unusual: [], batch };
  return async () => {
    const request = await insertRequest(trx, {
      kind: "batch",
      subject_id: subject.id,
      subject_hash: batchHash(subjectOfBatch(subject.makerId ?? "", batch)),
      maker_id: subject.makerId ?? "",
      rules_n: n,
      naira: outputs.reduce(addAmounts, "0" as Amount),
      stored,
    });
    await tellAsked(trx, request);
  };
}

/** By this transaction, or by the one whose database was lost. */
async function requireApproved(trx: Trx, row: TransferRow): Promise<void> {
  const request = await trx
    .selectFrom("requests")
    .selectAll()
    .where("kind", "=", "transfer")
    .where("subject_id", "=", row.id)
    .where("state", "=", "approved")
    .executeTakeFirst();
  const isWhole =
    request !== undefined &&
    request.subject_hash === hashOfTransfer(row, row.created_by) &&
    covers(givenBy(await readApprovals(trx, request.id)), storedOf(request).needed);
  if (isWhole) return;
  throw new Problem("not_waiting", "Nobody has approved this. Nothing was sent.");
}

function oddQuote(): Problem {
  const detail =
    "The service’s quote doesn’t add up, and your rules go by it: it can’t be confirmed away. Nothing was created. Try again later, or ask the service.";
  return new Problem("quote_odd", detail);
}
