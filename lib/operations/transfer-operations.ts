import * as answers from "#lib/contract/answers";
import { BanksInput, quoteInput, transferInput } from "#lib/contract/api";
import { TransferDraft } from "#lib/contract/draft";
import { Done } from "#lib/contract/people-answers";
import { Quote } from "#lib/contract/quote/quote-answers";
import { NoteInput, ResolutionInput, SandboxEventInput } from "#lib/contract/records";
import { EarlierPayouts, sameAccountInput } from "#lib/contract/same-account";
import {
  AccountSearchInput,
  EventListInput,
  TransferChangesInput,
  TransferExportInput,
  TransferListInput,
} from "#lib/contract/transfer-list";
import { type ApiOperations, ofService } from "./api-operation";

/** Transfers, and what the service answers at once: quotes, banks and the business. */

export const transferOperations = {
  "POST /api/transfers": {
    id: "createTransfer",
    text: "Creates a transfer, at most once for each key. `status` is its outcome.",
    isDirect: true,
    may: "create",
    quota: "submit",
    body: transferInput,
    headers: { "idempotency-key": "A UUID, made once for this transfer and sent again with each repeat." },
    answers: {
      201: {
        text: "This request created the transfer.",
        schema: answers.TransferWithEvents,
        headers: { location: "Where it is read." },
      },
      200: {
        text: "An earlier request with the same key created it.",
        schema: answers.TransferWithEvents,
        headers: { location: "Where it is read." },
      },
    },
    problems: [
      ...ofService,
      "idempotency_key_required",
      "idempotency_key_reused",
      "transfer_in_progress",
      "transfers_held",
      "duplicate_suspected",
      "reference_used",
      "payee_changed",
      "quote_moved",
      "quote_odd",
    ],
  },
  "POST /api/transfers/same-account": {
    id: "findEarlierPayouts",
    text: "The transfers to an account in the last 24 hours, and whether one has the same asset and amount. Nothing is stored.",
    may: "create",
    quota: "read",
    body: sameAccountInput,
    answers: { 200: { text: "The newest of these transfers.", schema: EarlierPayouts } },
  },
  "PUT /api/transfers/draft": {
    id: "keepDraft",
    text: "Keeps what is typed into the form of a transfer, encrypted, until the session ends. Each person has one draft. No transfer is created.",
    may: "create",
    quota: "draft",
    body: () => TransferDraft,
    answers: { 200: { text: "It is kept.", schema: Done } },
  },
  "DELETE /api/transfers/draft": {
    id: "dropDraft",
    text: "Removes the session's draft. A repeat changes nothing.",
    may: "create",
    quota: "draft",
    answers: { 200: { text: "The session has no draft.", schema: Done } },
  },
  "GET /api/transfers": {
    id: "listTransfers",
    text: "Transfers, newest first, with only the end of each account number.",
    may: "read",
    query: TransferListInput,
    answers: { 200: { text: "A page of them.", schema: answers.TransferPage } },
  },
  "POST /api/transfers/sums": {
    id: "sumTransfers",
    text: "How many transfers match the filters, by state, and their sums by token. Only the first 10,000 are counted.",
    may: "read",
    quota: "read",
    body: () => TransferExportInput,
    answers: { 200: { text: "The counts and sums.", schema: answers.TransferSums } },
  },
  "GET /api/transfers/changes": {
    id: "findChanges",
    text: "The transfers of a page that changed after a given time. `newer=yes` also counts newer transfers that match the filters, up to 25.",
    may: "read",
    query: TransferChangesInput,
    answers: { 200: { text: "The transfers that changed.", schema: answers.TransferChanges } },
  },
  "POST /api/transfers/account": {
    id: "findAccount",
    text: "The newest transfer to an account. To list them all, use its ID as the filter `account`: then no account number is in a URL.",
    may: "read",
    quota: "read",
    body: () => AccountSearchInput,
    answers: { 200: { text: "Its ID.", schema: answers.FoundAccount } },
  },
  "POST /api/transfers/export": {
    id: "exportTransfers",
    text: "The transfers that match the filters, as CSV with full account numbers. The export is logged. A file without the last line `End of the export` is incomplete.",
    may: "export",
    isConfirmed: true,
    quota: "export",
    body: () => TransferExportInput,
    answers: {
      200: {
        text: "UTF-8 with a byte order mark; lines end with CR LF. A text that a spreadsheet would take for a formula, a number or a date has an apostrophe before it.",
        type: "text/csv; charset=utf-8; header=present",
        headers: { "content-disposition": "The name of the file." },
      },
    },
  },
  "GET /api/transfers/[id]": {
    id: "getTransfer",
    text: "A transfer by our ID or the service's, with its newest events. Who reads it is logged.",
    isDirect: true,
    may: "read",
    answers: { 200: { text: "The transfer.", schema: answers.TransferWithEvents } },
    problems: ["not_found"],
  },
  "GET /api/transfers/[id]/events": {
    id: "listEvents",
    text: "A transfer's events, newest first, page by page. Each has the start of what the service sent.",
    may: "read",
    query: EventListInput,
    answers: { 200: { text: "A page of events.", schema: answers.EventPage } },
    problems: ["not_found"],
  },
  "GET /api/transfers/[id]/events/[seq]": {
    id: "getEvent",
    text: "One event by its number, with everything kept of what the service sent.",
    may: "read",
    answers: { 200: { text: "The event.", schema: answers.TransferEvent } },
    problems: ["not_found"],
  },
  "POST /api/transfers/[id]/resolution": {
    id: "resolveTransfer",
    text: "Records what a person found out about an unknown outcome, or which of several addresses is right.",
    may: "resolve",
    isConfirmed: true,
    body: () => ResolutionInput,
    answers: { 200: { text: "The transfer as it is now.", schema: answers.TransferWithEvents } },
    problems: ["not_found", "not_resolvable"],
  },
  "POST /api/transfers/[id]/notes": {
    id: "addNote",
    text: "Adds a note, records or undoes a match with the bank statement, or marks the transfer as resolved.",
    may: "note",
    quota: "note",
    body: () => NoteInput,
    answers: { 200: { text: "The transfer as it is now.", schema: answers.TransferWithEvents } },
    problems: ["not_found", "not_resolvable"],
  },
  "POST /api/transfers/[id]/sandbox": {
    id: "driveTransfer",
    text: "In sandbox mode: sets the transfer's status. `pay_all`, `pay_short`, `pay_over` and `pay_other_token` pay its deposit on the sandbox's chain instead. The service doesn't report these.",
    may: "drive",
    body: () => SandboxEventInput,
    answers: { 200: { text: "The status that was set.", schema: answers.SandboxStatus } },
    problems: ["not_found"],
  },
  "POST /api/quote": {
    id: "getQuote",
    text: "The service's quote for `amount`, or for the smallest amount that pays out at least `outputAmount`. Only the rate is kept, once a minute.",
    isDirect: true,
    may: "quote",
    quota: "quote",
    body: quoteInput,
    answers: { 200: { text: "The quote.", schema: Quote } },
    problems: ofService,
  },
  "GET /api/banks": {
    id: "listBanks",
    text: "The banks that the service pays out to.",
    isDirect: true,
    may: "read",
    quota: "business",
    query: BanksInput,
    answers: {
      200: {
        text: "The list. While the service is away, the last one that it returned.",
        schema: answers.Banks,
        headers: {
          age: "Its age in seconds.",
          "x-fetched-at": "When the service gave it, ISO 8601.",
          "x-stale": "`true` while the service is away and this is its last list.",
          "x-skipped-rows": "How many rows without a usable code and name were left out.",
        },
      },
    },
    problems: ofService,
  },
  "GET /api/business": {
    id: "getBusiness",
    text: "The business of the key, and whether it can create transfers.",
    isDirect: true,
    may: "read",
    quota: "business",
    answers: { 200: { text: "The service's answer, at most a few seconds old.", schema: answers.Business } },
    problems: ofService,
  },
} satisfies ApiOperations;
