import type { House, StandingFacts } from "./facts";
import { type Money, moneyOf } from "./money";
import { isCovered, printOf } from "./print";

/**
 * Invariant: whether anybody may still be asked for money is decided here. Open is a short list of what is known to be
 * well; whatever is new, unreadable or contradicting closes.
 */

/** Why nobody is asked, most telling first. */
export const bars = [
  ...(["not_accepted", "two_addresses", "address_changed", "no_address", "invalid_address"] as const),
  ...(["wrong_token", "elsewhere", "arriving", "arrived", "short", "gone"] as const),
  ...(["ended", "said", "shared_address", "doubt_of_address", "doubt"] as const),
  ...(["unknown_word", "unread", "wallet", "stopped", "window"] as const),
  ...(["hold", "business", "restore"] as const),
] as const;
export type Bar = (typeof bars)[number];

/** What a person can open again, having asked the service. Nothing else is ever lifted. */
const liftable: readonly Bar[] = [
  ...(["short", "gone", "doubt", "unknown_word", "unread", "stopped", "window", "restore"] as const),
];

export type Invitation = {
  isOpen: boolean;
  /** Only on our own page, and no code, wallet or link: something arrived before, or the address's format is unknown. */
  isHereAlone: boolean;
  /** The most telling reason why it is closed, or would be if nobody had opened it again. */
  bar: Bar | null;
  /** Whether a person may open it again now. */
  canOpen: boolean;
  /** Until when it is open; null while it is closed. */
  until: string | null;
  /** Who opened it again. */
  openedBy: string | null;
  /** What is asked for now, in the token's smallest unit. */
  units: bigint;
};

/** Waiting words: the service has seen no money. */
const waiting = ["awaiting_deposit"];

export function invitationOf(facts: StandingFacts, house: House): Invitation {
  const money = moneyOf(facts);
  const found = barsOf(facts, money, house);
  const { opened } = facts.acts;
  const isLiftable = found.every((bar) => liftable.includes(bar));
  // It ends with the next fact, and with its window.
  const isStillSo = opened !== null && house.now < Date.parse(opened.until);
  const isLifted =
    isStillSo &&
    found.length > 0 &&
    isLiftable &&
    isCovered(printOf(facts), opened.print) &&
    // A later loss may have taken a wallet's question with it.
    (!house.mayLackFunding || house.lostAt === null || opened.at > house.lostAt);
  const isOpen = found.length === 0 || isLifted;
  const missing = facts.asked - money.units;
  return {
    isOpen,
    isHereAlone: money.hadAny || facts.address?.check !== "valid" || facts.memo !== null,
    bar: found[0] ?? null,
    canOpen: found.length > 0 && isLiftable && !isLifted,
    until: isOpen ? (isLifted ? opened.until : windowEnd(facts)) : null,
    openedBy: isLifted ? opened.by : null,
    units: missing > 0n ? missing : 0n,
  };
}

/** What closes a transfer by its own facts, whatever the time and the rest of the house. */
export function isClosedForNow(facts: StandingFacts): boolean {
  return barsOfItsOwn(facts).length > 0;
}

function barsOfItsOwn(facts: StandingFacts): Bar[] {
  const { address, isRepeated } = facts;
  // Whether another transfer that shares the address has ended is no fact of this one.
  const own = { ...facts, address: address === null ? null : { ...address, isShared: isRepeated } };
  return ownBars(own, moneyOf(own));
}

/** A person opened it with these facts before their eyes, and none of them is one that nobody can lift. */
export function isOpenedAgain(facts: StandingFacts): boolean {
  const { opened } = facts.acts;
  if (opened === null || !isCovered(printOf(facts), opened.print)) return false;
  return barsOfItsOwn(facts).every((bar) => liftable.includes(bar));
}

/** When the window for a deposit ends; it begins when the address became known, and is no longer than the service's own. */
export function windowEnd({ addressAt, createdAt, windowMs, expiresAt }: StandingFacts): string {
  const end = new Date(Date.parse(addressAt ?? createdAt) + windowMs).toISOString();
  return expiresAt !== null && expiresAt < end ? expiresAt : end;
}

function barsOf(facts: StandingFacts, money: Money, house: House): Bar[] {
  const stated = new Set<Bar>(ownBars(facts, money));
  if (house.now >= Date.parse(windowEnd(facts))) stated.add("window");
  if (house.isHeld) stated.add("hold");
  if (house.isBusinessRefused) stated.add("business");
  if (house.mayLackFunding) stated.add("restore");
  return bars.filter((bar) => stated.has(bar));
}

function ownBars(facts: StandingFacts, money: Money): Bar[] {
  const { state, address, words, doubts, acts, funding } = facts;
  const isShort = money.label === "short" && !money.hasWrongToken && !money.isElsewhere;
  const stated: Partial<Record<Bar, boolean>> = {
    not_accepted: state.submission !== "accepted",
    two_addresses: state.flags.includes("contradicting_address"),
    address_changed: address?.isChanged === true,
    no_address: address === null,
    invalid_address: address?.check === "invalid",
    wrong_token: money.hasWrongToken,
    elsewhere: money.isElsewhere,
    // Before anything else is counted, what is on its way must have arrived.
    arriving: money.label === "seen",
    arrived: money.label === "exact" || money.label === "over" || facts.network.hasUnreadPayment,
    short: money.label === "short",
    gone: money.hadAny && !money.hasAny,
    ended: state.isFinal || ["refunding", "reversed", "conflicting"].includes(state.status),
    said:
      words.some(({ meaning }) => !isWaiting(meaning) && !(isShort && meaning === "deposit_short")) ||
      (isReportedArrived(facts) && !isShort),
    shared_address: address?.isShared === true,
    doubt_of_address: doubts.includes("address") || doubts.includes("id"),
    doubt: doubts.length > 0,
    unknown_word: state.unknownWords.length > 0,
    unread: facts.unread.count > 0 || facts.hasDropped,
    wallet: funding !== null,
    stopped: acts.isStopped,
  };
  return bars.filter((bar) => stated[bar] === true);
}

/** Whatever its word is, the service says that something came. */
export function isReportedArrived({ reported }: StandingFacts): boolean {
  return reported !== null && reported > 0n;
}

/** An unknown word has a bar of its own. */
function isWaiting(meaning: StandingFacts["words"][number]["meaning"]): boolean {
  return meaning === undefined || waiting.includes(meaning);
}
