import {
  NameConfirmationInput,
  Payee,
  PayeeAccount,
  PayeeChange,
  PayeeInput,
  PayeeList,
  PayeeListInput,
  PayeeVersionInput,
  PayeeWithHistory,
  ProposalInput,
} from "#lib/contract/payees";
import { type ApiOperations, ofService } from "./api-operation";

/** People who are paid again. */

export const payeeOperations = {
  "GET /api/payees": {
    id: "listPayees",
    text: "Payees, most used first, with only the end of each account number.",
    may: "read",
    query: PayeeListInput,
    answers: { 200: { text: "The first 50, and how many there are.", schema: PayeeList } },
  },
  "POST /api/payees": {
    id: "savePayee",
    text: "Saves a payee. An account that is saved already is refused, so a repeat saves nothing twice. Where another payee has, or had, this name with another account, `howChecked` says how the account was checked.",
    may: "keep_payees",
    body: () => PayeeInput,
    answers: { 201: { text: "The payee.", schema: Payee } },
    problems: ["payee_exists", "name_known", "not_possible_now", "no_approver", ...ofService],
  },
  "GET /api/payees/[id]": {
    id: "getPayee",
    text: "A payee with its versions and its totals.",
    may: "read",
    answers: { 200: { text: "The payee.", schema: PayeeWithHistory } },
    problems: ["not_found"],
  },
  "PATCH /api/payees/[id]": {
    id: "changePayee",
    text: "Renames, archives or brings back a payee. A repeat changes nothing. A name that is known with another account needs `howChecked`, as for a new payee.",
    may: "keep_payees",
    body: () => PayeeChange,
    answers: { 200: { text: "The payee.", schema: Payee } },
    problems: ["not_found", "not_possible_now", "name_known", "payee_exists"],
  },
  "GET /api/payees/[id]/account": {
    id: "openPayee",
    text: "The payee's whole account number. Who reads it is logged.",
    may: "read",
    answers: { 200: { text: "The account.", schema: PayeeAccount } },
    problems: ["not_found"],
  },
  "POST /api/payees/[id]/versions": {
    id: "changeAccount",
    text: "Makes another account the payee's current one, or proposes it where the rules ask for a second person: then the current one can be paid until somebody agrees. `after` is the number of the version that it replaces. A repeat changes nothing.",
    may: "keep_payees",
    body: () => PayeeVersionInput,
    answers: { 200: { text: "The payee.", schema: Payee } },
    problems: ["not_found", "payee_changed", "payee_exists", "not_possible_now", "no_approver", ...ofService],
  },
  "POST /api/payees/[id]/name": {
    id: "confirmName",
    text: "Says that the name of the current account was compared with whose it is, and how. It ends with the version. A name that the bank's app showed must be the account name.",
    may: "keep_payees",
    body: () => NameConfirmationInput,
    answers: { 200: { text: "The payee.", schema: PayeeWithHistory } },
    problems: ["not_found", "payee_changed", "not_possible_now"],
  },
  "POST /api/payees/[id]/withdrawal": {
    id: "withdrawProposal",
    text: "Takes back a proposed account: the person who proposed it can, and an admin. A repeat changes nothing.",
    may: "keep_payees",
    body: () => ProposalInput,
    answers: { 200: { text: "The payee.", schema: Payee } },
    problems: ["not_found", "not_waiting", "not_allowed"],
  },
} satisfies ApiOperations;
