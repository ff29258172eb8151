import type { QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { quoteQuery } from "#lib/calls/queries";
import type { Problem } from "#lib/contract/problem";
import type { Quote } from "#lib/contract/quote/quote-answers";
import { mostRisePercent } from "#lib/contract/quote-life";
import { compareAmounts } from "#lib/money/amount";
import { type Amount, percentChange } from "#lib/money/money";
import type { QuoteSubject } from "./live-quote";

/** What a person who is about to accept a quote is asked again: it has moved since they began to read. */

export type QuoteMove = { before: Amount; now: Amount; percent: Amount; detail: string };

/** `quotedAt` is of the quote that the server got instead. */
type Refused = { change: QuoteMove; quotedAt: string };

/**
 * How the estimate has moved since it was shown first, or against what the server refused. `limit`: a fall beyond so many
 * per cent is asked about. `outcome` is said after it, such as ` Nothing was created.`
 */
export function useQuoteMove(usable: Quote | undefined, limit: Amount, outcome: string) {
  const [moved, setMoved] = useState<Refused>();
  const [seen, setSeen] = useState<Amount>();
  if (seen === undefined && usable !== undefined) setSeen(usable.outputAmount);
  // What the server refused stands until there is a newer quote to compare with.
  const refused = usable === undefined || usable.quotedAt === moved?.quotedAt ? moved?.change : undefined;
  return {
    change: refused ?? driftOf(moved?.change.before ?? seen, usable, limit, outcome),
    refuse: setMoved,
    accept: ({ outputAmount }: Quote) => {
      setMoved(undefined);
      setSeen(outputAmount);
    },
  };
}

/** The quote that the server got instead is the one to show from now on. */
export function showFresh(
  { extra }: Problem,
  queries: QueryClient,
  { amount, asset }: QuoteSubject,
): Quote | undefined {
  const fresh = extra.fresh as Quote | undefined;
  if (fresh !== undefined) queries.setQueryData(quoteQuery({ amount, asset }).queryKey, fresh);
  return fresh;
}

/** Of a refusal `quote_moved`. */
export function readMoved(
  failure: Problem,
  queries: QueryClient,
  subject: QuoteSubject,
): Refused | undefined {
  const { extra, detail } = failure;
  const fresh = showFresh(failure, queries, subject);
  if (fresh === undefined) return undefined;
  const { accepted, changePercent } = extra as { accepted: Amount; changePercent: Amount };
  const change = { before: accepted, now: fresh.outputAmount, percent: changePercent, detail };
  return { change, quotedAt: fresh.quotedAt };
}

/** A fall since the page was opened needs a new click, and so does a rise that no market makes. */
function driftOf(
  seen: Amount | undefined,
  now: Quote | undefined,
  limit: Amount,
  outcome: string,
): QuoteMove | undefined {
  if (seen === undefined || now === undefined || compareAmounts(seen, "0" as Amount) <= 0) return undefined;
  const percent = percentChange(seen, now.outputAmount);
  const hasFallen = compareAmounts(percent, `-${limit}` as Amount) < 0;
  if (!hasFallen && compareAmounts(percent, mostRisePercent) <= 0) return undefined;
  const detail = `The recipient would get ${hasFallen ? "less" : "more"} than when you opened this page.${outcome}`;
  return { before: seen, now: now.outputAmount, percent, detail };
}
