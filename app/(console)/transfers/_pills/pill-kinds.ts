import type { GivenFilters } from "#lib/contract/transfer/filter-names";

/** What is chosen in a panel of its own, in the order of the pills. */
export const panelKinds = [
  "days",
  "bank",
  "payee",
  "person",
  "network",
  "amount",
  "received",
  "reason",
] as const;
export type PanelKind = (typeof panelKinds)[number];

/** And what only another page's link sets. */
export const pillKinds = [...panelKinds, "token", "account", "batch"] as const;
export type PillKind = (typeof pillKinds)[number];

export const pillNames: Record<PillKind, string> = {
  days: "Days",
  bank: "Bank",
  payee: "Payee",
  person: "Person",
  network: "Network",
  amount: "Amount",
  received: "Received",
  reason: "Reason",
  token: "Token",
  account: "Account",
  batch: "Batch",
};

/** What every panel gets. */
export type ChoiceProps = { given: GivenFilters; onChoose: () => void };
