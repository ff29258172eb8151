import { Suspense } from "react";
import { lazyPart } from "#components/ui/lazy-part";
import type { LiveQuote } from "#lib/browser/live-quote";
import { QuoteLine } from "./quote-line";

// The rail asks for it ahead of its use, together with its lines.
const QuoteAge = lazyPart(() => import("./quote-details").then(({ QuoteAge }) => QuoteAge));

/** How old the quote is and when the next one comes; before the first, what is going on. */
export function QuoteRefresh({ live, timeZone }: { live: LiveQuote; timeZone: string }) {
  const waiting = <QuoteLine>{waitingWords(live)}</QuoteLine>;
  if (live.shown === undefined) return waiting;
  return (
    <Suspense fallback={waiting}>
      <QuoteAge live={live} timeZone={timeZone} />
    </Suspense>
  );
}

function waitingWords({ shown, isFetching, problem }: LiveQuote): string {
  if (shown === undefined && problem !== null) return "No quote now";
  return isFetching ? "Asking the service for a quote" : "An estimate, refreshed every 30 s";
}
