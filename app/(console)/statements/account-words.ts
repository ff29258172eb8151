import type { OwnAccount, Span } from "#lib/features/books/books-answers";
import type { AccountList } from "#lib/features/books/books-input";
import { writeDay } from "#lib/text/day-text";
import { countOf } from "#lib/words/tables/table-words";

/** How own accounts and their lists are called. */

export const listWords: Record<AccountList, { name: string; none: string; lead: string }> = {
  exact: {
    name: "Exact",
    none: "Nothing is left to confirm here.",
    lead: "One line and one payout, the same to the kobo. Nothing is matched before you confirm it.",
  },
  suggested: {
    name: "Suggested",
    none: "Nothing is suggested.",
    lead: "Near enough to be the same. Look at each before you confirm it.",
  },
  not_found: {
    name: "Paid, not found",
    none: "No payout is missed by the statements.",
    lead: "The service reported them paid, your statements cover their days, and no line is theirs. Ask the service.",
  },
  not_reported: {
    name: "Found, not reported paid",
    none: "Each payout that was found was reported paid.",
    lead: "Their money is in your account, and the service has not reported them paid.",
  },
  open_lines: {
    name: "Lines without a payout",
    none: "Each credit is matched, or a payout is proposed for it.",
    lead: "Money that came into the account from somewhere else, or that only a person can place.",
  },
  matched: {
    name: "Matched",
    none: "Nothing is matched yet.",
    lead: "What people confirmed, the newest first.",
  },
};

export function spanWords({ from, until }: Span): string {
  return from === until ? writeDay(from) : `${writeDay(from)} to ${writeDay(until)}`;
}

/** Which days statements cover, and how many are missing between them. */
export function coverWords({ covered, missing }: Pick<OwnAccount, "covered" | "missing">): string {
  const [first, last] = [covered[0], covered.at(-1)];
  if (first === undefined || last === undefined) return "No statement yet";
  const gaps = missing.length === 0 ? "" : `, with ${countOf(missing.length, "gap")}`;
  return `Statements cover ${spanWords({ from: first.from, until: last.until })}${gaps}`;
}

/** What waits for a statement; `undefined` where that is nothing. */
export function waitingWords({ waiting }: Pick<OwnAccount, "waiting">): string | undefined {
  return waiting === 0 ? undefined : `${countOf(waiting, "payout")} reported paid, the line still to come`;
}

/** What there is to do, the most urgent first; `undefined` where that is nothing. */
export function toDoWords(account: Pick<OwnAccount, "counts" | "covered" | "waiting">): string | undefined {
  const { counts, covered } = account;
  if (covered.length === 0) return "Bring the first statement";
  const parts = [
    counts.not_found > 0 && `${counts.not_found} paid, not found`,
    counts.not_reported > 0 && `${counts.not_reported} found, not reported paid`,
    counts.exact > 0 && `${counts.exact} to confirm`,
    counts.suggested > 0 && `${counts.suggested} suggested`,
  ].filter((text) => text !== false);
  return parts.length === 0 ? waitingWords(account) : parts.join(" · ");
}
