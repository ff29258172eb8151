import { reasonWords, unusualWords } from "#lib/features/controls/control-words";
import { batchText, payeeVersionText, rulesText, transferText } from "#lib/features/controls/subject";
import { calledName } from "#lib/server/database/person-name";
import { findVersion } from "#lib/server/payees/payees";
import { readVersionName } from "#lib/server/payees/version-name";
import type { ApprovalRow, RequestRow } from "#lib/server/tables/controls/control-rows";
import type { PayeeVersionRow } from "#lib/server/tables/payee-rows";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, TransferRow } from "#lib/server/tables/schema";
import { subjectOfBatch } from "../batch-lines";
import { tickWords } from "../find-approvals";
import { storedOf, subjectOf, subjectOfVersion } from "../requests";
import { type Entry, readAudited } from "./read-entries";

/** Invariant: what the evidence says of a request is what is stored of it and of its subject now, and what the audit log says of each act. */

export type Decision = ApprovalRow & {
  /** Of a refusal. */
  reason: string | null;
  /** With what the person confirmed who they are before it; null where the log doesn't say. */
  factor: string | null;
  /** What was done to the person's sign-in or role in the 30 days before, in words. */
  before: string[];
  entry: Entry | null;
};

export type Evidence = {
  request: RequestRow;
  maker: string;
  /** Null while it waits, and where no person did. */
  endedBy: string | null;
  needed: { people: number; admins: number };
  reasons: string[];
  /** What the maker confirmed, in words. */
  confirmed: string[];
  /** The text whose SHA-256 in UTF-8 is the subject's hash, from what is stored now; null where the subject is gone. */
  text: string | null;
  transfer: TransferRow | null;
  /** Of a payee. */
  account: PayeeVersionRow | null;
  asked: Entry | null;
  ended: Entry | null;
  decisions: Decision[];
};

/** In the order of the requests. */
export async function readEvidence(ledger: Db, requests: readonly RequestRow[]): Promise<Evidence[]> {
  if (requests.length === 0) return [];
  const ids = (kind: RequestRow["kind"]) =>
    requests.filter((row) => row.kind === kind).map(({ subject_id }) => subject_id);
  const transfers = await readTransfers(ledger, ids("transfer"));
  const rules = await readRuleTexts(ledger, ids("rules"));
  const names = await readNames(ledger, requests);
  const approvals = await ledger
    .selectFrom("approvals")
    .selectAll()
    .where(
      isOneOf(
        ledger,
        "request_id",
        requests.map(({ id }) => id),
      ),
    )
    .orderBy("at")
    .orderBy("id")
    .execute();
  const read: Evidence[] = [];
  for (const request of requests) {
    const given = approvals.filter(({ request_id }) => request_id === request.id);
    const audited = await readAudited(ledger, request, given);
    const maker = names.get(request.maker_id) ?? "";
    const transfer = transfers.get(request.subject_id) ?? null;
    const account = request.kind === "payee_version" ? await readAccount(ledger, request) : null;
    const ended = audited.ended;
    read.push({
      ...{ request, maker, transfer, account, ended, asked: audited.asked },
      text: textsOf[request.kind](request, { transfer, account, rules: rules.get(request.subject_id) }),
      endedBy: names.get(request.ended_by ?? "") ?? (await calledAs(ledger, ended?.by ?? null)),
      ...whyOf(request, transfer, maker),
      decisions: given.map((row, at) => ({
        ...row,
        reason: row.decision === "declined" ? request.reason : null,
        ...(audited.decisions[at] ?? { factor: null, before: [], entry: null }),
      })),
    });
  }
  return read;
}

type Subjects = Pick<Evidence, "transfer" | "account"> & { rules: { n: number; rules: string } | undefined };

/** Each kind's hash can be computed again from its text. */
const textsOf: Record<RequestRow["kind"], (request: RequestRow, subjects: Subjects) => string | null> = {
  transfer: (_, { transfer }) => transfer && transferText(subjectOf(transfer, transfer.created_by)),
  payee_version: ({ maker_id }, { account }) =>
    account && payeeVersionText(subjectOfVersion(account, maker_id)),
  // All that is asked for is kept with the request.
  batch: (request) => {
    const { batch } = storedOf(request);
    return batch === undefined ? null : batchText(subjectOfBatch(request.maker_id, batch));
  },
  rules: ({ maker_id }, { rules }) =>
    rules === undefined ? null : rulesText({ ...rules, makerId: maker_id }),
};

function whyOf(request: RequestRow, transfer: TransferRow | null, maker: string) {
  const { needed, reasons, ticks, unusual } = storedOf(request);
  return {
    needed,
    reasons:
      request.kind === "rules"
        ? ["looser rules"]
        : reasons.map((each) => reasonWords(each, request.kind === "batch" ? "batch" : "transfer")),
    confirmed: [
      ...ticks.map((tick) => tickWords[tick]),
      ...unusual.map((each) => unusualWords(each, transfer?.from_currency ?? "", maker)),
    ],
  };
}

async function readAccount(ledger: Db, { subject_id }: RequestRow): Promise<PayeeVersionRow | null> {
  const { payeeId, n } = readVersionName(subject_id);
  return (await findVersion(ledger, payeeId, n)) ?? null;
}

async function readTransfers(ledger: Db, ids: readonly string[]): Promise<Map<string, TransferRow>> {
  if (ids.length === 0) return new Map();
  const rows = await ledger
    .selectFrom("transfers")
    .selectAll()
    .where(isOneOf(ledger, "id", ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function readRuleTexts(ledger: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { n: number; rules: string }>();
  const rows = await ledger
    .selectFrom("control_rules")
    .select(["id", "n", "rules"])
    .where(isOneOf(ledger, "id", ids))
    .execute();
  return new Map(rows.map(({ id, n, rules }) => [id, { n, rules }]));
}

/** Whoever did it by the audit log, which knows people by their e-mail address; that, where the account is gone. */
async function calledAs(ledger: Db, email: string | null): Promise<string | null> {
  if (email === null) return null;
  const person = await ledger
    .selectFrom("people")
    .select(calledName().$notNull().as("name"))
    .where("email", "=", email)
    .executeTakeFirst();
  return person?.name ?? email;
}

async function readNames(ledger: Db, requests: readonly RequestRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(requests.flatMap(({ maker_id, ended_by }) => [maker_id, ended_by ?? maker_id]))];
  const rows = await ledger
    .selectFrom("people")
    .select("id")
    .select(calledName().$notNull().as("name"))
    .where(isOneOf(ledger, "id", ids))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
