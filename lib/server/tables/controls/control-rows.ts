/** What the feature of controls keeps: rules for payouts, what was asked for, and what each person decided. */

/** Never changes but in its state; at most one is active and at most one proposed. */
export type ControlRulesRow = {
  /** `rules-<n>`: by which the audit log knows it. */
  id: string;
  /** Counts from 1. */
  n: number;
  /** JSON of `Rules`, whole. */
  rules: string;
  /** The person who set it; null for a command on the server. */
  by: string | null;
  /** Of a command, why. */
  reason: string | null;
  made_at: string;
  /** From when it counts, or would have. */
  effective_at: string;
  state: "proposed" | "active" | "past" | "stopped";
};

export type RequestRow = {
  id: string;
  kind: "transfer" | "payee_version" | "rules" | "batch";
  /** The transfer's ID, the name of the version, or the ID of the rules. */
  subject_id: string;
  /** What is asked for, whole: see `lib/features/controls/subject.ts`. */
  subject_hash: string;
  maker_id: string;
  /** The version by which it waits; 0 before the first. */
  rules_n: number;
  /** JSON: how many are needed, why, and what the maker confirmed. */
  requirement: string;
  /** What the quote paid out when it was asked for; null without one. */
  naira: string | null;
  asked_at: string;
  expires_at: string;
  state: "waiting" | "approved" | "declined" | "withdrawn" | "expired";
  ended_at: string | null;
  /** The person who ended it; null while it waits, and where time or a hold did. */
  ended_by: string | null;
  /** Of a declined one. */
  reason: string | null;
};

/** One a person and request. */
export type ApprovalRow = {
  id: string;
  request_id: string;
  person_id: string;
  /** As they were then. */
  person_name: string;
  role: string;
  decision: "approved" | "declined";
  at: string;
  subject_hash: string;
  /** What the person accepted that it pays out; null where nobody could say. */
  output: string | null;
  /** Since when the person could approve; null: always. */
  eligible_since: string | null;
  /** Why it counts no more; null while it does. */
  voided_why: string | null;
};

export type ControlTables = {
  control_rules: ControlRulesRow;
  requests: RequestRow;
  approvals: ApprovalRow;
};
