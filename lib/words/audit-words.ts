import type { AuditAction, AuditFact } from "#lib/contract/audit/audit-actions";
import type { EndpointForm } from "#lib/contract/outbox/endpoint-forms";
import { formatPadded } from "#lib/money/format";
import { readDecimal } from "#lib/money/money";
import { showInvisible } from "#lib/text/visible-text";
import { factWords } from "./audit/fact-words";
import { formWords } from "./outbox/form-words";
import { nameOfKind } from "./outbox/kind-words";

export const auditWords: Record<AuditAction, string> = {
  signed_in: "Signed in",
  password_accepted: "Right password, second factor asked for",
  sign_in_failed: "Sign-in failed",
  second_factor_failed: "Second factor failed",
  signed_out: "Signed out",
  confirmed: "Identity confirmed",
  locked_out: "Locked out",
  session_revoked: "Session ended",
  password_changed: "Password changed",
  second_factor_begun: "Second factor set-up begun",
  second_factor_enabled: "Second factor turned on",
  second_factor_disabled: "Second factor turned off",
  recovery_codes_made: "Recovery codes created",
  setup_done: "First admin created",
  person_invited: "Person invited",
  invitation_accepted: "Invitation accepted",
  invitation_revoked: "Invitation revoked",
  role_changed: "Role changed",
  person_disabled: "Account disabled",
  person_enabled: "Account enabled",
  second_factor_reset: "Second factor reset",
  password_reset: "Password reset",
  password_link_revoked: "Password link revoked",
  invitation_mailed: "Invitation e-mailed",
  password_link_mailed: "Password link e-mailed",
  mail_choice_changed: "E-mail choices changed",
  locks_cleared: "Locks cleared",
  transfer_created: "Transfer created",
  transfer_approved: "Transfer approved",
  transfer_declined: "Transfer declined",
  request_expired: "Request for approval ended by time",
  controls_set: "Rules for payouts set",
  controls_proposed: "Looser rules proposed",
  controls_stopped: "Looser rules stopped",
  controls_switched_off: "Controls switched off by a command",
  transfer_withdrawn: "Request for approval withdrawn",
  transfer_written_again: "Lost transfer saved again",
  transfers_held: "New transfers put on hold",
  transfers_released: "New transfers allowed again",
  transfer_resolved: "Unknown outcome resolved",
  address_chosen: "Right address recorded",
  note_added: "Note added",
  transfer_opened: "Opened again for a deposit",
  transfer_stopped: "Funding stopped",
  word_taught: "Service’s word explained",
  received_recorded: "What arrived recorded",
  received_withdrawn: "Record of what arrived withdrawn",
  attention_dealt_with: "Marked as resolved",
  attention_assigned: "Owner or due time changed",
  funding_asked: "Wallet asked to send",
  funding_answered: "Wallet’s answer recorded",
  funding_closed: "Wallet request closed",
  account_number_shown: "Account number shown",
  payee_saved: "Payee saved",
  payees_imported: "Payees imported",
  own_account_marked: "Payee marked as own account",
  own_account_unmarked: "Payee no longer an own account",
  statement_brought: "Statement brought",
  statement_removed: "Statement taken out",
  month_closed: "Month closed",
  batch_imported: "Batch brought",
  batch_changed: "Batch changed",
  batch_agreed: "Batch agreed on",
  batch_asked: "Batch asked to be approved",
  batch_approved: "Batch approved",
  batch_declined: "Batch declined",
  batch_expired: "Batch’s request for approval expired",
  batch_stopped: "Batch stopped",
  batch_went_on: "Batch went on",
  batch_discarded: "Batch discarded",
  batch_template_taken: "Template with payees downloaded",
  batch_result_taken: "Batch’s result downloaded",
  batch_file_made: "Funding file made",
  payee_renamed: "Payee renamed",
  payee_account_changed: "Payee’s account changed",
  payee_account_proposed: "Payee’s account proposed",
  payee_account_agreed: "Payee’s new account agreed to",
  payee_account_declined: "Payee’s new account declined",
  payee_account_withdrawn: "Payee’s new account withdrawn",
  payee_account_expired: "Payee’s new account not decided in time",
  payee_name_confirmed: "Payee’s name confirmed",
  payee_archived: "Payee archived",
  payee_brought_back: "Payee brought back",
  payee_account_shown: "Payee’s account number shown",
  pay_link_made: "Payer’s link created",
  pay_link_ended: "Payer’s link ended",
  advice_sent: "Payment advice e-mailed",
  endpoint_added: "Endpoint added",
  endpoint_changed: "Endpoint changed",
  endpoint_url_shown: "Endpoint’s whole address shown",
  endpoint_turned_on: "Endpoint turned on",
  endpoint_turned_off: "Endpoint turned off",
  endpoint_secret_renewed: "Endpoint’s secret renewed",
  endpoint_tested: "Endpoint tested",
  endpoint_removed: "Endpoint removed",
  deliveries_sent_again: "Deliveries sent again",
  endpoint_failing: "Endpoint failing",
  endpoint_stopped: "Endpoint turned off by the dashboard",
  view_saved: "View saved for everybody",
  view_renamed: "Everybody’s view renamed",
  view_deleted: "Everybody’s view deleted",
  letterhead_changed: "Letterhead changed",
  export_made: "Export started",
  export_ended: "Export ended",
  ledger_restored: "Ledger restored",
  ledger_moved: "Ledger moved",
  status_reread: "Status read again",
  events_recorded: "Events sealed",
  sandbox_event: "Sandbox status set",
};

