import { randomUUID } from "node:crypto";
import type { Db, TransferEventRow, TransferRow } from "#lib/server/tables/schema";
import { eachOwnText, toOwnColumns } from "#lib/transfer/own-texts";
import { callback, gatherEvents } from "./hostile-events";

/** A ledger in which every text is as long as it may be, of the signs that take most room, and every list is full. */

/** Each counts as one of a text's length, takes three bytes, and is drawn by eight. */
const invisible = (length: number) => "\u202e".repeat(length);
const perState = 40;
const rowsAtOnce = 50;
const long = new Date(Date.now() - 30 * 24 * 3_600_000).toISOString();

type State = Partial<TransferRow>;
/** Between them they have every reason for attention. */
const states: State[] = [
  { submission: "unknown", status: "unknown", address: null },
  { submission: "unknown", status: "unknown", address: null, callback_count: 3 },
  {
    submission: "accepted",
    status: "conflicting",
    address_check: "invalid",
    is_repeated: 1,
    has_late_deposit: 1,
  },
  { submission: "accepted", status: "refunded", address: null },
  { submission: "accepted", status: "failed" },
  { submission: "accepted", status: "on_hold" },
  { submission: "accepted", status: "deposit_received" },
  { submission: "accepted", status: "accepted" },
];

/** Fills a ledger behind the dashboard's back, lists of one person included. Gives the transfer that gathered most. */
export async function fillLedger(
  ledger: Db,
  personId: string,
  gathered: { notes: number; callbacks: number },
): Promise<string> {
  const rows = states.flatMap((state) => Array.from({ length: perState }, () => hostileTransfer(state)));
  await inParts(rows, (part) => ledger.insertInto("transfers").values(part).execute());
  await inParts(rows.flatMap(eventsOf), (part) =>
    ledger.insertInto("transfer_events").values(part).execute(),
  );
  await fillPeople(ledger, personId);
  await fillAudit(ledger);
  const id = rows[2 * perState]?.id ?? "";
  await gatherEvents(ledger, id, gathered);
  return id;
}

