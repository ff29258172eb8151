/** From most to least urgent. */
export const attentionReasons = [
  "unknown_outcome",
  "conflicting_reports",
  "payment_withdrawn",
  "late_callback",
  "contradicting_address",
  "address_changed",
  "address_invalid",
  "address_missing",
  "seen_twice",
  "refunded",
  "failed",
  "late_deposit",
  "on_hold",
  "deposit_silent",
  "no_deposit",
  "callbacks_dropped",
] as const;
export type AttentionReason = (typeof attentionReasons)[number];
