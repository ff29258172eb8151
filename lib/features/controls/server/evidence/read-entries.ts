import type { AuditAction } from "#lib/contract/audit/audit-actions";
import { readVersionName } from "#lib/server/payees/version-name";
import type { ApprovalRow, RequestRow } from "#lib/server/tables/controls/control-rows";
import type { Db } from "#lib/server/tables/schema";
import { describeAction } from "#lib/words/audit-words";
import { doneTo } from "../read-people";

/** Invariant: an act and its entry of the audit log are one commit, so each act of a request has its entry, unless a database was lost. */

/** By its number and hash anybody can find it in the log, and prove that it is as it was written. */
export type Entry = { seq: number; hash: string; at: string; by: string | null };

/** In the order of the approvals. */
type OfDecision = { entry: Entry | null; factor: string | null; before: string[] };
type Audited = { asked: Entry | null; ended: Entry | null; decisions: OfDecision[] };

type Row = {
  seq: number;
  hash: string;
  at: string;
  action: string;
  actor_id: string | null;
  actor_name: string | null;
  detail: string;
};

export async function readAudited(
  ledger: Db,
  request: RequestRow,
  approvals: readonly ApprovalRow[],
): Promise<Audited> {
  const { asked, ended, decided } = sorters[request.kind](
    request,
    await readActs[request.kind](ledger, request),
  );
  const decisions: OfDecision[] = [];
  // Whoever decides again, after an approval that counts no more, has an entry for each.
  const left = [...decided];
  for (const approval of approvals) {
    const at = left.findIndex(({ actor_id }) => actor_id === approval.person_id);
    const [entry] = at < 0 ? [] : left.splice(at, 1);
    decisions.push({
      entry: toEntry(entry),
      factor: entry === undefined ? null : await readFactor(ledger, approval.person_id, entry.seq),
      before: await readChanges(ledger, approval),
    });
  }
  return { asked: toEntry(asked), ended: toEntry(ended), decisions };
}

type Sorted = { asked: Row | undefined; ended: Row | undefined; decided: Row[] };

const ofTransfer = [
  "transfer_created",
  "transfer_approved",
  "transfer_declined",
  "transfer_withdrawn",
  "request_expired",
] satisfies AuditAction[];
const ofRules = [
  "controls_proposed",
  "controls_set",
  "controls_stopped",
  "controls_switched_off",
] satisfies AuditAction[];

const ofPayee = [
  "payee_account_proposed",
  "payee_account_agreed",
  "payee_account_declined",
  "payee_account_withdrawn",
  "payee_account_expired",
] satisfies AuditAction[];

const ofBatch = [
  "batch_asked",
  "batch_approved",
  "batch_declined",
  "batch_changed",
  "batch_discarded",
  "batch_expired",
] satisfies AuditAction[];

const columns = ["seq", "hash", "at", "action", "actor_id", "actor_name", "detail"] as const;

const readActs: Record<RequestRow["kind"], (ledger: Db, request: RequestRow) => Promise<Row[]>> = {
  transfer: (ledger, { subject_id }) =>
    ledger
      .selectFrom("audit_log")
      .select(columns)
      .where("record_id", "=", subject_id)
      .where("action", "in", ofTransfer)
      .orderBy("seq")
      .execute(),
  // One account of a payee waits at a time: what lies between two that were asked for is of the first.
  payee_version: async (ledger, { subject_id }) => {
    const { payeeId, n } = readVersionName(subject_id);
    const rows = await ledger
      .selectFrom("audit_log")
      .select(columns)
      .where("record_id", "=", payeeId)
      .where("action", "in", ofPayee)
      .orderBy("seq")
      .execute();
    const { before } = await ledger
      .selectFrom("payee_versions")
      .select(({ fn }) => fn.countAll<number | string>().as("before"))
      .where("payee_id", "=", payeeId)
      .where("needs_agreement", "=", 1)
      .where("n", "<", n)
      .executeTakeFirstOrThrow();
    const starts = rows.flatMap(({ action }, at) => (action === "payee_account_proposed" ? [at] : []));
    return rows.slice(starts[Number(before)] ?? rows.length, starts[Number(before) + 1]);
  },
  // One request of a batch waits at a time: what lies between two that were asked for is of the first.
  batch: async (ledger, { subject_id, asked_at }) => {
    const rows = await ledger
      .selectFrom("audit_log")
      .select(columns)
      .where("record_id", "=", subject_id)
      .where("action", "in", ofBatch)
      .orderBy("seq")
      .execute();
    const { before } = await ledger
      .selectFrom("requests")
      .select(({ fn }) => fn.countAll<number | string>().as("before"))
      .where("kind", "=", "batch")
      .where("subject_id", "=", subject_id)
      .where("asked_at", "<", asked_at)
      .executeTakeFirstOrThrow();
    const starts = rows.flatMap(({ action }, at) => (action === "batch_asked" ? [at] : []));
    return rows.slice(starts[Number(before)] ?? rows.length, starts[Number(before) + 1]);
  },
  // Whatever set the next version has ended what waited before it.
  rules: (ledger, { subject_id }) =>
    ledger
      .selectFrom("audit_log")
      .select(columns)
      .where("action", "in", ofRules)
      .where("detail", "in", [detailOf(numberOf(subject_id)), detailOf(numberOf(subject_id) + 1)])
      .orderBy("seq")
      .execute(),
};

