import type { Transfer } from "#lib/contract/api";
import { compareAmounts } from "#lib/money/amount";
import { formatPadded } from "#lib/money/format";
import type { Bar } from "#lib/transfer/standing/invitation";
import { closedWords } from "#lib/words/deposit/closed-words";
import type { StandingTerms } from "./standing-dialog";

/** What a person reads before they open a transfer again or stop asking. */
export function standingTerms(transfer: Transfer, windowMs: number): StandingTerms {
  const { id, amount, fromCurrency, addressCheck, deposit, standing } = transfer;
  const { closedBy, ask } = standing;
  const isPart = compareAmounts(ask, amount) !== 0;
  const why = closedBy === null ? "" : closedWords[closedBy].title;
  return {
    id,
    why: why.endsWith(".") ? why : `${why}.`,
    ask: `${formatPadded(ask)} ${fromCurrency}${isPart ? `, what is missing of ${formatPadded(amount)}` : ""}`,
    windowMinutes: windowMs / 60_000,
    isHereAlone: addressCheck !== "valid" || !untouched.includes(deposit.label),
  };
}

/** Nothing was ever seen at the address. */
const untouched: readonly Transfer["deposit"]["label"][] = ["off", "none", "blind"];

/** Whether the menu offers to stop: while it is asked for, or closed by what says nothing of money. */
export function isStoppable({ isFinal, funding, standing: { closedBy } }: Transfer): boolean {
  if (isFinal || funding !== null) return false;
  return closedBy === null || stoppable.includes(closedBy);
}

const stoppable: readonly Bar[] = [
  ...(["two_addresses", "address_changed", "no_address", "invalid_address", "gone"] as const),
  ...(["shared_address", "doubt_of_address", "doubt", "unknown_word", "unread", "window"] as const),
  ...(["hold", "business", "restore"] as const),
];
