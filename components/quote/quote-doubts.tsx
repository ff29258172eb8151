import { Suspense } from "react";
import { lazyPart } from "#components/ui/lazy-part";
import type { Asset } from "#lib/asset/asset";
import type { LiveQuote } from "#lib/browser/quote/live-quote";

const DoubtNotice = lazyPart(() => import("./doubt-notice").then(({ DoubtNotice }) => DoubtNotice));

type Props = { live: LiveQuote; assets: readonly Asset[]; timeZone: string };

/** Loads the words when the quote is odd. */
export function QuoteDoubts({ live: { shown, isCurrent }, assets, timeZone }: Props) {
  if (shown === undefined || !isCurrent || shown.doubts.length === 0) return null;
  return (
    <Suspense>
      <DoubtNotice quote={shown} assets={assets} timeZone={timeZone} className="mt-3">
        <p>Ask the service before you create a transfer.</p>
      </DoubtNotice>
    </Suspense>
  );
}