const sorters: Record<RequestRow["kind"], (request: RequestRow, rows: Row[]) => Sorted> = {
  transfer: ({ state }, rows) => {
    const decided = rows.filter(({ action }) => /^transfer_(approved|declined)$/.test(action));
    const others = rows.filter(({ action }) => /^(transfer_withdrawn|request_expired)$/.test(action));
    const isDecided = state === "approved" || state === "declined";
    const ended = state === "waiting" ? undefined : (isDecided ? decided : others).at(-1);
    return { asked: rows.find(({ action }) => action === "transfer_created"), ended, decided };
  },
  payee_version: (_, [asked, ended]) => {
    const isDecided = /^payee_account_(agreed|declined)$/.test(ended?.action ?? "");
    return { asked, ended, decided: ended !== undefined && isDecided ? [ended] : [] };
  },
  batch: ({ state }, [asked, ...rows]) => {
    const decided = rows.filter(({ action }) => /^batch_(approved|declined)$/.test(action));
    const others = rows.filter(({ action }) => !/^batch_(approved|declined)$/.test(action));
    const isDecided = state === "approved" || state === "declined";
    const ended = state === "waiting" ? undefined : isDecided ? decided.at(-1) : others[0];
    return { asked, ended, decided };
  },
  rules: ({ state, subject_id }, rows) => {
    const own = rows.filter(({ detail }) => detail === detailOf(numberOf(subject_id)));
    const asked = own.find(({ action }) => action === "controls_proposed");
    const decided = own.filter(({ action }) => action !== "controls_proposed");
    const next = rows.find((row) => !own.includes(row));
    return { asked, ended: state === "waiting" ? undefined : (decided.at(-1) ?? next), decided };
  },
};

const numberOf = (rulesId: string) => Number.parseInt(rulesId.replace("rules-", ""), 10);
const detailOf = (n: number) => JSON.stringify({ rules: `${n}` });

function toEntry(row: Row | undefined): Entry | null {
  return row === undefined ? null : { seq: row.seq, hash: row.hash, at: row.at, by: row.actor_name };
}

/** What the person's newest confirmation before it was made with. */
async function readFactor(ledger: Db, personId: string, before: number): Promise<string | null> {
  const row = await ledger
    .selectFrom("audit_log")
    .select("detail")
    .where("actor_id", "=", personId)
    .where("action", "in", ["confirmed", "signed_in"] satisfies AuditAction[])
    .where("seq", "<", before)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  // A sign-in without a second factor names none.
  return (JSON.parse(row.detail) as { secondFactor?: string }).secondFactor ?? "none";
}

const monthMs = 30 * 24 * 60 * 60_000;

/** Whoever can make an approver could use them: what others did to this one lately, and when they joined. */
async function readChanges(ledger: Db, { person_id, at }: ApprovalRow): Promise<string[]> {
  const from = new Date(Date.parse(at) - monthMs).toISOString();
  const rows = await doneTo(ledger, person_id, { from, to: at }).select(columns).orderBy("seq").execute();
  return rows.map(
    ({ action, actor_name, at: then, seq }) =>
      `${describeAction(action)} by ${actor_name ?? "a command on the server"}, ${then}, entry ${seq}`,
  );
}
