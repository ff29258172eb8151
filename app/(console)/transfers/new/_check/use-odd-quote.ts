import { useState } from "react";
import type { LiveQuote } from "#lib/browser/quote/live-quote";
import type { Problem } from "#lib/contract/problem";
import type { Quote } from "#lib/contract/quote/quote-answers";
import { mostRisePercent } from "#lib/contract/quote-life";
import { compareAmounts } from "#lib/money/amount";
import { type Amount, percentChange } from "#lib/money/money";

/** The quote that makes no sense, whether a person said that it is meant, and the server's refusal of it. */
export function useOddQuote({ shown, isCurrent }: LiveQuote, problem: Problem | null) {
  const [ticked, setTicked] = useState<Quote>();
  const quote = isCurrent && shown !== undefined && shown.doubts.length > 0 ? shown : undefined;
  const isConfirmed = quote !== undefined && ticked !== undefined && isLike(ticked, quote);
  return {
    quote,
    isConfirmed,
    confirm: (isTicked: boolean) => setTicked(isTicked ? quote : undefined),
    /** For the request. */
    said: isConfirmed ? { confirmOddQuote: true } : {},
    refusal: problem?.code === "quote_odd" ? problem : null,
  };
}

/** A renewal keeps the tick; a quote that says something else is asked about again. */
function isLike(ticked: Quote, now: Quote): boolean {
  const kinds = ({ doubts }: Quote) => doubts.map(({ kind }) => kind).join(" ");
  if (kinds(ticked) !== kinds(now)) return false;
  const moved = percentChange(ticked.outputAmount, now.outputAmount).replace("-", "") as Amount;
  return compareAmounts(moved, mostRisePercent) <= 0;
}
