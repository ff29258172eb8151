import type { Figure, MonthDetail, MonthSummary, TokenFigures } from "#lib/features/books/month-answers";
import { kindWords } from "#lib/features/books/server/months/month-columns";
import { formatPadded } from "#lib/money/format";
import { showInvisible } from "#lib/text/visible-text";
import { countOf } from "#lib/words/tables/table-words";

/** How months and their figures are called. */

export type Step = Exclude<keyof TokenFigures, "token" | "expected">;

const minus = { sign: "−", spoken: "minus" };
const plus = { sign: "+", spoken: "plus" };

/** The equation of a token, from top to bottom; `spoken` says to a listener what its sign says to the eye. */
export const steps: readonly { step: Step; sign: string; spoken: string; name: string }[] = [
  { step: "start", sign: "", spoken: "", name: "Open at its start" },
  { step: "created", ...plus, name: kindWords.created },
  { step: "back", ...plus, name: kindWords.back },
  { step: "paid", ...minus, name: kindWords.paid },
  { step: "failed", ...minus, name: kindWords.failed },
  { step: "never", ...minus, name: kindWords.never },
  { step: "end", sign: "=", spoken: "equals", name: "Open at its end" },
];

/** `12 transfers, 1,250.50 USDC` */
export function figureWords({ count, amount }: Figure, token: string, one = "transfer"): string {
  return `${countOf(count, one)}, ${formatPadded(amount)} ${showInvisible(token)}`;
}

export const monthHref = (month: string) => `/statements/months/${month}`;

export function listHref(month: string, list: string, token?: string, cursor?: string): string {
  const query = new URLSearchParams({ list, ...(token !== undefined && { token }) });
  if (cursor !== undefined) query.set("cursor", cursor);
  return `${monthHref(month)}?${query}`;
}

export function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, "0")}`;
}

/** No movement, and nothing open. */
export function isStill({ figures }: Pick<MonthSummary, "figures">): boolean {
  return figures.tokens.length === 0 && figures.received.length === 0;
}

/** What a person should know before a month is closed; nothing of it stops the closing. */
export function openWords({ figures, unclear }: MonthDetail): string[] {
  const open = figures.tokens.filter(({ end }) => end.count > 0);
  return [
    ...open.map(({ end, token }) => `Open at its end: ${figureWords(end, token)}`),
    ...(unclear.unknown > 0 ? [`Outcome unknown: ${countOf(unclear.unknown, "transfer")}`] : []),
    ...(unclear.attention > 0 ? [`Needs attention now: ${countOf(unclear.attention, "transfer")}`] : []),
    ...(unclear.notFound > 0
      ? [`Reported paid, not found on your statements: ${countOf(unclear.notFound, "transfer")}`]
      : []),
  ];
}
