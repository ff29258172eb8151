import { exportTypes } from "#lib/contract/transfer-list";
import {
  ApprovalDetail,
  ApprovalQueue,
  ControlsPreview,
  ControlsState,
  DecisionInput,
  EvidenceInput,
  PreviewInput,
  RulesInput,
} from "#lib/features/controls/controls-api";
import { type ApiOperations, ofService } from "./api-operation";

/** Rules for payouts, and approvals. */

export const controlOperations = {
  "GET /api/controls": {
    id: "getControls",
    text: "The rules by which payouts wait for an approval, and who can approve.",
    may: "read",
    answers: { 200: { text: "The rules.", schema: ControlsState } },
  },
  "POST /api/controls": {
    id: "setControls",
    text: "Sets the rules, whole. Tighter rules count at once. Looser ones count once a second admin agrees, or after `CONTROL_HOLD_HOURS`. Rules that the people who are there can't meet are refused.",
    may: "set_controls",
    isConfirmed: true,
    quota: "note",
    body: () => RulesInput,
    answers: { 200: { text: "The rules as they are now.", schema: ControlsState } },
    problems: ["rules_changed", "no_approver"],
  },
  "POST /api/controls/preview": {
    id: "previewControls",
    text: "What these rules would have done in the last 90 days. Nothing is stored.",
    may: "set_controls",
    quota: "read",
    body: () => PreviewInput,
    answers: { 200: { text: "The figures.", schema: ControlsPreview } },
  },
  "POST /api/controls/[n]/stop": {
    id: "stopControls",
    text: "Stops looser rules that don't count yet. Any admin can.",
    may: "set_controls",
    isConfirmed: true,
    quota: "note",
    answers: { 200: { text: "The rules as they are now.", schema: ControlsState } },
    problems: ["rules_changed"],
  },
  "GET /api/approvals": {
    id: "listApprovals",
    text: "What waits for an approval, oldest first, with only the end of each account number.",
    may: "read",
    answers: { 200: { text: "The first 50 of each.", schema: ApprovalQueue } },
  },
  "GET /api/approvals/export": {
    id: "exportApprovals",
    text: "Evidence for an auditor: each request that was asked for in these days, oldest first, with full account numbers, what was agreed to, by whom, and in which entry of the audit log. The export is logged, with the hash of the file. A file without the last row `End of the export` is incomplete.",
    may: "read_audit",
    isConfirmed: true,
    quota: "export",
    query: EvidenceInput,
    answers: {
      200: {
        text: "UTF-8 with a byte order mark; lines end with CR LF. A text that a spreadsheet would take for a formula, a number or a date has an apostrophe before it.",
        types: [exportTypes.csv],
        headers: { "content-disposition": "The name of the file." },
      },
    },
  },
  "GET /api/approvals/[id]": {
    id: "getApproval",
    text: "One request for approval, by its ID or that of its transfer, with all that the approver must see.",
    may: "read",
    answers: { 200: { text: "The request.", schema: ApprovalDetail } },
    problems: ["not_found"],
  },
  "POST /api/approvals/[id]/decision": {
    id: "decideApproval",
    text: "Approves or declines what was asked for, as `subjectHash` names it. The last approval sends the transfer. A repeat changes nothing.",
    may: "approve",
    isConfirmed: true,
    quota: "submit",
    body: () => DecisionInput,
    answers: {
      200: { text: "The request as it is now.", schema: ApprovalDetail },
    },
    problems: [
      ...ofService,
      "not_found",
      "not_waiting",
      "own_request",
      "not_yet_approver",
      "request_changed",
      "request_expired",
      "limit_reached",
      "name_unconfirmed",
      "no_approver",
      "duplicate_suspected",
      "reference_used",
      "payee_changed",
      "payee_exists",
      "quote_moved",
      "quote_odd",
      "transfers_held",
      "rules_changed",
    ],
  },
} satisfies ApiOperations;