async function inParts<Row>(rows: readonly Row[], write: (part: Row[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) await write(rows.slice(from, from + rowsAtOnce));
}

function hostileTransfer(state: State): TransferRow {
  return {
    id: randomUUID(),
    idempotency_key: randomUUID(),
    content_hash: "0".repeat(64),
    created_at: long,
    updated_at: long,
    replaces: null,
    asset: "base:usdc",
    from_currency: "USDC",
    network: "base",
    amount: "123456789012.345",
    currency: "NGN",
    country: "NG",
    bank_code: "0".repeat(32),
    bank_name: invisible(300),
    account_number: "0690000031",
    account_name: "字".repeat(200),
    callback_url: `https://example.com/${"%F0%9F".repeat(338)}`,
    ...toOwnColumns(eachOwnText(({ most }) => invisible(most))),
    reference: "字".repeat(64),
    reference_key: "字".repeat(64),
    payee_id: null,
    payee_version: null,
    asked_output: "9".repeat(15),
    created_by: long,
    asked_day: long,
    sent_at: long,
    sent_day: long,
    accepted_output: null,
    accepted_quoted_at: null,
    quote_rate: "1538.42",
    quote_output: "1913409.875",
    quote_fee: "6.25",
    quoted_at: long,
    transaction_id: invisible(256),
    address: invisible(256),
    address_check: null,
    memo: null,
    callback_token_hash: null,
    callback_count: 0,
    dispatch_deadline: null,
    dispatched_by: null,
    ...({ is_handled: 0, chip: "status", is_closed: 0, received: "none", blind_since: null } as const),
    has_late_deposit: 0,
    is_repeated: 0,
    is_contradicted: 0,
    has_node_dispute: 0,
    has_dropped_callbacks: 0,
    is_payment_withdrawn: 0,
    has_live_funding: 0,
    owner_id: null,
    due_at: null,
    deposit_label: null,
    blind_since: null,
    unapprovable_since: null,
    paid_at: null,
    claim_mark: null,
    submission: "accepted",
    status: "accepted",
    ...state,
  };
}

const unknownWords = Array.from({ length: 12 }, (_, at) => `${at}`.padEnd(100, "\u0001"));

function eventsOf({ id, submission, status }: TransferRow): TransferEventRow[] {
  const kinds =
    submission === "unknown"
      ? ["requested", "dispatched", "outcome_unknown"]
      : ["requested", "dispatched", "accepted"];
  const told =
    status === "unknown" || status === "accepted" ? [] : [status === "conflicting" ? "paid" : status];
  return [
    ...kinds.map((kind) => ({
      ...callback(0),
      source: "dashboard",
      kind,
      word: null,
      raw: null,
      body_hash: null,
    })),
    ...[...told, ...unknownWords].map((word, at) => ({ ...callback(at), word, raw: "{}" })),
  ].map((event, at) => ({ ...event, transfer_id: id, seq: at + 1, at: long }) as TransferEventRow);
}

async function fillPeople(ledger: Db, personId: string): Promise<void> {
  const times = { created_at: long, updated_at: long };
  const now = new Date().toISOString();
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const email = (at: number) => `${at}-${"e".repeat(240)}@e.com`;
  const people = Array.from({ length: 400 }, (_, at) => ({
    id: randomUUID(),
    name: `${at} ${invisible(95)}`,
    email: email(at),
    email_verified: 0,
    image: null,
    role: "support" as const,
    is_disabled: at % 4 === 0 ? 1 : 0,
    two_factor_enabled: 0,
    sign_in_version: 0,
    ...times,
  }));
  await inParts(people, (part) => ledger.insertInto("people").values(part).execute());
  const invitations = Array.from({ length: 150 }, (_, at) => ({
    token_hash: randomUUID(),
    id: randomUUID(),
    kind: "invitation" as const,
    email: email(1_000 + at),
    role: "support" as const,
    person_id: null,
    created_by: personId,
    created_at: now,
    expires_at: later,
  }));
  await inParts(invitations, (part) => ledger.insertInto("one_time_links").values(part).execute());
  const sessions = Array.from({ length: 300 }, () => ({
    id: randomUUID(),
    token_hash: randomUUID(),
    person_id: personId,
    expires_at: later,
    last_seen_at: now,
    confirmed_at: now,
    sign_in_version: 0,
    has_second_factor: 1,
    address: "2001:0db8:85a3:0000:0000:8a2e:0370:7334",
    user_agent: invisible(200),
    ...times,
  }));
  await inParts(sessions, (part) => ledger.insertInto("sessions").values(part).execute());
}

async function fillAudit(ledger: Db): Promise<void> {
  const { seq } = await ledger.selectFrom("audit_head").select("seq").executeTakeFirstOrThrow();
  const entries = Array.from({ length: 150 }, (_, at) => ({
    seq: seq + 1 + at,
    at: long,
    actor_id: randomUUID(),
    actor_name: invisible(320),
    address: "2001:0db8:85a3:0000:0000:8a2e:0370:7334",
    user_agent: invisible(200),
    action: "person_invited",
    record_kind: "invitation",
    record_id: randomUUID(),
    detail: JSON.stringify({ email: `${"e".repeat(240)}@e.com`, role: "support" }),
    previous_hash: "0".repeat(64),
    hash: "0".repeat(64),
  }));
  await inParts(entries, (part) => ledger.insertInto("audit_log").values(part).execute());
  const last = { seq: seq + entries.length, hash: "0".repeat(64) };
  await ledger.updateTable("audit_head").set(last).execute();
}

/** The largest answers that the service can give and that are taken: each bank under one code. */
export function hostileAnswers(): { business: string; banks: string } {
  const text = "\\u0001".repeat(2_000);
  const business = { name: "NAME", type: "t", website: "w", status: "active", owner: "NAME" };
  const banks = Array.from(
    { length: 9_000 },
    (_, at) => `{"code":"1","name":"${at} ${"\\u202e".repeat(14)}"}`,
  );
  return {
    business: JSON.stringify({ business }).replaceAll("NAME", text),
    banks: `[${banks.join(",")}]`,
  };
}
