import type { DepositLabel } from "#lib/transfer/deposit";
import type { Settlement } from "#lib/transfer/status-words";
import { isNeverCreated } from "#lib/transfer/transfer-status";
import type { SeenDeposit, StandingFacts } from "./facts";

/** What the network shows for a transfer, over all the addresses that it ever had. */
export type Money = {
  /** Of the transfer's own token at its own address. `seen`: not all that counts is confirmed yet. */
  label: DepositLabel;
  units: bigint;
  parts: readonly SeenDeposit[];
  hasWrongToken: boolean;
  isElsewhere: boolean;
  isAfterEnd: boolean;
  /** Something stands, in any token, at any address. */
  hasAny: boolean;
  /** Something was ever seen, even if it is gone. */
  hadAny: boolean;
};

/** The service's clock and the network's may differ by so much. */
const clocksDifferMs = 2 * 60_000;

/** Money that comes after one of these may be lost. */
const ends: readonly Settlement[] = ["failed", "refunding", "refunded", "refund_failed", "reversed"];
/** The service takes no money after these, whenever it was sent. */
const closings: readonly Settlement[] = ["expired", "cancelled_by_service"];

export function moneyOf(facts: StandingFacts): Money {
  const { deposits, asked } = facts;
  const standing = deposits.filter(({ state }) => state !== "gone");
  const parts = standing.filter(({ isOwnToken, isAtAddress }) => isOwnToken && isAtAddress);
  const units = parts.reduce((sum, part) => sum + part.units, 0n);
  return {
    label: labelOf(),
    units,
    parts,
    hasWrongToken: standing.some(({ isOwnToken }) => !isOwnToken),
    isElsewhere: standing.some(({ isOwnToken, isAtAddress }) => isOwnToken && !isAtAddress),
    isAfterEnd: isAfterEnd(facts, parts, units),
    hasAny: standing.length > 0,
    hadAny: deposits.length > 0,
  };

  function labelOf(): DepositLabel {
    if (parts.some(({ state }) => state === "seen")) return "seen";
    if (parts.length > 0) return units === asked ? "exact" : units < asked ? "short" : "over";
    if (standing.some(({ isOwnToken }) => !isOwnToken)) return "wrong_token";
    return deposits.some(({ isOwnToken, isAtAddress }) => isOwnToken && isAtAddress) ? "gone" : "none";
  }
}

function isAfterEnd(facts: StandingFacts, parts: readonly SeenDeposit[], units: bigint): boolean {
  const { state, words, acts, asked } = facts;
  if (parts.length === 0) return false;
  const neverWas = isNeverCreated(state.submission);
  const isClosed = closings.some((closing) => closing === state.status);
  if (neverWas || isClosed || acts.isStopped) return true;
  const end = (meanings: readonly Settlement[]) =>
    Math.min(
      ...words
        .filter(({ meaning }) => meanings.some((word) => word === meaning))
        .map(({ firstAt }) => Date.parse(firstAt)),
    );
  const isAfter = (ms: number) => parts.some(({ blockTime }) => Date.parse(blockTime) > ms + clocksDifferMs);
  // A payout may be reported before its deposit is seen: that is no second one.
  return isAfter(end(ends)) || (units > asked && isAfter(end(["paid"])));
}

/** The sums where the service and the network report different ones, once the network's stands. */
export function differingSums(
  { reported, fee }: Pick<StandingFacts, "reported" | "fee">,
  { label, units }: Pick<Money, "label" | "units">,
): { service: bigint; network: bigint } | null {
  const isKnown = label === "exact" || label === "short" || label === "over";
  if (!isKnown || reported === null || isSameSum(reported, units, fee)) return null;
  return { service: reported, network: units };
}

/** Whether two sums of one deposit are the same, where a service may leave its fee out. */
export function isSameSum(reported: bigint, sum: bigint, fee: bigint | null): boolean {
  return reported === sum || (fee !== null && fee > 0n && reported === sum - fee);
}
