import type { AttentionReason } from "#lib/transfer/attention-reasons";

type Look = {
  shape: "octagon" | "two-arrows" | "triangle" | "question" | "clock" | "return-arrow" | "barred-ring";
  tone: "fail" | "warn" | "wait";
};

/** Not paid, or may be lost. */
const lost: Look = { shape: "octagon", tone: "fail" };
const contradiction: Look = { shape: "two-arrows", tone: "warn" };
const strange: Look = { shape: "question", tone: "warn" };
const waits: Look = { shape: "clock", tone: "warn" };
const sentBack: Look = { shape: "return-arrow", tone: "wait" };
const over: Look = { shape: "barred-ring", tone: "wait" };

const looks: Partial<Record<AttentionReason, Look>> = {
  chain_wrong_token: lost,
  money_elsewhere: lost,
  money_after_end: lost,
  failed: lost,
  refund_failed: lost,
  reversed: lost,
  contradicting_address: lost,
  address_changed: lost,
  address_invalid: lost,
  refunded: sentBack,
  refunding: sentBack,
  deposit_over: over,
  chain_over: over,
  conflicting_reports: contradiction,
  sources_differ: contradiction,
  received_differs: contradiction,
  not_found: contradiction,
  not_reported: contradiction,
  nodes_disagree: contradiction,
  creation_doubt: contradiction,
  unknown_word: strange,
  update_unread: strange,
  stuck: waits,
  wallet_silent: waits,
  unheard: waits,
  no_deposit: waits,
  no_approver: waits,
  expired: over,
  cancelled_by_service: over,
};

/** The outline and the colour of a reason; where none is its own, a person must act. */
export function attentionLook(reason: AttentionReason): Look {
  return looks[reason] ?? { shape: "triangle", tone: "warn" };
}
