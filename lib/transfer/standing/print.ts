import { isReceivedDoubtful } from "#lib/transfer/received";
import type { StandingFacts } from "./facts";
import { moneyOf } from "./money";
import { isNotFound, isNotReported } from "./on-statement";

/**
 * What a person settles: the words, sums and doubts that stand, as one line of text. A later fact is news if it adds
 * something to that line, whatever kind of event it came by.
 */
export function printOf(facts: StandingFacts): string {
  const { state, words, deposits, funding, address } = facts;
  const money = moneyOf(facts);
  const isWhole = money.label === "seen" && money.units === facts.asked;
  const items = [
    `is ${state.submission}`,
    ...words.map(({ meaning, word }) => (meaning === undefined ? `unknown ${word}` : `said ${meaning}`)),
    // The whole amount that is seen, and then confirmed, is the same news.
    ...(deposits.length > 0 ? [`network ${isWhole ? "exact" : money.label} ${money.units}`] : []),
    ...numbered(
      deposits
        .filter(({ isOwnToken, isAtAddress, state: at }) => at !== "gone" && !(isOwnToken && isAtAddress))
        .map(({ isOwnToken, units }) => `${isOwnToken ? "elsewhere" : "other"} ${units}`),
    ),
    ...(facts.reported === null ? [] : [`reported ${facts.reported}`]),
    ...facts.doubts.map((doubt) => `doubt ${doubt}`),
    ...state.flags.map((flag) => `flag ${flag}`),
    ...(facts.unread.count > 0 ? [`unread ${facts.unread.count}`] : []),
    ...(facts.hasDropped ? ["dropped"] : []),
    ...(facts.isRepeated ? ["repeated"] : []),
    ...(facts.isPaymentWithdrawn ? ["withdrawn"] : []),
    ...(facts.unapprovableSince === null ? [] : ["unapprovable"]),
    ...(facts.network.hasUnreadPayment ? ["unread payment"] : []),
    ...(funding === null ? [] : [`wallet ${funding.state}`]),
    ...(isReceivedDoubtful(facts.received, facts)
      ? [
          ...facts.received.map(({ source, amount }) => `received ${source} ${amount}`),
          ...(facts.paidOut === null ? [] : [`paid out ${facts.paidOut.amount}`]),
        ]
      : []),
    ...(isNotFound(facts) ? ["not found"] : []),
    ...(isNotReported(facts) ? ["not reported"] : []),
    `address ${address === null ? "none" : `${address.check}${address.isChanged ? " changed" : ""}`}`,
  ];
  return [...new Set(items.map(plain))].sort().join("; ");
}

/**
 * What a record of what arrived settles: all but money that no payout to the recipient explains, be it too much, another token,
 * at another address or after the end.
 */
export function settledByReceipt(facts: StandingFacts): string {
  const money = moneyOf(facts);
  const isBeyond = money.label === "over" || money.isAfterEnd;
  const isMore = facts.reported !== null && facts.reported > facts.asked;
  return printOf(facts)
    .split("; ")
    .filter((item) => {
      if (item.startsWith("elsewhere ") || item.startsWith("other ")) return false;
      if (item.startsWith("network ")) return !isBeyond;
      return !(isMore && item.startsWith("reported ")) && item !== "said deposit_over";
    })
    .join("; ");
}

/** Nothing stands that was not there when it was settled. */
export function isCovered(print: string, settled: string): boolean {
  const before = new Set(settled.split("; "));
  return print.split("; ").every((item) => before.has(item));
}

/** A second one that is like the first is news, too. */
function numbered(items: readonly string[]): string[] {
  return items.map(
    (item, place) => `${item} ${items.slice(0, place).filter((each) => each === item).length + 1}`,
  );
}

const longestItem = 200;

function plain(item: string): string {
  return item.replaceAll(";", ",").slice(0, longestItem);
}
