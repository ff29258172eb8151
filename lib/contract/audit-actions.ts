import * as z from "zod/mini";
import { holdReasons } from "./hold-reasons";

/**
 * What the audit log can hold: every action, the kind of record that it touches, and the facts that may stand beside
 * it. A fact is one of a closed set of words, a small number, a date, an amount, an e-mail or the last four digits of an
 * account, so that no password, code, token, key or full account number has a place to go.
 */

const shape = (pattern: RegExp) => z.string().check(z.regex(pattern));
const role = z.enum(["support", "finance", "admin"]);
const email = z.email().check(z.maxLength(254));
/** A whole number as text; too short for an account number. */
const count = shape(/^(0|[1-9]\d{0,6})$/);
/** How many rows of a table, as text; a digit short of an account number. */
const rowCount = shape(/^(0|[1-9]\d{0,8})$/);
/** An entry of the audit log, as `verify-audit` prints and takes it: NUMBER:HASH. */
const notedEntry = shape(/^[1-9]\d{0,9}:[0-9a-f]{64}$/);
const date = shape(/^\d{4}-\d{2}-\d{2}$/);
const lastFour = shape(/^\d{4}$/);
const amount = shape(/^(0|[1-9]\d{0,29})(\.\d{1,18})?$/);
const asset = shape(/^[a-z][a-z0-9-]{0,15}:[a-z][a-z0-9.-]{0,15}$/);
/** Who made the link by which it was done: the e-mail of a person, or a command on the server. */
const linkMadeBy = z.optional(z.union([email, z.literal("a_command")]));
const statusWord = shape(/^[a-z]+(_[a-z]+)*$/).check(z.maxLength(32));
const factor = z.enum(["none", "authenticator_code", "recovery_code"]);
/** Who ended or reset something: the person themselves, an administrator, or a command on the server. */
const by = z.enum(["the_person", "an_administrator", "a_command"]);

/** Where a ledger can come from, and the engine that it can lie on. */
const ledgerSource = z.enum(["a_backup", "embedded_database"]);
const ledgerEngine = z.enum(["embedded_database", "postgresql"]);

const nothing = z.strictObject({});

/** What came along with a ledger, and the entry of its own log that this one follows. */
const arrival = {
  by,
  source: ledgerSource,
  engine: ledgerEngine,
  transfers: rowCount,
  events: rowCount,
  /** What its own rules found wrong in it. */
  faults: z.optional(rowCount),
  continues: z.optional(notedEntry),
};

