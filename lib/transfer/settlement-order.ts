import type { Settlement } from "./status-words";

/** What of several reports counts. */

/** From most to least telling, for reports that don't contradict each other. */
export const precedence: readonly Settlement[] = [
  "refunded",
  "refund_failed",
  "refunding",
  "reversed",
  "paid",
  "failed",
  "on_hold",
  "processing",
  "deposit_short",
  "deposit_over",
  "deposit_late",
  "deposit_received",
  "expired",
  "cancelled_by_service",
  "awaiting_deposit",
];

/** The payout came back, or the deposit goes back: each says what became of a payment. */
export const takenBack: readonly Settlement[] = ["reversed", "refunded", "refund_failed", "refunding"];

/** Beside an end, these mean that money came after it; short and over may have been what ended it. */
export const moving: readonly Settlement[] = [
  "paid",
  "processing",
  "deposit_received",
  "deposit_late",
  "on_hold",
];
