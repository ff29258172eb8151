import { Problem } from "#lib/contract/problem";
import type { Role } from "#lib/contract/roles";
import {
  approversWords,
  lackWords,
  latelyWords,
  reasonWords,
  unusualWords,
} from "#lib/features/controls/control-words";
import type { ApprovalDetail, ApprovalEntry } from "#lib/features/controls/controls-api";
import { approversFor, lacksOf } from "#lib/features/controls/eligible";
import { newAccountRules } from "#lib/features/controls/requirement";
import { formatFiat } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import type { Actor } from "#lib/server/auth/actor";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import type { Tick } from "#lib/server/submission/gates";
import type { ApprovalRow, RequestRow } from "#lib/server/tables/controls/control-rows";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, TransferRow, Trx } from "#lib/server/tables/schema";
import { readBatchesOf, rowsOfBatch } from "./batches/shown-batch";
import { countingOf, givenBy, whyVoid } from "./counting";
import { confirmedName, readChangesOf, readPayeesOf } from "./payees/payee-requests";
import { readColleagues } from "./read-people";
import { readApprovals, storedOf } from "./requests";
import { readRules, rulesOf } from "./rules/stored-rules";
import { changesSince, newestTo } from "./since-asked";

/** Invariant: what is told of a request is told as it is now, and its needs as they were when it was asked for or stricter. */

