import type { House, SeenDeposit, StandingFacts } from "#lib/transfer/standing/facts";
import type { Settlement } from "#lib/transfer/status-words";

/** The two short lists of the law, written once more and in another way: what is open, and what is quiet. */

const minute = 60_000;
const ms = (text: string) => Date.parse(text);
type Case = { facts: StandingFacts; house: House };

const standing = ({ deposits }: StandingFacts) => deposits.filter(({ state }) => state !== "gone");
const isOwn = ({ isOwnToken, isAtAddress }: SeenDeposit) => isOwnToken && isAtAddress;
const sum = (deposits: readonly SeenDeposit[]) => deposits.reduce((all, { units }) => all + units, 0n);
const firstOf = ({ words }: StandingFacts, ...meanings: Settlement[]) =>
  words.find(({ meaning }) => meaning !== undefined && meanings.includes(meaning))?.firstAt;
const windowEnd = ({ addressAt, createdAt, windowMs }: StandingFacts) =>
  ms(addressAt ?? createdAt) + windowMs;

/** Closed by these, it is closed for the whole house, and that is told once. */
const isHouseOpen = ({ house }: Case) => !house.isHeld && !house.isBusinessRefused && !house.mayLackFunding;

/** By its own facts, whatever the time. */
function isOpenAlone({ facts }: Case): boolean {
  const { state, address, words, unread } = facts;
  if (state.submission !== "accepted" || address === null) return false;
  if (address.check === "invalid" || address.isChanged || address.isShared) return false;
  if (state.flags.includes("contradicting_address") || facts.doubts.length > 0) return false;
  if (words.some(({ meaning }) => meaning !== "awaiting_deposit")) return false;
  if (facts.reported !== null && facts.reported > 0n) return false;
  if (facts.deposits.length > 0 || facts.network.hasUnreadPayment) return false;
  return facts.funding === null && !facts.acts.isStopped && unread.count === 0 && !facts.hasDropped;
}

/** What a person may lift, had they asked the service. Nothing else. */
function mayBeLifted({ facts, house }: Case): boolean {
  const { state, address, words, acts } = facts;
  const own = standing(facts);
  if (house.isHeld || house.isBusinessRefused || facts.funding !== null) return false;
  if (state.submission !== "accepted" || address === null) return false;
  if (address.check === "invalid" || address.isChanged || address.isShared) return false;
  if (state.flags.includes("contradicting_address") || facts.doubts.includes("address")) return false;
  if (facts.network.hasUnreadPayment || own.some((deposit) => !isOwn(deposit))) return false;
  if (own.some(({ state: at }) => at === "seen") || sum(own) >= facts.asked) return false;
  const isShort = sum(own) > 0n;
  const isFine = (meaning: Settlement | undefined) =>
    meaning === undefined || meaning === "awaiting_deposit" || (isShort && meaning === "deposit_short");
  if (words.some(({ meaning }) => !isFine(meaning))) return false;
  if (facts.reported !== null && facts.reported > 0n && !isShort) return false;
  return !house.mayLackFunding || ms(acts.opened?.at ?? "") > ms(house.lostAt ?? "");
}

export function isOpenByLaw(
  now: Case,
  /** Whether a person opened it with all of these facts before their eyes. */
  isOpened: boolean,
): boolean {
  const { facts, house } = now;
  if (isOpenAlone(now) && isHouseOpen(now) && house.now < windowEnd(facts)) return true;
  return isOpened && house.now < ms(facts.acts.opened?.until ?? "") && mayBeLifted(now);
}

/** Nothing that is known speaks against it, whatever the status. */
function isUnopposed({ facts }: Case): boolean {
  const { address, state } = facts;
  if (standing(facts).some((deposit) => !isOwn(deposit) || facts.acts.isStopped)) return false;
  if (state.unknownWords.length > 0 || facts.unread.count > 0 || facts.hasDropped) return false;
  if (state.flags.some((flag) => flag === "contradicting_address" || flag === "nodes_disagree")) return false;
  const sums = facts.received.map(({ amount }) => amount);
  if (new Set(sums).size > 1) return false;
  const unexplained = facts.received.filter(({ reason }) => reason === null);
  const off = Number(facts.paidOut?.amount ?? facts.expected) - Number(facts.expected);
  if (facts.received.length === 0 && Math.abs(off) > Number(facts.expected) / 20) return false;
  const promised = [facts.expected, facts.paidOut?.amount ?? facts.expected];
  if (unexplained.some(({ amount }) => promised.some((sum) => amount !== sum))) return false;
  const hasLine = facts.received.some(({ source }) => source === "own_statement");
  const wasPaid = facts.words.some(({ meaning }) => meaning === "paid");
  if (facts.isMissed && state.status === "paid" && !hasLine) return false;
  if (hasLine && state.submission === "accepted" && !wasPaid) return false;
  if (address?.isChanged === true || facts.isRepeated || facts.doubts.length > 0) return false;
  if (facts.network.hasUnreadPayment || state.flags.includes("late_deposit")) return false;
  if (facts.isPaymentWithdrawn && state.status !== "paid") return false;
  if (state.submission !== "accepted") return true;
  // What is over without a payout needs no address.
  if (address === null) return state.status === "expired" || state.status === "cancelled_by_service";
  return address.check !== "invalid";
}

