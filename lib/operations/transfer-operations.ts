import * as answers from "#lib/contract/answers";
import { BanksInput, quoteInput, transferInput } from "#lib/contract/api";
import { DraftDropInput, TransferDraft } from "#lib/contract/draft";
import { Done } from "#lib/contract/people-answers";
import { Quote } from "#lib/contract/quote/quote-answers";
import { NoteInput, ResolutionInput, SandboxEventInput } from "#lib/contract/records";
import { EarlierPayouts, sameAccountInput } from "#lib/contract/same-account";
import { FilterChoices } from "#lib/contract/transfer/filter-choices";
import { StandingInput } from "#lib/contract/transfer/standing";
import {
  AccountSearchInput,
  EventListInput,
  exportFormats,
  exportTypes,
  TransferChangesInput,
  TransferExportInput,
  TransferListInput,
  TransferSumsInput,
} from "#lib/contract/transfer-list";
import { type ApiOperations, ofService } from "./api-operation";

/** Transfers, and what the service answers at once: quotes, banks and the business. */

export const transferOperations = {
  "POST /api/transfers": {
    id: "createTransfer",
    text: "Creates a transfer, at most once for each key. `status` is its outcome.",
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
      "name_known",
      "account_saved",
      "bank_renamed",
      "payee_changed",
      "quote_moved",
      "quote_odd",
      "shown_differs",
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
    text: "Keeps what is typed into the form of a transfer, encrypted, until the session ends. Each form has one draft, and a person has 20. No transfer is created.",
    may: "create",
    quota: "draft",
    body: () => TransferDraft,
    answers: { 200: { text: "It is kept.", schema: Done } },
  },
  "DELETE /api/transfers/draft": {
    id: "dropDraft",
    text: "Removes a form's draft. A repeat changes nothing.",
    may: "create",
    quota: "draft",
    query: DraftDropInput,
    answers: { 200: { text: "The form has no draft.", schema: Done } },
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
    text: "How many transfers match the filters, by state, and by token the sums of those that went ahead. Only the first 10,000 are counted.",
    may: "read",
    quota: "read",
    body: () => TransferSumsInput,
    answers: { 200: { text: "The counts and sums.", schema: answers.TransferSums } },
  },
  "GET /api/transfers/choices": {
    id: "listChoices",
    text: "The networks, the banks that were paid and the people who have created transfers: what a list can be filtered by.",
    may: "read",
    answers: { 200: { text: "The choices.", schema: FilterChoices } },
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
    text: "The transfers that match the filters, as CSV or as an Excel file with full account numbers. The export is logged. A file without the last row `End of the export` is incomplete.",
    may: "export",
    isConfirmed: true,
    quota: "export",
    body: () => TransferExportInput,
    answers: {
      200: {
        text: "`csv`: UTF-8 with a byte order mark; lines end with CR LF. A text that a spreadsheet would take for a formula, a number or a date has an apostrophe before it. `xlsx`: texts, dates and numbers with their types; an amount of more than 15 digits or 8 decimals is a text, since a spreadsheet would round it.",
        types: exportFormats.map((format) => exportTypes[format]),
        headers: { "content-disposition": "The name of the file." },
      },
    },
  },
  "GET /api/transfers/[id]": {
    id: "getTransfer",
    text: "A transfer by our ID or the service's, with its newest events. Who reads it is logged.",
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
  "POST /api/transfers/[id]/opening": {
    id: "openTransfer",
    text: "Asks for the deposit again, after somebody asked the service. It ends with the next fact, and after `DEPOSIT_WINDOW_MINUTES`.",
    may: "resolve",
    isConfirmed: true,
    quota: "note",
    body: () => StandingInput,
    answers: { 200: { text: "The transfer as it is now.", schema: answers.TransferWithEvents } },
    problems: ["not_found", "not_resolvable", "changed"],
  },
  "POST /api/transfers/[id]/stop": {
    id: "stopTransfer",
    text: "Asks nobody to fund a transfer any more. The service has no way to cancel, and hears nothing.",
    may: "resolve",
    quota: "note",
    body: () => StandingInput,
    answers: { 200: { text: "The transfer as it is now.", schema: answers.TransferWithEvents } },
    problems: ["not_found", "not_resolvable", "changed"],
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
    may: "quote",
    quota: "quote",
    body: quoteInput,
    answers: { 200: { text: "The quote.", schema: Quote } },
    problems: ofService,
  },
  "GET /api/banks": {
    id: "listBanks",
    text: "The banks that the service pays out to.",
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
          "x-lost-banks":
            "`12 of 260 since 2026-11-20T14:02:11.000Z` where it lost more than half of the banks that it had then, and those are beside it for a day; else `none`.",
        },
      },
    },
    problems: ofService,
  },
  "GET /api/business": {
    id: "getBusiness",
    text: "The business of the key, and whether it can create transfers.",
    may: "read",
    quota: "business",
    answers: { 200: { text: "The service's answer, at most a few seconds old.", schema: answers.Business } },
    problems: ofService,
  },
} satisfies ApiOperations;