/** Each action with the kind of record that its `recordId` names, and its facts. */
export const auditActions = {
  signed_in: { record: "person", detail: z.strictObject({ secondFactor: z.optional(factor) }) },
  /** Who was meant stands in `recordId` when they exist; what was typed stands nowhere. */
  sign_in_failed: {
    record: "person",
    detail: z.strictObject({
      reason: z.optional(
        z.enum(["unknown_person", "wrong_password", "disabled_person", "locked_out", "too_many_tries"]),
      ),
    }),
  },
  second_factor_failed: {
    record: "person",
    detail: z.strictObject({
      factor: z.optional(factor),
      reason: z.optional(z.enum(["wrong_code", "used_code", "too_many_tries"])),
    }),
  },
  signed_out: { record: "person", detail: nothing },
  locked_out: { record: "person", detail: z.strictObject({ minutes: z.optional(count) }) },
  session_revoked: {
    record: "person",
    detail: z.strictObject({ by: z.optional(by), sessions: z.optional(count) }),
  },
  password_changed: {
    record: "person",
    detail: z.strictObject({ sessionsEnded: z.optional(count), linkMadeBy }),
  },
  second_factor_enabled: { record: "person", detail: nothing },
  second_factor_disabled: { record: "person", detail: nothing },
  recovery_codes_made: { record: "person", detail: z.strictObject({ codes: z.optional(count) }) },
  setup_done: { record: "person", detail: nothing },
  person_invited: { record: "invitation", detail: z.strictObject({ email, role }) },
  invitation_accepted: {
    record: "invitation",
    detail: z.strictObject({ email: z.optional(email), role: z.optional(role), linkMadeBy }),
  },
  invitation_revoked: {
    record: "invitation",
    detail: z.strictObject({ email: z.optional(email), role: z.optional(role) }),
  },
  role_changed: {
    record: "person",
    detail: z.strictObject({
      email: z.optional(email),
      from: role,
      to: role,
      linksEnded: z.optional(count),
    }),
  },
  person_disabled: {
    record: "person",
    detail: z.strictObject({
      email: z.optional(email),
      sessionsEnded: z.optional(count),
      linksEnded: z.optional(count),
    }),
  },
  person_enabled: { record: "person", detail: z.strictObject({ email: z.optional(email) }) },
  second_factor_reset: {
    record: "person",
    detail: z.strictObject({ email: z.optional(email), by: z.optional(by) }),
  },
  password_reset: {
    record: "person",
    detail: z.strictObject({
      email: z.optional(email),
      by: z.optional(by),
      sessionsEnded: z.optional(count),
    }),
  },
  /** A link for a new password that nobody has used. */
  password_link_revoked: {
    record: "person",
    detail: z.strictObject({ email: z.optional(email), linkMadeBy }),
  },
  /** What too many wrong tries had locked was freed: of a person, or of more than one. */
  locks_cleared: {
    record: "person",
    detail: z.strictObject({ email: z.optional(email), by, locks: count }),
  },
  transfer_created: {
    record: "transfer",
    detail: z.strictObject({
      amount,
      asset,
      accountLastFour: lastFour,
      isReplacement: z.optional(z.boolean()),
    }),
  },
  /** A transfer that was sent and that the database had lost. */
  transfer_written_again: {
    record: "transfer",
    detail: z.strictObject({ amount, asset, accountLastFour: lastFour }),
  },
  /** The database may have lost what was sent: no new transfer is sent until a person has compared. */
  transfers_held: {
    record: null,
    detail: z.strictObject({ reason: z.enum(holdReasons) }),
  },
  /** A person compared the ledger with the service's records. `writtenAgain`: what was lost and is back. */
  transfers_released: { record: null, detail: z.strictObject({ writtenAgain: rowCount }) },
  transfer_resolved: {
    record: "transfer",
    detail: z.strictObject({ outcome: z.enum(["exists", "absent"]) }),
  },
  /** Of the addresses that were given for a transfer, a person said which is right. */
  address_chosen: { record: "transfer", detail: nothing },
  note_added: { record: "transfer", detail: nothing },
  /** `isMatched: false` is the undoing of a match. */
  transfer_matched: { record: "transfer", detail: z.strictObject({ isMatched: z.boolean() }) },
  attention_dealt_with: { record: "transfer", detail: nothing },
  account_number_shown: {
    record: "transfer",
    detail: z.strictObject({ accountLastFour: z.optional(lastFour) }),
  },
  export_made: {
    record: null,
    detail: z.strictObject({
      what: z.enum(["transfers", "audit_log"]),
      format: z.optional(z.enum(["csv", "json"])),
      rows: z.optional(rowCount),
      firstDay: z.optional(date),
      lastDay: z.optional(date),
      status: z.optional(statusWord),
      asset: z.optional(asset),
      isSearch: z.optional(z.boolean()),
      isAttentionOnly: z.optional(z.boolean()),
    }),
  },
  /** `isWhole: false`: it broke off or was cancelled, and this many rows had been read. */
  export_ended: { record: null, detail: z.strictObject({ rows: rowCount, isWhole: z.boolean() }) },
  /** `replaced`: the last entry of the ledger whose place it took, which is kept elsewhere. */
  ledger_restored: {
    record: null,
    detail: z.strictObject({
      ...arrival,
      isReplacement: z.optional(z.boolean()),
      replaced: z.optional(notedEntry),
    }),
  },
  ledger_moved: { record: null, detail: z.strictObject(arrival) },
  /** An update of the dashboard reads stored callbacks otherwise than the version before. */
  status_reread: { record: "transfer", detail: z.strictObject({ from: statusWord, to: statusWord }) },
  /** What came or was written without an act of a person; the entry carries the hash of each event. */
  events_recorded: { record: "transfer", detail: z.strictObject({ events: rowCount, transfers: rowCount }) },
  /** The same for what is older than the cover. */
  ledger_covered: { record: null, detail: z.strictObject({ events: rowCount, transfers: rowCount }) },
  sandbox_event: { record: "transfer", detail: z.strictObject({ status: statusWord }) },
} as const;

/** A word of the closed list of what people and the dashboard do. */
export type AuditAction = keyof typeof auditActions;
/** The facts that may stand beside an action. */
export type AuditDetail<Action extends AuditAction> = z.output<(typeof auditActions)[Action]["detail"]>;
/** The names of all facts. */
export type AuditFact = {
  [Action in AuditAction]: keyof (typeof auditActions)[Action]["detail"]["def"]["shape"];
}[AuditAction];

/** The closed list, in the order of a filter. */
export const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]];
