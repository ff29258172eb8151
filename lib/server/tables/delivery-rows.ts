import type { Generated } from "kysely";
import type { EndpointForm } from "#lib/contract/outbox/endpoint-forms";
import type { OffReason } from "#lib/contract/outbox/off-reasons";
import type { TransferStatus } from "#lib/transfer/transfer-status";

/** What the rest of the dashboard hears of a transfer, until it is counted and told. */
export type HappeningRow = {
  /** In the order of writing; the database makes it. */
  seq: Generated<number>;
  transfer_id: string;
  /** Null for a new transfer. */
  from_status: TransferStatus | null;
  /** The same as before where only the first report of paid is news. */
  to_status: TransferStatus;
  at: string;
  /** Only with the first report of paid: how long after the transfer's creation. PostgreSQL gives text. */
  paid_after_ms: number | string | null;
  /** 1 where the count of history has seen what it says. */
  is_counted: number;
  /** 1 once everybody who asked for it was written a message; then it waits to be counted. */
  is_told: Generated<number>;
  /** Null for a change of status, and for the first report of paid. */
  kind: "transfer.deposit_seen" | "attention.raised" | null;
  /** The event that it came with. */
  event_seq: number | null;
  /** Of `attention.raised` the reason. */
  detail: string | null;
};

/** Where webhooks are sent. */
export type EndpointRow = {
  id: string;
  name: string;
  form: EndpointForm;
  /** Of Slack and Teams no more than its scheme and host: there the whole URL is the secret. */
  url: string;
  /** Separated by spaces. */
  kinds: string;
  /** What signs, or the URL of a Slack or Teams message. */
  encrypted_secret: string;
  /** Signs beside the new one until `previous_until`. */
  encrypted_previous_secret: string | null;
  previous_until: string | null;
  is_on: number;
  /** Why it was turned off; null where a person did. */
  off_why: OffReason | null;
  failures_in_row: number;
  failing_since: string | null;
  /** It is not tried before. */
  rest_until: string | null;
  last_ok_at: string | null;
  last_result: string | null;
  created_at: string;
  /** The person. */
  created_by: string;
  /** It stays in the table, so that its deliveries have a name. */
  removed_at: string | null;
};

/** One message to one receiver, who gets it at least once. */
export type DeliveryRow = {
  /** In the order of writing; the database makes it. */
  seq: Generated<number>;
  /** `msg_…`, the same at each try. */
  id: string;
  channel: "webhook" | "mail";
  endpoint_id: string | null;
  person_id: string | null;
  /** What it is about: those of one endpoint and subject arrive in order. A transfer's ID, or empty. */
  subject: string;
  kind: string;
  /** For a webhook the exact bytes. */
  body: string;
  state: "waiting" | "delivered" | "given_up" | "withdrawn";
  created_at: string;
  /** Not tried before; a claim moves it on, which is its lease. */
  due_at: string;
  /** Grows with each claim. */
  attempts: Generated<number>;
  /** Tries that failed; how long it waits follows from them. */
  failures: Generated<number>;
  first_try_at: string | null;
  done_at: string | null;
  last_result: string | null;
};

/** How a try ended; nothing of the answer's body. */
type DeliveryAttemptRow = {
  delivery_seq: number;
  n: number;
  at: string;
  ms: number;
  status: number | null;
  code: string | null;
};

/** What a person chose; a kind without a row is as it usually is. */
type MailChoiceRow = { person_id: string; kind: string; is_on: number };

export type DeliveryTables = {
  happenings: HappeningRow;
  endpoints: EndpointRow;
  deliveries: DeliveryRow;
  delivery_attempts: DeliveryAttemptRow;
  mail_choices: MailChoiceRow;
};