/** What arrived is what was asked, as far as anybody says. */
function sumsAgree({ facts, house }: Case): boolean {
  const { asked, fee, reported } = facts;
  const own = standing(facts).filter(isOwn);
  const isSame = (one: bigint, two: bigint) => one === two || (fee !== null && one === two - fee);
  if (own.some(({ state }) => state === "seen"))
    return (
      Math.min(...own.map(({ blockTime }) => ms(blockTime))) + 60 * minute > house.now &&
      (reported === null || isSame(reported, asked))
    );
  if (own.length > 0) return sum(own) === asked && (reported === null || isSame(reported, sum(own)));
  if (facts.deposits.some(isOwn)) return false;
  return reported === null || isSame(reported, asked);
}

/** A network that shows nothing counts once it was read a quarter of an hour after the service took the money. */
function networkAgrees(now: Case): boolean {
  const { facts, house } = now;
  if (!sumsAgree(now)) return false;
  const taken = firstOf(facts, "deposit_received", "processing", "paid");
  if (facts.deposits.some(isOwn) || !facts.network.isLookedAt || taken === undefined) return true;
  const from = ms(taken) + 15 * minute;
  return house.now < from || house.network.readAt === null || ms(house.network.readAt) < from;
}

function isBlind({ facts, house }: Case): boolean {
  return [facts.network.blindSince, facts.network.isWatched ? house.network.blindSince : null].some(
    (since) => since !== null && ms(since) + 5 * minute <= house.now,
  );
}

function walletMayWait({ facts, house }: Case): boolean {
  if (facts.funding === null || facts.funding.state === "unsure") return false;
  return house.now < ms(facts.funding.changedAt) + (facts.funding.state === "asked" ? 10 : 30) * minute;
}

/** A person opened it, and only the whole house, if anything, has closed it since. */
function isOpenedAgain({ facts, house }: Case): boolean {
  const free = { ...house, isHeld: false, isBusinessRefused: false, mayLackFunding: false };
  return !facts.isRepeated && isOpenByLaw({ facts, house: free }, true);
}

function isQuietWhileSilent(now: Case): boolean {
  const { facts, house } = now;
  if (facts.deposits.length === 0 && facts.acts.isStopped && isUnopposed(now) && sumsAgree(now))
    return facts.reported === null || facts.reported === 0n;
  if (isOpenByLaw(now, false)) return !isBlind(now) && isUnopposed(now);
  // The house alone has closed it.
  const alone = {
    facts,
    house: { ...house, isHeld: false, isBusinessRefused: false, mayLackFunding: false },
  };
  if (isOpenByLaw(alone, false)) return !isBlind(now) && isUnopposed(now);
  if (!isUnopposed(now)) return false;
  if (!facts.deposits.some(isOwn))
    return walletMayWait(now) && (facts.reported === null || facts.reported === 0n) && !isLongBlindHere(now);
  const own = standing(facts);
  if (own.some(({ state }) => state === "seen")) return sumsAgree(now) && !isBlind(now);
  return (
    own.length > 0 &&
    sumsAgree(now) &&
    facts.confirmedAt !== null &&
    house.now < ms(facts.confirmedAt) + 15 * minute
  );
}

function isLongBlindHere({ facts: { network }, house }: Case): boolean {
  return network.blindSince !== null && ms(network.blindSince) + 5 * minute <= house.now;
}

/** `isSettled`, `isOpened`: a person did so with all of these facts before their eyes. */
export function isQuietByLaw(
  now: Case,
  { isSettled, isOpened }: { isSettled: boolean; isOpened: boolean },
): boolean {
  const { facts, house } = now;
  const { status, submission } = facts.state;
  if (isSettled) return true;
  if (isOpened && submission === "accepted" && isOpenedAgain(now)) return !isBlind(now);
  const since = (meaning: Settlement, limit: number) => house.now < ms(firstOf(facts, meaning) ?? "") + limit;
  if (submission === "recorded" || submission === "dispatching")
    return house.now < ms(facts.deadline) && standing(facts).length === 0 && isUnopposed(now);
  const isApprovable = facts.unapprovableSince === null || house.now < ms(facts.unapprovableSince);
  if (submission === "awaiting_approval")
    return facts.deposits.length === 0 && isUnopposed(now) && isApprovable;
  if (["rejected", "cancelled", "not_created", "declined"].includes(submission))
    return facts.deposits.length === 0 && isUnopposed(now);
  if (status === "accepted" || status === "awaiting_deposit") return isQuietWhileSilent(now);
  if (!isUnopposed(now)) return false;
  if (status === "deposit_received") return since("deposit_received", 15 * minute) && networkAgrees(now);
  if (status === "processing") return since("processing", facts.processingMs) && networkAgrees(now);
  if (status === "paid") return networkAgrees(now) && !isAfterPaid(now);
  if (status !== "expired" && status !== "cancelled_by_service") return false;
  if (facts.deposits.some(isOwn) || (facts.funding !== null && !walletMayWait(now))) return false;
  const end = firstOf(facts, status) ?? "";
  const isLooked =
    facts.network.isLookedAt &&
    facts.network.blindSince === null &&
    house.network.readAt !== null &&
    ms(house.network.readAt) >= ms(end);
  return isLooked || house.now < ms(end) + 15 * minute;
}

function isAfterPaid({ facts }: Case): boolean {
  return sum(standing(facts)) > facts.asked;
}
