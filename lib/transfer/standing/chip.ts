import type { StandingFacts } from "./facts";
import { moneyOf } from "./money";
import type { Reason } from "./reasons";

/** The word of a list and a title. `status`: the service's own word, or our own where it has said none. */
export const chips = [
  ...(["wrong_token", "money_elsewhere", "money_after_end", "differ", "do_not_send"] as const),
  ...(["short", "over", "gone", "unread", "seen", "arrived", "stopped", "status"] as const),
] as const;
export type Chip = (typeof chips)[number];

/** What settles a transfer changes no word of it: `reasons` are all that are stated. */
export function chipOf(facts: StandingFacts, reasons: readonly Reason[]): Chip {
  const stated = new Set(reasons.map(({ reason }) => reason));
  const { state, acts } = facts;
  const isWaiting = state.status === "accepted" || state.status === "awaiting_deposit";
  const { label } = moneyOf(facts);
  if (stated.has("chain_wrong_token")) return "wrong_token";
  if (stated.has("money_elsewhere")) return "money_elsewhere";
  if (stated.has("money_after_end")) return "money_after_end";
  if (state.submission !== "accepted" || ownWords.includes(state.status)) return "status";
  if (stated.has("sources_differ")) return "differ";
  const isDoubted = doubts.some((reason) => stated.has(reason));
  if (isDoubted && (isWaiting || state.status === "other")) return "do_not_send";
  if (label === "short" || label === "over") return label;
  if (label === "gone") return "gone";
  if (state.status === "other") return "status";
  if (stated.has("update_unread") && isWaiting) return "unread";
  if (isWaiting && label === "seen") return "seen";
  if (isWaiting && label === "exact") return "arrived";
  return acts.isStopped ? "stopped" : "status";
}

/** Nothing that the network shows says more than these. */
const ownWords: readonly string[] = [
  ...(["failed", "refund_failed", "reversed", "refunded", "refunding", "conflicting", "on_hold"] as const),
];

/** Each closes an address that the service still waits at. */
const doubts = [
  ...([
    "contradicting_address",
    "address_changed",
    "address_invalid",
    "creation_doubt",
    "seen_twice",
  ] as const),
] as const;
