import * as z from "zod/mini";
import { holdReasons } from "#lib/contract/hold-reasons";
import { mailChoices } from "#lib/contract/outbox/mail-kinds";
import { offReasons } from "#lib/contract/outbox/off-reasons";
import { walletWords } from "#lib/transfer/funding";
import { bars } from "#lib/transfer/standing/invitation";
import { settlements } from "#lib/transfer/status-words";
import {
  amount,
  arrival,
  asset,
  by,
  count,
  date,
  email,
  factor,
  fileHash,
  host,
  lastFour,
  letterheadParts,
  linkMadeBy,
  messageKinds,
  month,
  notedEntry,
  ofEndpoint,
  pageOfDeliveries,
  role,
  rowCount,
  serviceWord,
  statusWord,
} from "./audit-facts";
import { batchActions } from "./batch-actions";
import { bookActions } from "./book-actions";
import { payeeActions } from "./payee-actions";
import { receivedActions } from "./received-actions";
import { sharingActions } from "./sharing-actions";

/**
 * Every action of the audit log, the kind of record that it touches, and its facts. A fact is a known word, a small number,
 * a date, an amount, an e-mail or four digits, so no secret or full account number fits in.
 */

const nothing = z.strictObject({});

export const auditActions = {
  /** `sessionsEnded`: to make room, those used longest ago. */
  signed_in: {
    record: "person",
    detail: z.strictObject({ secondFactor: z.optional(factor), sessionsEnded: z.optional(count) }),
  },
  /** The second factor is still to come, or never comes. */
  password_accepted: { record: "person", detail: nothing },
  /** `recordId` is the person, if they exist. What was typed is stored nowhere. */
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
  confirmed: { record: "person", detail: z.strictObject({ secondFactor: z.optional(factor) }) },
  locked_out: { record: "person", detail: z.strictObject({ minutes: z.optional(count) }) },
  session_revoked: {
    record: "person",
    detail: z.strictObject({ by: z.optional(by), sessions: z.optional(count) }),
  },
  password_changed: {
    record: "person",
    detail: z.strictObject({ sessionsEnded: z.optional(count), linkMadeBy }),
  },
  /** It is on once its first code is entered. */
  second_factor_begun: { record: "person", detail: nothing },
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
  password_link_revoked: {
    record: "person",
    detail: z.strictObject({ email: z.optional(email), linkMadeBy }),
  },
  /** The link went to this address instead of to the admin. */
  invitation_mailed: { record: "invitation", detail: z.strictObject({ email }) },
  password_link_mailed: { record: "person", detail: z.strictObject({ email }) },
  mail_choice_changed: {
    record: "person",
    detail: z.strictObject({ mail: z.enum(mailChoices), isOn: z.boolean() }),
  },
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
  /** `rules`: the number of the rules by which it waited. */
  transfer_approved: { record: "transfer", detail: z.strictObject({ isLast: z.boolean(), rules: count }) },
  transfer_declined: { record: "transfer", detail: nothing },
  request_expired: { record: "transfer", detail: nothing },
  /** What the rules say is in the version of this number. */
  controls_set: { record: null, detail: z.strictObject({ rules: count }) },
  /** Looser rules, which count later. */
  controls_proposed: { record: null, detail: z.strictObject({ rules: count }) },
  controls_stopped: { record: null, detail: z.strictObject({ rules: z.optional(count) }) },
  /** By a command on the server; why is in the version of this number. */
  controls_switched_off: { record: null, detail: z.strictObject({ rules: count }) },
  transfer_withdrawn: { record: "transfer", detail: nothing },
  /** A transfer that was sent and that the database had lost. */
  transfer_written_again: {
    record: "transfer",
    detail: z.strictObject({ amount, asset, accountLastFour: lastFour }),
  },
  /** The database may have lost what was sent. */
  transfers_held: {
    record: null,
    detail: z.strictObject({ reason: z.enum(holdReasons) }),
  },
  /** `writtenAgain`: how many lost transfers were saved again. */
  transfers_released: { record: null, detail: z.strictObject({ writtenAgain: rowCount }) },
  transfer_resolved: {
    record: "transfer",
    detail: z.strictObject({ outcome: z.enum(["exists", "absent"]) }),
  },
  address_chosen: { record: "transfer", detail: nothing },
  note_added: { record: "transfer", detail: nothing },
  transfer_opened: { record: "transfer", detail: z.strictObject({ closedBy: z.optional(z.enum(bars)) }) },
  transfer_stopped: { record: "transfer", detail: nothing },
  /** For all transfers; `as_before` takes it back. No `word`: it is kept beside what it means, for it may be more than a word. */
  word_taught: {
    record: null,
    detail: z.strictObject({
      word: z.optional(serviceWord),
      meaning: z.enum([...settlements, "nothing", "as_before"]),
    }),
  },
  ...receivedActions,
  attention_dealt_with: { record: "transfer", detail: nothing },
  /** Without an e-mail nobody takes care of it any more. `dueHours`: until when, counted from the entry. */
  attention_assigned: {
    record: "transfer",
    detail: z.strictObject({ email: z.optional(email), dueHours: z.optional(count) }),
  },
  /** `isAfterRestore`: the person confirmed that nobody had sent; `isBesidePayLink`: that a payer had not. */
  funding_asked: {
    record: "transfer",
    detail: z.strictObject({
      ...{ amount, asset },
      ...{ isAfterRestore: z.optional(z.boolean()), isBesidePayLink: z.optional(z.boolean()) },
    }),
  },
  funding_answered: { record: "transfer", detail: z.strictObject({ wallet: z.enum(walletWords) }) },
  funding_closed: { record: "transfer", detail: nothing },
  /** `showsCallbackUrl`: whole as well; it may hold a token. */
  account_number_shown: {
    record: "transfer",
    detail: z.strictObject({
      accountLastFour: z.optional(lastFour),
      showsCallbackUrl: z.optional(z.boolean()),
    }),
  },
  ...payeeActions,
  ...batchActions,
  ...bookActions,
  ...sharingActions,
  endpoint_added: { record: "endpoint", detail: ofEndpoint },
  /** `oldHost`: where its messages went before, which is the same one where only the rest of the URL changed. */
  endpoint_changed: {
    record: "endpoint",
    detail: z.strictObject({
      ...{ host: z.optional(host), oldHost: z.optional(host), isRenamed: z.optional(z.boolean()) },
      ...{ kindsAdded: z.optional(messageKinds), kindsRemoved: z.optional(messageKinds) },
    }),
  },
  /** The rest of its URL may be a token. */
  endpoint_url_shown: { record: "endpoint", detail: ofEndpoint },
  endpoint_turned_on: { record: "endpoint", detail: ofEndpoint },
  endpoint_turned_off: { record: "endpoint", detail: ofEndpoint },
  endpoint_secret_renewed: { record: "endpoint", detail: ofEndpoint },
  endpoint_tested: { record: "endpoint", detail: ofEndpoint },
  endpoint_removed: {
    record: "endpoint",
    detail: z.strictObject({ host: z.optional(host), withdrawn: rowCount }),
  },
  deliveries_sent_again: {
    record: "endpoint",
    detail: z.strictObject({ host: z.optional(host), deliveries: pageOfDeliveries }),
  },
  /** Five tries in a row have failed. */
  endpoint_failing: { record: "endpoint", detail: nothing },
  /** The dashboard turned it off. */
  endpoint_stopped: { record: "endpoint", detail: z.strictObject({ reason: z.enum(offReasons) }) },
  /** What everybody sees; one's own is nobody else's business. */
  view_saved: { record: "view", detail: nothing },
  view_renamed: { record: "view", detail: nothing },
  view_deleted: { record: "view", detail: nothing },
  letterhead_changed: { record: null, detail: z.strictObject({ changed: letterheadParts }) },
  export_made: {
    record: null,
    detail: z.strictObject({
      what: z.enum(["transfers", "audit_log", "approvals", "month"]),
      format: z.optional(z.enum(["csv", "xlsx", "json", "quickbooks", "xero"])),
      month: z.optional(month),
      rows: z.optional(rowCount),
      firstDay: z.optional(date),
      lastDay: z.optional(date),
      status: z.optional(statusWord),
      asset: z.optional(asset),
      isSearch: z.optional(z.boolean()),
      isAttentionOnly: z.optional(z.boolean()),
    }),
  },
  /** `isWhole: false`: it broke off or was cancelled after this many rows. `file`: its hash, where it is evidence. */
  export_ended: {
    record: null,
    detail: z.strictObject({ rows: rowCount, isWhole: z.boolean(), file: z.optional(fileHash) }),
  },
  /** `replaced`: the last entry of the ledger that it replaced, which is kept elsewhere. */
  ledger_restored: {
    record: null,
    detail: z.strictObject({
      ...arrival,
      isReplacement: z.optional(z.boolean()),
      replaced: z.optional(notedEntry),
    }),
  },
  ledger_moved: { record: null, detail: z.strictObject(arrival) },
  /** An update of the dashboard reads stored callbacks differently. */
  status_reread: { record: "transfer", detail: z.strictObject({ from: statusWord, to: statusWord }) },
  /** For what no person did; the entry has the hash of each event. */
  events_recorded: { record: "transfer", detail: z.strictObject({ events: rowCount, transfers: rowCount }) },
  sandbox_event: { record: "transfer", detail: z.strictObject({ status: statusWord }) },
} as const;

export type AuditAction = keyof typeof auditActions;
export type AuditDetail<Action extends AuditAction> = z.output<(typeof auditActions)[Action]["detail"]>;
export type AuditFact = {
  [Action in AuditAction]: keyof (typeof auditActions)[Action]["detail"]["def"]["shape"];
}[AuditAction];

/** In the order of the filter. */
export const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]];
