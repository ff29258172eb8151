import { isPast } from "#components/transfer/deposit";
import type { TransferWithEvents } from "#lib/contract/api";
import type { AttentionReason } from "#lib/transfer/attention-reasons";

/** The reasons that its flags, its submission and its deposit don't show already. */
export function untoldReasons(transfer: TransferWithEvents): AttentionReason[] {
  const { attention, flags, standing, deposit } = transfer;
  const isShown = isPast(transfer);
  const told = new Set<AttentionReason>([
    "unknown_outcome",
    "late_callback",
    "conflicting_reports",
    "late_deposit",
    "contradicting_address",
    "address_missing",
    "address_changed",
    "callbacks_dropped",
    "nodes_disagree",
    ...(["chain_short", "chain_over", "chain_wrong_token", "chain_gone"] as const),
    ...(["wallet_unsure", "wallet_unseen", "wallet_silent"] as const),
    ...(["address_invalid", "no_deposit", "unknown_word"] as const),
    // By the deposit card, which says why it is closed.
    ...(isShown && standing.closedBy === "elsewhere" ? (["money_elsewhere"] as const) : []),
    ...(isShown && standing.closedBy === "unread" ? (["update_unread"] as const) : []),
    ...(isShown && standing.closedBy === "shared_address" ? (["seen_twice"] as const) : []),
    ...(isShown && (standing.closedBy === "doubt" || standing.closedBy === "doubt_of_address")
      ? (["creation_doubt"] as const)
      : []),
    ...(deposit.label === "blind" ? (["network_blind"] as const) : []),
    ...(flags.includes("refunded_after_paid") ? (["reversed", "refunded"] as const) : []),
  ]);
  const untold = attention.filter((reason) => !told.has(reason));
  // Both figures stay on the page after somebody has settled it.
  return standing.sources !== null && !untold.includes("sources_differ")
    ? ["sources_differ", ...untold]
    : untold;
}
