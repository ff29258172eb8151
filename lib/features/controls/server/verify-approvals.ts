import type { AuditAction } from "#lib/contract/audit/audit-actions";
import { covers } from "#lib/features/controls/approvers";
import { batchHash } from "#lib/features/controls/subject";
import type { ApprovalRow, RequestRow } from "#lib/server/tables/controls/control-rows";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, TransferRow } from "#lib/server/tables/schema";
import type { FoundFault } from "#lib/server/verify/ledger-checks";
import { isNeverCreated, type Submission } from "#lib/transfer/transfer-status";
import { isSameRow, subjectOfBatch } from "./batch-lines";
import { givenBy } from "./counting";
import { hashOfTransfer, storedOf } from "./requests";

/**
 * Invariant: reads only. What was sent is what was approved, by as many as it needed and never by its maker alone: a transfer by its own
 * request, a row of a batch that waited by the batch's.
 */

const atOnce = 500;

export async function verifyApprovals(ledger: Db): Promise<FoundFault[]> {
  const requests = await ledger
    .selectFrom("requests")
    .selectAll()
    .where("kind", "in", ["transfer", "batch"])
    .orderBy("asked_at")
    .orderBy("id")
    .execute();
  const ids = requests.filter(({ state }) => state === "approved").map(({ id }) => id);
  const given = new Map<string, ApprovalRow[]>();
  for (const some of inParts(ids))
    for (const row of await ledger
      .selectFrom("approvals")
      .selectAll()
      .where(isOneOf(ledger, "request_id", some))
      .execute())
      given.set(row.request_id, [...(given.get(row.request_id) ?? []), row]);
  const faultOf = (request: RequestRow) => whyNotApproved(request, given.get(request.id) ?? []);
  const approved = requests.filter(({ state }) => state === "approved");
  return [
    ...approved.flatMap((request) => {
      const text = faultOf(request);
      return text === undefined ? [] : [{ total: `approval of ${request.subject_id}`, text }];
    }),
    ...(await verifyTransfers(
      ledger,
      approved.filter(({ kind }) => kind === "transfer"),
    )),
    ...(await verifyRows(
      ledger,
      requests.filter(({ kind }) => kind === "batch"),
      faultOf,
    )),
  ];
}

/** By what is stored of the request itself. */
function whyNotApproved(request: RequestRow, approvals: readonly ApprovalRow[]): string | undefined {
  const { needed, batch } = storedOf(request);
  const { subject_hash: hash, maker_id: maker } = request;
  if (request.kind === "batch" && (batch === undefined || batchHash(subjectOfBatch(maker, batch)) !== hash))
    return "its rows aren’t those that its hash is of";
  const counting = approvals.filter((each) => each.subject_hash === hash && each.person_id !== maker);
  return covers(givenBy(counting), needed) ? undefined : "it was approved by fewer people than it needed";
}

async function verifyTransfers(ledger: Db, approved: readonly RequestRow[]): Promise<FoundFault[]> {
  const hashOf = new Map(approved.map((request) => [request.subject_id, request.subject_hash]));
  const faults: FoundFault[] = [];
  for (const ids of inParts([...hashOf.keys()])) {
    const rows = await ledger
      .selectFrom("transfers")
      .selectAll()
      .where(isOneOf(ledger, "id", ids))
      .execute();
    for (const row of rows)
      if (wasSent(row.submission) && hashOfTransfer(row, row.created_by) !== hashOf.get(row.id))
        faults.push({ transferId: row.id, text: "it was sent otherwise than it was approved" });
  }
  return faults;
}

type Act = { seq: number; isAsked: boolean };

/** Each request of a batch has the entry by which it was asked for, in one transaction, so both are in one order. */
async function verifyRows(
  ledger: Db,
  requests: readonly RequestRow[],
  faultOf: (request: RequestRow) => string | undefined,
): Promise<FoundFault[]> {
  const entries = await ledger
    .selectFrom("audit_log")
    .select(["seq", "action", "record_id"])
    .where("action", "in", ["batch_asked", "batch_agreed"] satisfies AuditAction[])
    .orderBy("seq")
    .execute();
  const actsOf = new Map<string, Act[]>();
  for (const { seq, action, record_id } of entries)
    if (record_id !== null)
      actsOf.set(record_id, [...(actsOf.get(record_id) ?? []), { seq, isAsked: action === "batch_asked" }]);
  const faults: FoundFault[] = [];
  for (const [batchId, acts] of actsOf) {
    const asks = acts.filter(({ isAsked }) => isAsked);
    if (asks.length === 0) continue;
    const own = requests.filter(({ subject_id }) => subject_id === batchId);
    for (const { row, seq } of await sentRowsOf(ledger, batchId)) {
      const act = acts.findLast((each) => each.seq < seq);
      // It was agreed to under rules that asked nobody else.
      if (act === undefined || !act.isAsked) continue;
      const text = whyNotCovered(row, own[asks.indexOf(act)], faultOf);
      if (text !== undefined) faults.push({ transferId: row.id, text });
    }
  }
  return faults;
}

function whyNotCovered(
  row: TransferRow,
  request: RequestRow | undefined,
  faultOf: (request: RequestRow) => string | undefined,
): string | undefined {
  if (request?.state !== "approved" || faultOf(request) !== undefined)
    return "it was sent as a row of a batch that nobody has approved";
  const line = storedOf(request).batch?.lines.find((each) => each.row.key === row.idempotency_key)?.row;
  const sent = { key: row.idempotency_key, fields: row, wish: row.asked_output };
  if (line !== undefined && isSameRow(line, sent)) return undefined;
  return "it was sent otherwise than its batch was approved";
}

/** With the entries that recorded them. One that was written again after a loss has another. */
async function sentRowsOf(ledger: Db, batchId: string): Promise<{ row: TransferRow; seq: number }[]> {
  const rows = await ledger
    .selectFrom("batch_rows")
    .innerJoin("transfers", "transfers.idempotency_key", "batch_rows.key")
    .selectAll("transfers")
    .where("batch_id", "=", batchId)
    .execute();
  const sent = rows.filter(({ submission }) => wasSent(submission));
  const seqOf = new Map<string, number>();
  for (const ids of inParts(sent.map(({ id }) => id)))
    for (const { seq, record_id } of await ledger
      .selectFrom("audit_log")
      .select(["seq", "record_id"])
      .where("action", "=", "transfer_created" satisfies AuditAction)
      .where(isOneOf(ledger, "record_id", ids))
      .execute())
      seqOf.set(record_id ?? "", seq);
  return sent.flatMap((row) => {
    const seq = seqOf.get(row.id);
    return seq === undefined ? [] : [{ row, seq }];
  });
}

/** A request may have left. */
function wasSent(submission: Submission): boolean {
  if (submission === "rejected" || submission === "not_created") return true;
  return !isNeverCreated(submission) && submission !== "recorded" && submission !== "awaiting_approval";
}

function* inParts(ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += atOnce) yield ids.slice(at, at + atOnce);
}
