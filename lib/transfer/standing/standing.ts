import type { AttentionReason } from "#lib/transfer/attention-reasons";
import { type ReceivedState, receivedStateOf } from "#lib/transfer/received";
import { type Chip, chipOf } from "./chip";
import type { House, StandingFacts } from "./facts";
import { type Invitation, invitationOf, isClosedForNow } from "./invitation";
import { differingSums, moneyOf } from "./money";
import { dueReasons, isSettled, type Reason, statedReasons } from "./reasons";

/**
 * Where a transfer stands: whether anybody may be asked for money, whether a person must look, and what its chip says. Pure.
 * Every surface takes its answer; none looks at a status or a label by itself to decide these.
 */
export type Standing = {
  invitation: Invitation;
  /** What needs a person now, most pressing first. */
  due: AttentionReason[];
  chip: Chip;
  /** A person settled it, and nothing has come since that was not there then. */
  isSettled: boolean;
  /** What each says arrived, in the token's smallest unit, where they don't agree. */
  sources: { service: bigint; network: bigint } | null;
};

/** Takes the facts of one transfer and those of the house. */
export function standingOf(facts: StandingFacts, house: House): Standing {
  const stated = statedReasons(facts);
  const settled = isSettled(facts);
  return {
    invitation: invitationOf(facts, house),
    due: dueReasons(facts, house, settled ? [] : stated),
    chip: chipOf(facts, stated),
    isSettled: settled,
    sources: differingSums(facts, moneyOf(facts)),
  };
}

/** Grows with every change of what is stored by the rules of this folder: a ledger of before is written again at the next start. */
export const rulesVersion = 4;

/** What is stored with the facts, because lists filter, count and sort by it. Time is compared when it is read. */
export type StoredStanding = {
  chip: Chip;
  isClosed: boolean;
  isSettled: boolean;
  received: ReceivedState;
  reasons: Reason[];
};

export function storedStandingOf(facts: StandingFacts): StoredStanding {
  const stated = statedReasons(facts);
  const settled = isSettled(facts);
  return {
    chip: chipOf(facts, stated),
    isClosed: isClosedForNow(facts),
    isSettled: settled,
    received: receivedStateOf(facts.received, facts.expected),
    reasons: settled ? [] : stated,
  };
}
