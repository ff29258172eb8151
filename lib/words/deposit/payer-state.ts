import type { Transfer } from "#lib/contract/api";
import type { PayerState } from "#lib/contract/pay/pay-links";
import type { TransferStatus } from "#lib/transfer/transfer-status";

type Known = Pick<Transfer, "status" | "standing" | "deposit">;

/** Nothing more is expected of a payer, whatever became of the money. */
const finished: readonly TransferStatus[] = [
  ...(["paid", "failed", "reversed", "refunding", "refunded", "refund_failed"] as const),
];

/** What a transfer asks of its payer, by its standing. In doubt it asks for nothing: an unsent payment is never lost. */
export function payerState({ status, standing, deposit }: Known): Exclude<PayerState, "ended"> {
  const { invitation, closedBy } = standing;
  // Money that should not be there comes before any end.
  if (closedBy === "wrong_token" || closedBy === "elsewhere") return "stopped";
  if (finished.includes(status)) return "finished";
  if (status === "expired") return "expired";
  if (status === "cancelled_by_service") return "cancelled";
  if (invitation === "open") return "open";
  if (status === "deposit_short" || closedBy === "short") return "short";
  if (status === "deposit_over" || (closedBy === "arrived" && deposit.label === "over")) return "over";
  if (closedBy === "arriving" || closedBy === "arrived") return "received";
  if (closedBy === "window") return "late";
  return closedBy === "said" && reported.includes(status) ? "received" : "stopped";
}

const reported: readonly TransferStatus[] = ["deposit_received", "deposit_late", "processing"];
