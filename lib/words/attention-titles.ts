import type { AttentionReason } from "#lib/transfer/attention-reasons";

/** What happened, in a few words: apart from what to do, which the overview doesn't load. */
export const attentionTitles: Record<AttentionReason, string> = {
  unknown_outcome: "Outcome unknown",
  late_callback: "May exist after all",
  conflicting_reports: "Conflicting reports",
  payment_withdrawn: "No longer read as paid",
  contradicting_address: "Two deposit addresses",
  address_changed: "Stored address was changed",
  address_invalid: "Address fails its check",
  address_missing: "No deposit address received",
  paid_without_address: "Paid, but no valid address here",
  seen_twice: "Shares its deposit details",
  deposit_short: "Deposit short",
  deposit_over: "Deposit over",
  refund_failed: "Refund failed",
  refunded: "Refunded",
  refunding: "Refunding",
  failed: "Failed",
  late_deposit: "Late deposit",
  on_hold: "On hold at the service",
  deposit_silent: "Deposit seen, then no news",
  expired: "Expired",
  cancelled_by_service: "Cancelled by the service",
  no_deposit: "No deposit reported",
  callbacks_dropped: "Too many status updates",
};
