import { Suspense } from "react";
import { lazyPart } from "#components/ui/lazy-part";
import type { LiveQuote } from "#lib/browser/quote/live-quote";

// The rail preloads it together with its lines.
const QuoteAmount = lazyPart(() => import("./quote-details").then(({ QuoteAmount }) => QuoteAmount));
const none = <span className="text-[1.875rem]/9 font-semibold tracking-tight text-muted">{"\u2013"}</span>;

export function QuoteOutput({ live, currency }: { live: LiveQuote; currency: string }) {
  return (
    <dl>
      <dt className="text-[0.8125rem]/5 font-semibold">
        Recipient gets <span className="font-normal text-muted">(estimate)</span>
      </dt>
      <dd className="mt-1 flex min-h-15 flex-wrap items-center justify-between gap-x-3 rounded-xl border border-line bg-sunken px-4">
        <Suspense fallback={none}>
          {live.shown === undefined ? none : <QuoteAmount live={live} quote={live.shown} />}
        </Suspense>
        <span translate="no" className="font-semibold">
          {currency}
        </span>
      </dd>
    </dl>
  );
}
