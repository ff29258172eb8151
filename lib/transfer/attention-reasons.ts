/**
 * From most to least urgent: a transfer is listed and counted under its first one. Each says one thing that happened. In
 * this order: may be lost, not paid, sources contradict, another sum, not understood, can't be funded, waits too long.
 */
export const attentionReasons = [
  ...(["chain_wrong_token", "money_elsewhere", "money_after_end"] as const),
  // What is on a statement is no plain failure.
  ...(["not_reported", "failed", "refund_failed", "reversed", "refunded", "refunding"] as const),
  ...([
    "conflicting_reports",
    "payment_withdrawn",
    "unknown_outcome",
    "late_callback",
    "not_found",
    "received_differs",
  ] as const),
  ...(["sources_differ", "contradicting_address", "address_changed", "creation_doubt"] as const),
  ...(["seen_twice", "nodes_disagree"] as const),
  ...(["deposit_short", "chain_short", "deposit_over", "chain_over", "chain_gone", "late_deposit"] as const),
  ...(["unknown_word", "update_unread", "callbacks_dropped"] as const),
  ...(["address_invalid", "address_missing", "paid_without_address"] as const),
  ...(["wallet_unsure", "wallet_unseen", "wallet_silent"] as const),
  ...(["on_hold", "stuck", "chain_unreported", "chain_missing", "network_blind"] as const),
  ...(["expired", "cancelled_by_service", "no_deposit", "unheard", "no_approver"] as const),
] as const;
export type AttentionReason = (typeof attentionReasons)[number];