/** By its own ID, or the newest of a transfer. Throws `not_found`. */
export async function seekRequest(ledger: Db | Trx, id: string): Promise<RequestRow> {
  const row = await ledger
    .selectFrom("requests")
    .selectAll()
    .where(({ eb, or }) => or([eb("id", "=", id), eb("subject_id", "=", id)]))
    .orderBy("asked_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) throw new Problem("not_found", "There is no such request for approval.");
  return row;
}

/** Whether an approval was ever asked for. */
export async function hasRequest(subjectId: string): Promise<boolean> {
  const row = await (await db())
    .selectFrom("requests")
    .select("id")
    .where("subject_id", "=", subjectId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Throws `not_found`. */
export async function findApproval(id: string, actor: Actor): Promise<ApprovalDetail> {
  const ledger = await db();
  const request = await seekRequest(ledger, id);
  const colleagues = await readColleagues(ledger);
  const [entry] = await toEntries(ledger, [request], actor, colleagues);
  if (entry === undefined) throw new RangeError("A request has a subject.");
  const stored = storedOf(request);
  const { people, now } = colleagues;
  const transfer = await readTransfer(ledger, request);
  const { n, rules } = await readRules(ledger);
  return {
    ...entry,
    subjectHash: request.subject_hash,
    reason: request.reason,
    endedAt: request.ended_at,
    endedBy: people.find(({ id: personId }) => personId === request.ended_by)?.name ?? null,
    decisions: (await readApprovals(ledger, request.id)).map((row) => toDecision(row, request, colleagues)),
    canApprove: approversFor(request.maker_id, people, now),
    needsLastFour:
      request.kind !== "batch" && stored.reasons.some(({ rule }) => newAccountRules.includes(rule)),
    confirmed: [
      ...stored.ticks.map((tick) => tickWords[tick]),
      ...stored.unusual.map((each) => unusualWords(each, transfer?.from_currency ?? "", entry.maker.name)),
    ],
    changed: transfer === undefined ? [] : await changesSince(ledger, request, transfer, n),
    nameConfirmed: await confirmedName(ledger, request, transfer),
    newest: transfer === undefined ? [] : await newestTo(ledger, transfer),
    rules:
      request.kind === "rules" ? { before: rules, after: await readProposed(ledger, request, rules) } : null,
    rows: rowsOfBatch(stored),
  };
}

async function readProposed(ledger: Db, { subject_id }: RequestRow, fallback: ApprovalRules) {
  const row = await ledger
    .selectFrom("control_rules")
    .select("rules")
    .where("id", "=", subject_id)
    .executeTakeFirst();
  return row === undefined ? fallback : rulesOf(row);
}
type ApprovalRules = NonNullable<ApprovalDetail["rules"]>["after"];

function readTransfer(ledger: Db, { kind, subject_id }: RequestRow): Promise<TransferRow | undefined> {
  if (kind !== "transfer") return Promise.resolve(undefined);
  return ledger.selectFrom("transfers").selectAll().where("id", "=", subject_id).executeTakeFirst();
}

function toDecision(
  row: ApprovalRow,
  { state }: RequestRow,
  colleagues: Colleagues,
): ApprovalDetail["decisions"][number] {
  return {
    person: row.person_name,
    role: row.role as Role,
    decision: row.decision,
    at: row.at,
    output: row.output as Amount | null,
    voidedWhy: state === "waiting" ? whyVoid(row, colleagues) : row.voided_why,
    lately: latelyOf(row, colleagues),
  };
}

type Colleagues = Awaited<ReturnType<typeof readColleagues>>;

/** What others did to whoever decided, in the thirty days before. */
function latelyOf({ person_id, at }: ApprovalRow, { people }: Colleagues): string | null {
  const person = people.find(({ id }) => id === person_id);
  return person === undefined ? null : latelyWords(person, at, env().timeZone);
}

/** What is shown of requests to somebody. */
export async function toEntries(
  ledger: Db,
  rows: readonly RequestRow[],
  actor: Actor,
  colleagues: Colleagues,
): Promise<ApprovalEntry[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const subjects = rows.filter(({ kind }) => kind === "transfer").map(({ subject_id }) => subject_id);
  const transfers =
    subjects.length === 0
      ? []
      : await ledger
          .selectFrom("transfers")
          .select(payoutColumns)
          .where(isOneOf(ledger, "id", subjects))
          .execute();
  const changed = await readChangesOf(ledger, transfers);
  const payees = await readPayeesOf(ledger, rows);
  const batches = await readBatchesOf(ledger, rows);
  const approvals = await ledger
    .selectFrom("approvals")
    .selectAll()
    .where(isOneOf(ledger, "request_id", ids))
    .execute();
  return rows.map((row) => {
    const all = approvals.filter(({ request_id }) => request_id === row.id);
    const own = row.state === "waiting" ? countingOf(all, colleagues) : all;
    const transfer = transfers.find(({ id }) => id === row.subject_id);
    const { needed } = storedOf(row);
    const canApprove = approversFor(row.maker_id, colleagues.people, colleagues.now);
    return {
      id: row.id,
      kind: row.kind,
      subjectId: row.subject_id,
      maker: {
        id: row.maker_id,
        name: colleagues.people.find(({ id }) => id === row.maker_id)?.name ?? "",
      },
      askedAt: row.asked_at,
      expiresAt: row.expires_at,
      state: row.state,
      payout: transfer === undefined ? null : toPayout(transfer, row, changed),
      payee: payees.get(row.id) ?? null,
      batch: batches.get(row.id) ?? null,
      needed,
      given: givenBy(own),
      why: `${whyOf(row)} ${approversWords(canApprove, needed)}`,
      ...mineOf(row, own, actor, colleagues),
    };
  });
}

const payoutColumns = [
  ...(["id", "amount", "from_currency", "account_name", "account_number", "bank_name"] as const),
  "payee_id",
] as const;

function toPayout(
  transfer: Pick<TransferRow, (typeof payoutColumns)[number]>,
  request: RequestRow,
  changed: ReadonlyMap<string, string>,
): NonNullable<ApprovalEntry["payout"]> {
  return {
    amount: transfer.amount as Amount,
    token: transfer.from_currency,
    naira: request.naira as Amount | null,
    sum: sumOf(request),
    accountName: transfer.account_name,
    accountLastFour: transfer.account_number.slice(-4),
    bankName: transfer.bank_name,
    accountChangedAt: changed.get(transfer.payee_id ?? "") ?? null,
  };
}

/** Why it waits, as a sentence. */
export function whyOf(row: RequestRow): string {
  if (row.kind === "rules") return "Looser rules for payouts.";
  const why = storedOf(row)
    .reasons.map((reason) => reasonWords(reason, row.kind === "batch" ? "batch" : "transfer"))
    .join("; ");
  return `${why.charAt(0).toUpperCase()}${why.slice(1)}.${sumWords(row)}`;
}

function sumWords(row: RequestRow): string {
  const sum = sumOf(row);
  return sum === null ? "" : ` With this one it is ${formatFiat(sum)} naira.`;
}

/** What goes to its account within 24 hours, where it is one part of that. */
function sumOf(row: RequestRow): Amount | null {
  if (row.kind !== "transfer") return null;
  const reason = storedOf(row).reasons.find(({ rule }) => rule === "account_sum");
  return reason?.rule !== "account_sum" || reason.largest === row.naira ? null : reason.largest;
}

function mineOf(
  row: RequestRow,
  approvals: readonly ApprovalRow[],
  { person }: Actor,
  { people, now }: Colleagues,
): Pick<ApprovalEntry, "mine" | "cannotWhy"> {
  if (row.maker_id === person.id) return { mine: "asked", cannotWhy: null };
  if (approvals.some(({ person_id }) => person_id === person.id))
    return { mine: "approved", cannotWhy: null };
  const known = people.find(({ id }) => id === person.id);
  const [lack] = known === undefined ? [] : lacksOf(known, now);
  if (known !== undefined && lack !== undefined)
    return { mine: "cannot", cannotWhy: `${lackWords(known, lack, env().timeZone)}.` };
  if (row.kind === "rules" && person.role !== "admin")
    return { mine: "cannot", cannotWhy: "Only an admin decides on rules." };
  return row.state === "waiting" ? { mine: "decide", cannotWhy: null } : { mine: "cannot", cannotWhy: null };
}

export const tickWords: Record<Tick, string> = {
  separate: "It is a second payout like an earlier one.",
  reference: "Its reference was used before.",
  odd_quote: "The service’s quote doesn’t add up.",
  account: "The name is known with another account.",
  name: "The account is known under another name.",
  bank: "The service’s list has another name for the bank.",
  amount: "The amount is unusual.",
};
