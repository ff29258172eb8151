import type { Transfer } from "#lib/contract/api";
import { compareAmounts } from "#lib/money/amount";
import type { Amount } from "#lib/money/money";
import type { AttentionReason } from "#lib/transfer/attention-reasons";
import { reportedArrived, unreported } from "#lib/transfer/transfer-states";
import type { TransferStatus } from "#lib/transfer/transfer-status";
import { apart, networkSum } from "./figures";

/** What is missing or at stake, and what it is: `73.60`, `USDC`, "missing". */
export type Stake = { amount: Amount; symbol: string; word: string };

type Known = Pick<
  Transfer,
  | "amount"
  | "arrivedAmount"
  | "currency"
  | "deposit"
  | "fromCurrency"
  | "paidOut"
  | "received"
  | "standing"
  | "status"
>;

const amiss: readonly AttentionReason[] = ["deposit_short", "chain_short", "deposit_over", "chain_over"];
/** Whoever has the money, these don't say. */
const inQuestion: readonly AttentionReason[] = ["reversed", "conflicting_reports", "not_found"];
/** Where the money that arrived is. */
const places: Partial<Record<AttentionReason, string>> = {
  failed: "with the service",
  refund_failed: "with the service",
  refunding: "being sent back",
  refunded: "sent back",
};
/** Nobody is known to have sent anything, as long as the service has reported nothing else. */
const notSent: readonly AttentionReason[] = [
  ...(["no_deposit", "expired", "cancelled_by_service"] as const),
  ...(["address_invalid", "address_missing", "address_changed", "contradicting_address"] as const),
  ...(["creation_doubt", "seen_twice", "no_approver"] as const),
];
const beforeDeposit: readonly TransferStatus[] = [
  ...unreported,
  ...(["expired", "cancelled_by_service", "awaiting_approval"] as const),
];

/** Of a transfer that needs a person. Where nobody named a sum it is the amount that was asked for. */
export function stakeOf(transfer: Known, reason: AttentionReason): Stake {
  const { otherToken } = transfer.deposit;
  if (reason === "chain_wrong_token" && otherToken !== null) return { ...otherToken, word: "arrived" };
  const received = reason === "received_differs" ? receivedStake(transfer) : undefined;
  if (received !== undefined) return { ...received, symbol: transfer.currency };
  const found = reason === "not_reported" ? transfer.received[0] : undefined;
  if (found !== undefined) return { amount: found.amount, symbol: transfer.currency, word: "arrived" };
  return { ...ownStake(transfer, reason), symbol: transfer.fromCurrency };
}

/** In the currency of the payout: what two sources differ by, or what differs from the estimate. */
function receivedStake({ received, paidOut }: Known): Omit<Stake, "symbol"> | undefined {
  const [one] = received;
  const isOther = ({ amount }: { amount: Amount }) =>
    one !== undefined && compareAmounts(amount, one.amount) !== 0;
  const other = received.find(isOther) ?? (paidOut !== null && isOther(paidOut) ? paidOut : undefined);
  if (one !== undefined && other !== undefined)
    return { amount: apart(one.amount, other.amount), word: "between them" };
  const zero = "0" as Amount;
  const difference = (one ?? paidOut)?.difference ?? zero;
  const order = compareAmounts(difference, zero);
  if (order === 0) return undefined;
  return { amount: apart(difference, zero), word: order < 0 ? "missing" : "too much" };
}

function ownStake(transfer: Known, reason: AttentionReason): Omit<Stake, "symbol"> {
  const { amount, standing, status, deposit } = transfer;
  const { sources } = standing;
  if (sources !== null && reason === "sources_differ")
    return { amount: apart(sources.service, sources.network), word: "between them" };
  const sum = networkSum(transfer) ?? transfer.arrivedAmount;
  if (amiss.includes(reason) && sum !== null && compareAmounts(sum, amount) !== 0)
    return { amount: apart(sum, amount), word: compareAmounts(sum, amount) < 0 ? "missing" : "too much" };
  if (inQuestion.includes(reason)) return { amount: sum ?? amount, word: "in question" };
  if (reason === "refunded") return { amount: sum ?? amount, word: "sent back" };
  if (sum !== null && compareAmounts(sum, "0" as Amount) > 0)
    return { amount: sum, word: places[reason] ?? (isOnlySeen(transfer) ? "seen" : "arrived") };
  if (isReported(transfer)) return { amount, word: "arrived" };
  // As its page says: it failed, and the network shows that nothing came.
  const isNothing = reason === "failed" && deposit.label === "none";
  const isUnsent = notSent.includes(reason) && beforeDeposit.includes(status) && deposit.label !== "gone";
  return { amount, word: isNothing || isUnsent ? "not sent" : "in question" };
}

/** As open money counts it: the service reported the deposit and no sum. Of a short one nobody knows how much. */
function isReported({ status }: Known): boolean {
  return status !== "deposit_short" && reportedArrived.includes(status);
}

/** The network has not confirmed it, and the service has not reported it. */
function isOnlySeen({ deposit, status }: Known): boolean {
  return deposit.label === "seen" && !reportedArrived.includes(status) && status !== "paid";
}
