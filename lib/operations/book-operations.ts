import { Payee } from "#lib/contract/payees";
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
