import { Suspense } from "react";
import { lazyPart } from "#components/ui/lazy-part";
import type { LiveQuote } from "#lib/browser/quote/live-quote";
import { QuoteLine } from "./quote-line";

// The rail preloads it together with its lines.
const QuoteAge = lazyPart(() => import("./quote-details").then(({ QuoteAge }) => QuoteAge));

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