const valueWords: Record<string, string> = {
  absent: "not created",
  admin: "Admin",
  a_backup: "a backup",
  a_command: "a command on the server",
  an_administrator: "an administrator",
  approvals: "approvals",
  another_server: "another database server took over, or this one went back in time",
  audit_log: "audit log",
  authenticator_code: "authenticator code",
  csv: "CSV",
  disabled_person: "the person is disabled",
  embedded_database: "the embedded database",
  exists: "exists at the service",
  finance: "Finance",
  gone: "the receiver said that it is gone",
  json: "JSON",
  locked_out: "locked out",
  lost_transfers: "the database had lost transfers",
  not_sent: "sent nothing",
  nothing_delivered: "nothing was delivered for 3 days",
  own_statement: "our own statement",
  payee_said: "the payee",
  postgresql: "PostgreSQL",
  restored_backup: "the ledger was restored from a backup",
  recovery_code: "recovery code",
  sent: "says it sent",
  support: "Support",
  the_person: "the person",
  too_many_tries: "too many tries",
  unknown_person: "nobody has this e-mail",
  unsure: "may have sent",
  used_code: "the code was used before",
  wrong_code: "wrong code",
  wrong_password: "wrong password",
  xlsx: "Excel",
};

/** Of a letterhead. */
const partWords: Record<string, string> = {
  name: "name",
  address: "address",
  rc_number: "RC number",
  vat_number: "VAT number",
  logo: "logo",
};

/** An unknown action is shown as it is in the log. */
export function describeAction(action: string): string {
  return Object.hasOwn(auditWords, action) ? auditWords[action as AuditAction] : showInvisible(action);
}

const strangers: ReadonlySet<string> = new Set([
  "sign_in_failed",
  "password_accepted",
  "second_factor_failed",
  "locked_out",
  "invitation_accepted",
] satisfies AuditAction[]);

/** Somebody who was not signed in, or the dashboard. */
export function describeNobody(action: string): string {
  return strangers.has(action) ? "Not signed in" : "This dashboard";
}

/**
 * `undefined` when the text is not what the log writes, and has to be shown as it is. `about`: how the person is called whose
 * e-mail is among the facts.
 */
export function readFacts(
  detail: string,
  about: string | null = null,
): { name: string; value: string }[] | undefined {
  const facts = readObject(detail);
  if (facts === undefined) return undefined;
  return Object.entries(facts).map(([name, value]) =>
    name === "email" && about !== null
      ? { name: "Person", value: showInvisible(about) }
      : {
          name: Object.hasOwn(factWords, name) ? factWords[name as AuditFact] : showInvisible(name),
          value: describeValue(name, value),
        },
  );
}

function describeValue(name: string, value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "string") return showInvisible(JSON.stringify(value));
  // The details of the entry show the whole hash.
  const noted = /^(\d+):([0-9a-f]{8})[0-9a-f]{56}$/.exec(value);
  if (noted !== null) return `${noted[1]} (${noted[2]}\u2026)`;
  const amount = name === "amount" ? readDecimal(value) : undefined;
  if (amount !== undefined) return formatPadded(amount);
  if (name === "changed")
    return value
      .split(" ")
      .map((part) => partWords[part] ?? showInvisible(part))
      .join(", ");
  if (name === "form" && Object.hasOwn(formWords, value)) return formWords[value as EndpointForm].name;
  if (name === "kindsAdded" || name === "kindsRemoved") return value.split(" ").map(nameOfKind).join(", ");
  return Object.hasOwn(valueWords, value) ? (valueWords[value] ?? value) : showInvisible(value);
}

function readObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
