import type { Kysely, Transaction } from "kysely";
import type { HoldReason } from "#lib/contract/hold-reasons";
import type { DepositLabel } from "#lib/transfer/deposit";
import type { OwnTextColumns } from "#lib/transfer/own-texts";
import type { ReceivedState } from "#lib/transfer/received";
import type { Chip } from "#lib/transfer/standing/chip";
import type { EventKind, EventSource, Submission, TransferStatus } from "#lib/transfer/transfer-status";
import type { UnreadReason } from "#lib/transfer/unread";
import type { AuditTables } from "./audit-rows";
import type { BookTables } from "./books/book-rows";
import type { BulkTables } from "./bulk/batch-rows";
import type { ControlTables } from "./controls/control-rows";
import type { DeliveryTables } from "./delivery-rows";
import type { ChainCursorRow, DepositRow } from "./deposit-rows";
import type { FundingTables } from "./funding-rows";
import type { InsightTables } from "./insight-rows";
import type { LetterheadRow } from "./letterhead/letterhead-row";
import type { AttemptRow, DraftRow } from "./passing-rows";
import type { PayeeTables } from "./payee-rows";
import type { PeopleTables } from "./people/sign-in-rows";
import type { AddressRow, AttentionRow, ServiceWordRow, StandingRecipeRow } from "./standing/standing-rows";
import type { ViewRow } from "./views/view-row";

/** Invariant: text and integers only, so that one set of migrations and queries serves SQLite and PostgreSQL. */

/** Times are ISO 8601 in UTC, which sort as text; amounts are decimal text; facts are 0 or 1. */
export type TransferRow = OwnTextColumns & {
  id: string;
  idempotency_key: string;
  /** SHA-256 of the checked content, to tell a repeat from another transfer under the same key. */
  content_hash: string;
  created_at: string;
  /** The person who asked for it; null for a command. */
  created_by: string | null;
  /** The business's day on which it was asked for, by the database's clock; another time zone later changes nothing. */
  asked_day: string;
  /** When it was claimed by the database's clock, and the business's day then; null until it was sent. */
  sent_at: string | null;
  sent_day: string | null;
  updated_at: string;
  replaces: string | null;
  asset: string;
  from_currency: string;
  network: string;
  amount: string;
  currency: string;
  country: string;
  bank_code: string;
  bank_name: string;
  account_number: string;
  account_name: string;
  callback_url: string | null;
  /** Its reference in the form in which references are compared; see `canonical-text.ts`. */
  reference_key: string | null;
  payee_id: string | null;
  payee_version: number | null;
  /** What the recipient was to get, where the amount was found for that; null otherwise. */
  asked_output: string | null;
  /** The accepted output, and when it was quoted; null when the caller gave none. */
  accepted_output: string | null;
  accepted_quoted_at: string | null;
  /** The server's own quote during the submission; null when there was none. */
  quote_rate: string | null;
  quote_output: string | null;
  quote_fee: string | null;
  quoted_at: string | null;
  transaction_id: string | null;
  address: string | null;
  address_check: "valid" | "invalid" | "unchecked" | null;
  /** A memo or tag that a deposit needs beside the address; null when the service named none. */
  memo: string | null;
  /** SHA-256 of the callback URL's token; null when none was sent. */
  callback_token_hash: string | null;
  /** Every callback that arrived, kept or only counted. */
  callback_count: number;
  /** Random, by which the claim's sender knows it again. */
  claim_mark: string | null;
  /** When a claim that is still `dispatching` counts as lost. */
  dispatch_deadline: string | null;
  /** The claiming server's number, where servers hold locks in the database. */
  dispatched_by: number | null;
  /** Caches of `fold(events)`. */
  is_handled: number;
  has_late_deposit: number;
  is_contradicted: number;
  /** 1 once the second node of its network has said something else of a deposit. */
  has_node_dispute: number;
  /** 1 once another transfer had its address or transaction ID; a hint, see `repeats.ts`. */
  is_repeated: number;
  /** 1 once a callback was neither kept nor a repeat of one. */
  has_dropped_callbacks: number;
  /** 1 once its callbacks, read again, no longer said that it was paid; see `reread-callbacks.ts`. */
  is_payment_withdrawn: number;
  /** 1 while a browser wallet was asked to send and may have; the row of `fundings` says which. */
  has_live_funding: number;
  /** The person who takes care of it; no event, since an event would reopen what is resolved. */
  owner_id: string | null;
  /** Until when its owner is to have dealt with it. */
  due_at: string | null;
  /** Caches `foldDeposit`; null while nobody has looked at its address on the chain. */
  deposit_label: DepositLabel | null;
  /** The block time from which on its address could not be read by itself; null where it was read. */
  blind_since: string | null;
  /** Since when nobody is there who could approve it; null where somebody is, or nobody asks for an approval. */
  unapprovable_since: string | null;
  /** Caches of its standing, see `lib/transfer/standing`: the chip's code, and whether its own facts close it. */
  chip: Chip;
  is_closed: number;
  /** Whether anybody said what the recipient got, and whether it is what the quote let expect. */
  received: ReceivedState;
  /** When it was first reported paid; it stays when a later report says something else. */
  paid_at: string | null;
  submission: Submission;
  status: TransferStatus;
};

