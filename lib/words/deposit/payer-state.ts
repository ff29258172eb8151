import type { Transfer } from "#lib/contract/api";
import type { PayerState } from "#lib/contract/pay/pay-links";
import type { TransferStatus } from "#lib/transfer/transfer-status";
import { depositPhase } from "./deposit-phase";

type Known = Pick<
  Transfer,
  "status" | "address" | "addressCheck" | "flags" | "deposit" | "funding" | "createdAt"
>;

/** Nothing more is expected of a payer, whatever became of the money. */
const finished = new Set<TransferStatus>([
  "paid",
  "failed",
  "reversed",
  "refunding",
  "refunded",
  "refund_failed",
]);

/**
 * What a transfer asks of its payer. In doubt it asks for nothing: an unsent payment is never lost. `windowMs` is how long
 * after its creation a deposit is invited.
 */
export function payerState(
  transfer: Known,
  { now, windowMs }: { now: number; windowMs: number },
): Exclude<PayerState, "ended"> {
  const { status, deposit, addressCheck, createdAt } = transfer;
  if (finished.has(status)) return "finished";
  if (status === "expired") return "expired";
  if (status === "cancelled_by_service") return "cancelled";
  const phase = depositPhase(transfer);
  if (phase === "disputed" || phase === "missing" || phase === "none") return "stopped";
  if (status === "deposit_short" || deposit.label === "short") return "short";
  if (status === "deposit_over" || deposit.label === "over") return "over";
  if (phase === "received" || deposit.amount !== null) return "received";
  // What was seen and is gone may come back, and a wallet that was asked may send: then a second payment would come with it.
  if (phase === "closed" || phase === "sending" || addressCheck !== "valid" || deposit.label === "gone")
    return "stopped";
  return now < Date.parse(createdAt) + windowMs ? "open" : "late";
}
