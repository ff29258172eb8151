import { randomUUID } from "node:crypto";
import type { Approvers } from "#lib/features/controls/approvers";
import type { Reason } from "#lib/features/controls/requirement";
import {
  type BatchSubject,
  type PayeeVersionSubject,
  type TransferSubject,
  transferHash,
} from "#lib/features/controls/subject";
import type { Unusual } from "#lib/features/controls/unusual";
import { coverRecord } from "#lib/server/audit/cover";
import { env } from "#lib/server/config/env";
import type { PayoutFields, Tick } from "#lib/server/submission/gates";
import type { ApprovalRow, RequestRow } from "#lib/server/tables/controls/control-rows";
import { databaseTime, readDatabaseTime } from "#lib/server/tables/database-clock";
import { isPostgres } from "#lib/server/tables/engine";
import type { PayeeVersionRow } from "#lib/server/tables/payee-rows";
import type { Db, Trx } from "#lib/server/tables/schema";

/** Invariant: a subject has one waiting request at most, and a request never changes but in its state. */

/** Kept with a request as JSON: what was needed when it was asked for, and what the maker confirmed. */
export type Stored = {
  needed: Approvers;
  reasons: Reason[];
  ticks: readonly Tick[];
  unusual: Unusual[];
  /** Of a batch, all that its hash is made of but its maker, and what each row pays out in naira. */
  batch?: { rates: BatchSubject["rates"]; lines: StoredLine[] };
};

type StoredLine = { row: BatchSubject["rows"][number]; naira: string | null };

export function storedOf({ requirement }: Pick<RequestRow, "requirement">): Stored {
  return JSON.parse(requirement) as Stored;
}

/** Writes a request. The act's own audit entry, which comes after it, covers it. */
export async function insertRequest(
  trx: Trx,
  asked: Pick<RequestRow, "kind" | "subject_id" | "subject_hash" | "maker_id" | "rules_n" | "naira"> & {
    stored: Stored;
    lifeMs?: number;
  },
): Promise<RequestRow> {
  const { stored, lifeMs = env().approvalMs, ...rest } = asked;
  const at = await readDatabaseTime(trx);
  const row: RequestRow = {
    ...rest,
    id: randomUUID(),
    requirement: JSON.stringify(stored),
    asked_at: at,
    expires_at: new Date(Date.parse(at) + lifeMs).toISOString(),
    state: "waiting",
    ended_at: null,
    ended_by: null,
    reason: null,
  };
  await trx.insertInto("requests").values(row).execute();
  coverRecord(trx, "request-1", row);
  return row;
}

/** Locks it until the transaction ends. */
export async function takeRequest(trx: Trx, id: string): Promise<RequestRow | undefined> {
  if (isPostgres(trx))
    return trx.selectFrom("requests").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return trx
    .updateTable("requests")
    .set(({ ref }) => ({ state: ref("state") }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** The one that waits for a subject, locked. */
export async function takeWaiting(
  trx: Trx,
  subject: Pick<RequestRow, "kind" | "subject_id">,
): Promise<RequestRow | undefined> {
  const found = await trx
    .selectFrom("requests")
    .select("id")
    .where("kind", "=", subject.kind)
    .where("subject_id", "=", subject.subject_id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  const taken = found && (await takeRequest(trx, found.id));
  return taken?.state === "waiting" ? taken : undefined;
}

export async function endRequest(
  trx: Trx,
  row: RequestRow,
  end: Pick<RequestRow, "state" | "ended_by" | "reason">,
): Promise<RequestRow> {
  const ended = { ...row, ...end, ended_at: await readDatabaseTime(trx) };
  await trx.updateTable("requests").set(ended).where("id", "=", row.id).execute();
  coverRecord(trx, "request-1", ended);
  return ended;
}

export async function isExpired(trx: Trx, { id }: RequestRow): Promise<boolean> {
  const row = await trx
    .selectFrom("requests")
    .select("id")
    .where("id", "=", id)
    .where("expires_at", "<=", databaseTime(trx))
    .executeTakeFirst();
  return row !== undefined;
}

/** In the order in which they were given. */
export async function readApprovals(ledger: Db | Trx, requestId: string): Promise<ApprovalRow[]> {
  return ledger
    .selectFrom("approvals")
    .selectAll()
    .where("request_id", "=", requestId)
    .orderBy("at")
    .orderBy("id")
    .execute();
}

export async function insertApproval(trx: Trx, row: Omit<ApprovalRow, "id" | "at">): Promise<ApprovalRow> {
  const written = { ...row, id: randomUUID(), at: await readDatabaseTime(trx) };
  await trx.insertInto("approvals").values(written).execute();
  coverRecord(trx, "approval-1", written);
  return written;
}

export async function voidApproval(trx: Trx, row: ApprovalRow, why: string): Promise<void> {
  await trx.updateTable("approvals").set({ voided_why: why }).where("id", "=", row.id).execute();
  coverRecord(trx, "approval-1", { ...row, voided_why: why });
}

export function hashOfTransfer(fields: PayoutFields, makerId: string | null): string {
  return transferHash(subjectOf(fields, makerId));
}

/** What an approval of it is about. */
export function subjectOf(fields: PayoutFields, makerId: string | null): TransferSubject {
  return {
    amount: fields.amount,
    asset: fields.asset,
    fromCurrency: fields.from_currency,
    network: fields.network,
    currency: fields.currency,
    country: fields.country,
    bankCode: fields.bank_code,
    bankName: fields.bank_name,
    accountNumber: fields.account_number,
    accountName: fields.account_name,
    payeeId: fields.payee_id,
    payeeVersion: fields.payee_version,
    reference: fields.reference,
    purpose: fields.purpose,
    callbackUrl: fields.callback_url,
    replaces: fields.replaces,
    makerId,
  };
}

export function subjectOfVersion(row: PayeeVersionRow, makerId: string): PayeeVersionSubject {
  return {
    ...{ payeeId: row.payee_id, payeeVersion: row.n, makerId, howChecked: row.how_checked },
    ...{ bankCode: row.bank_code, bankName: row.bank_name },
    ...{ accountNumber: row.account_number, accountName: row.account_name },
  };
}
