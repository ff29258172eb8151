import { Payee } from "#lib/contract/payees";
import { exportTypes } from "#lib/contract/transfer-list";
import {
  AccountDetail,
  Candidates,
  Confirmed,
  OwnAccounts,
  ReceivedTable,
  SampleStatement,
  Statement,
} from "#lib/features/books/books-answers";
import {
  AccountListInput,
  CandidatesInput,
  ConfirmationInput,
  MatchInput,
  MatchWithdrawal,
  mostReceivedBytes,
  mostStatementBytes,
  OwnAccountInput,
  ReceivedTableInput,
  SampleInput,
  StatementInput,
  StatementLinesInput,
} from "#lib/features/books/books-input";
import { MonthDetail, Months, MovementPage } from "#lib/features/books/month-answers";
import { CloseInput, MonthExportInput, MovementListInput } from "#lib/features/books/month-inputs";
import { MonthParts } from "#lib/features/books/month-parts";
import type { ApiOperations } from "./api-operation";

/** The business's own accounts, their statements, and which line is which payout. */

const detail = { 200: { text: "The account as it is now.", schema: AccountDetail } };

export const bookOperations = {
  "POST /api/payees/[id]/own-account": {
    id: "markOwnAccount",
    text: "Says that a payee's account is the business's own, or that it isn't. A new account of the payee isn't marked. A repeat changes nothing.",
    may: "keep_books",
    isConfirmed: true,
    body: () => OwnAccountInput,
    answers: { 200: { text: "The payee.", schema: Payee } },
    problems: ["not_found", "payee_changed", "not_possible_now"],
  },
  "GET /api/own-accounts": {
    id: "listOwnAccounts",
    text: "The business's own accounts, and what there is to do in each.",
    may: "read",
    answers: { 200: { text: "The accounts.", schema: OwnAccounts } },
  },
  "GET /api/own-accounts/[id]": {
    id: "getOwnAccount",
    text: "An own account with a page of one of its lists: matches that are proposed, payouts without a line, lines without a payout, and what is matched. Narrations are for finance alone.",
    may: "read",
    query: AccountListInput,
    answers: { 200: { text: "The account.", schema: AccountDetail } },
    problems: ["not_found"],
  },
  "GET /api/own-accounts/[id]/candidates": {
    id: "listCandidates",
    text: "The payouts that a line could be, the nearest amounts first.",
    may: "keep_books",
    query: CandidatesInput,
    answers: { 200: { text: "At most 20.", schema: Candidates } },
    problems: ["not_found", "not_possible_now"],
  },
  "GET /api/own-accounts/[id]/sample": {
    id: "sampleStatement",
    text: "In sandbox mode, a month of the account as a bank would write it, with a line 50.00 short, a missing line and two equal credits.",
    may: "keep_books",
    query: SampleInput,
    answers: { 200: { text: "A CSV, as a text to paste.", schema: SampleStatement } },
    problems: ["not_found"],
  },
  "POST /api/own-accounts/[id]/confirmation": {
    id: "confirmMatches",
    text: "Confirms all proposals of one kind that the page has shown, at most 200. `seen` is their hash. What has changed meanwhile is left out.",
    may: "keep_books",
    quota: "bulk",
    body: () => ConfirmationInput,
    answers: { 200: { text: "How many were confirmed.", schema: Confirmed } },
    problems: ["not_found", "match_changed", "not_resolvable"],
  },
  "POST /api/own-accounts/[id]/matches": {
    id: "matchLine",
    text: "Says that a line, or a part of it, is a payout. Several lines can be one payout, and one line several.",
    may: "keep_books",
    quota: "edit",
    body: () => MatchInput,
    answers: detail,
    problems: ["not_found", "line_in_use", "not_possible_now", "not_resolvable"],
  },
  "POST /api/own-accounts/[id]/matches/[m]/withdrawal": {
    id: "withdrawMatch",
    text: "Takes a match back. It and its withdrawal stay on the transfer. A repeat changes nothing.",
    may: "keep_books",
    quota: "edit",
    body: () => MatchWithdrawal,
    answers: detail,
    problems: ["not_found", "match_changed"],
  },
  "GET /api/months": {
    id: "listMonths",
    text: "Each month from the first with a transfer: what was open at its start, what came, what left, and what is open at its end, by token; and what somebody says that arrived.",
    may: "read",
    answers: { 200: { text: "The months.", schema: Months } },
  },
  "GET /api/months/[month]": {
    id: "getMonth",
    text: "One month, with what belongs to earlier months that were closed before it was recorded, and of a closed month what was recorded later.",
    may: "read",
    answers: { 200: { text: "The month.", schema: MonthDetail } },
    problems: ["not_found"],
  },
  "GET /api/months/[month]/movements": {
    id: "listMovements",
    text: "The transfers behind one figure of a month. `end`: those that are open at its end, in the order of their IDs; every other list newest first.",
    may: "read",
    query: MovementListInput,
    answers: { 200: { text: "A page.", schema: MovementPage } },
    problems: ["not_found"],
  },
  "GET /api/months/[month]/parts": {
    id: "readMonthParts",
    text: "What was reported paid in a month, by payee, bank and who created it, and what is recorded now of what arrived. It is at most ten seconds old.",
    may: "read",
    answers: { 200: { text: "The parts.", schema: MonthParts } },
    problems: ["not_found"],
  },
  "POST /api/months/[month]/close": {
    id: "closeMonth",
    text: "Closes a month that is over for an hour, with the figures that were shown. There is no opening again: what is recorded later is an adjustment of the first open month.",
    may: "keep_books",
    isConfirmed: true,
    quota: "note",
    body: () => CloseInput,
    answers: { 200: { text: "The closed month.", schema: MonthDetail } },
    problems: ["not_found", "month_closed", "month_too_early", "month_changed"],
  },
  "GET /api/months/[month]/export": {
    id: "exportMonth",
    text: "What moved in a month. `csv` and `xlsx`: every movement; the last row `End of the export` of a closed month has its hash and figures. `quickbooks` and `xero`: the payouts of one token, or with `token=NGN` what arrived in own accounts, at most 1,000 rows a `part`. The export is logged, with the hash of the file.",
    may: "export",
    isConfirmed: true,
    quota: "export",
    query: MonthExportInput,
    answers: {
      200: {
        text: "CSV in UTF-8 with lines that end with CR LF, or a workbook.",
        types: [exportTypes.csv, exportTypes.xlsx],
        headers: { "content-disposition": "The name of the file." },
      },
    },
    problems: ["not_found", "invalid_input"],
  },
  "POST /api/received": {
    id: "receiveTable",
    text: "Records what payees said of many transfers, from a CSV, TSV or `.xlsx` file in base64 or a pasted text with a transfer (our ID, the service's, or a reference of one alone), an amount, a day and who told it. Each row is recorded as by hand, and a repeat records nothing twice. `check: true` records nothing.",
    may: "note",
    quota: "import",
    body: () => ReceivedTableInput,
    bodyBytes: mostReceivedBytes,
    answers: { 200: { text: "What became of each row.", schema: ReceivedTable } },
    problems: ["unreadable_file", "columns_unclear", "days_unclear", "busy"],
  },
  "POST /api/statements": {
    id: "bringStatement",
    text: "Reads a statement of an own account, a CSV, TSV or `.xlsx` file in base64 or a pasted text. A line that is here already is not brought again. Nothing is matched. `mapping` and `sheet` say what `columns_unclear` asks, `dayOrder` what `days_unclear` asks.",
    may: "keep_books",
    quota: "import",
    body: () => StatementInput,
    bodyBytes: mostStatementBytes,
    headers: { "idempotency-key": "A UUID, made once for this statement and sent again with each repeat." },
    answers: {
      201: {
        text: "The statement, as it was read.",
        schema: Statement,
        headers: { location: "Where it is read." },
      },
      200: { text: "An earlier request with the same key brought it.", schema: Statement },
    },
    problems: [
      ...(["not_found", "unreadable_file", "columns_unclear", "days_unclear", "wrong_account"] as const),
      ...(["busy", "not_possible_now", "idempotency_key_required", "idempotency_key_reused"] as const),
    ],
  },
  "GET /api/statements/[id]": {
    id: "getStatement",
    text: "What a statement gave: how its file was read, what doesn't add up, and a page of the lines that were new in it.",
    may: "read",
    query: StatementLinesInput,
    answers: { 200: { text: "The statement.", schema: Statement } },
    problems: ["not_found"],
  },
  "DELETE /api/statements/[id]": {
    id: "removeStatement",
    text: "Takes a statement's lines out of the ledger, of which none was ever matched. A repeat changes nothing.",
    may: "keep_books",
    answers: { 200: { text: "The statement, without lines.", schema: Statement } },
    problems: ["not_found", "line_in_use"],
  },
} satisfies ApiOperations;
