import type { Transfer } from "#lib/contract/api";
import type { AttentionReason } from "#lib/transfer/attention-reasons";
import type { Chip } from "#lib/transfer/standing/chip";
import type { TransferStatus } from "#lib/transfer/transfer-status";

/** A form, a claim or a wallet has a card of its own for these. */
const ofOthers: readonly AttentionReason[] = [
  ...(["unknown_outcome", "late_callback", "contradicting_address", "address_changed"] as const),
  ...(["address_missing", "address_invalid", "wallet_unsure", "wallet_unseen", "wallet_silent"] as const),
];

const ofChip: Partial<Record<Chip, AttentionReason>> = {
  wrong_token: "chain_wrong_token",
  money_elsewhere: "money_elsewhere",
  money_after_end: "money_after_end",
  differ: "sources_differ",
  short: "chain_short",
  over: "chain_over",
  gone: "chain_gone",
  unread: "update_unread",
};

const ofStatus: Partial<Record<TransferStatus, AttentionReason>> = {
  ...{ failed: "failed", refund_failed: "refund_failed", reversed: "reversed", refunding: "refunding" },
  ...{ refunded: "refunded", conflicting: "conflicting_reports", on_hold: "on_hold", other: "unknown_word" },
  ...{ deposit_short: "deposit_short", deposit_over: "deposit_over", deposit_late: "late_deposit" },
  ...{ expired: "expired", cancelled_by_service: "cancelled_by_service" },
};

/**
 * What a page leads with: the most pressing reason, and what is still so once a person has settled it. `undefined` where all
 * is well, somebody is still asked for money, or another card says what to do.
 */
export function topicOf({
  standing,
  status,
}: Pick<Transfer, "standing" | "status">): AttentionReason | undefined {
  const { reason, chip, invitation } = standing;
  // The card has no address to send to: it must not take the place of one that has.
  if (invitation !== "closed") return undefined;
  if (reason !== null) return ofOthers.includes(reason) ? undefined : reason;
  return ofChip[chip] ?? ofStatus[status] ?? (standing.sources === null ? undefined : "sources_differ");
}