/** A word of its account name, or a prefix; see `name-terms.ts`. */
type TransferNameRow = { term: string; created_at: string; transfer_id: string };

export type TransferEventRow = {
  transfer_id: string;
  /** Counts from 1 within a transfer. */
  seq: number;
  at: string;
  source: EventSource;
  /** The person's name at that time; null where no person did it. */
  person_name: string | null;
  kind: EventKind;
  text: string | null;
  raw: string | null;
  /** `base64` where the bytes are not text that both engines can store. */
  raw_encoding: "utf8" | "base64" | null;
  /** 1 when only the first part was kept. */
  is_truncated: number;
  /** SHA-256 of a callback's method, query and body: a repeat is only counted. Of `dispatched`, of its callback token. */
  body_hash: string | null;
  deliveries: number;
  /** What the transfer has from this event. */
  address: string | null;
  transaction_id: string | null;
  memo: string | null;
  /** What its source names; of a `contradicted` one, what was there before. */
  claimed_id: string | null;
  claimed_address: string | null;
  /** As a callback says it, read out of `raw`: how much of the deposit arrived, and how much was paid out in its currency. */
  arrived: string | null;
  paid_out: string | null;
  /** Of a callback, what it says; of other kinds, codes of ours: what stood, what is in doubt, why it was rejected. */
  word: string | null;
  /** Why a callback could not be read; null where it was, and of any other event. */
  unread: UnreadReason | null;
  is_quarantined: number;
};

/** A callback that is not yet applied: one transaction writes its event and deletes this row. */
export type ReceivedRow = Pick<TransferEventRow, "transfer_id" | "is_truncated"> & {
  body_hash: string;
  /** The first time, the last time, and how often. */
  received_at: string;
  last_at: string;
  repeats: number;
  /** Grows from one to the next of a server: a time is too coarse for their order. */
  arrival: number | string;
  query: string;
  content_type: string;
  raw: string;
  raw_encoding: "utf8" | "base64";
};

/** A transfer's callbacks in the minute that ends then, in seconds by the database's clock. */
type CallbackWindowRow = { transfer_id: string; count: number; ends_at: number | string };

/** One row: the version that all callbacks are read by, and how far the next reading has got. */
type ReadingRow = { id: number; version: number; next_version: number; last_id: string };

/** One row: the ledger's database server; see `database-server.ts`. */
export type DatabaseServerRow = {
  id: number;
  /** Empty in a ledger that was never on any server. */
  system_id: string;
  timeline: string;
  /** 1 where its commits waited for a standby at the last look. */
  is_synchronous: number;
  /** The last hold of new transfers; over once `released_at` is there. */
  held_since: string | null;
  held_why: HoldReason | null;
  released_at: string | null;
  /** The e-mail of the person who compared. */
  released_by: string | null;
};

export type { PersonRow } from "./people/person-row";
export type { OneTimeLinkRow } from "./people/sign-in-rows";
export type { AddressRow, AttentionRow } from "./standing/standing-rows";

/** A handle of the ledger, and one transaction of it. */
export type Db = Kysely<Schema>;
export type Trx = Transaction<Schema>;

export type Schema = AuditTables &
  BookTables &
  BulkTables &
  ControlTables &
  DeliveryTables &
  FundingTables &
  InsightTables &
  PayeeTables &
  PeopleTables & {
    transfers: TransferRow;
    transfer_events: TransferEventRow;
    transfer_names: TransferNameRow;
    deposits: DepositRow;
    chain_cursors: ChainCursorRow;
    received: ReceivedRow;
    callback_windows: CallbackWindowRow;
    drafts: DraftRow;
    attempts: AttemptRow;
    reading: ReadingRow;
    attention: AttentionRow;
    addresses: AddressRow;
    service_words: ServiceWordRow;
    letterhead: LetterheadRow;
    views: ViewRow;
    standing_recipe: StandingRecipeRow;
    database_server: DatabaseServerRow;
  };
