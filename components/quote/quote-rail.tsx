import { Suspense, useEffect } from "react";
import { lazyPart } from "#components/ui/lazy-part";
import { Skeleton } from "#components/ui/skeleton";
import type { Asset } from "#lib/asset/asset";
import type { LiveQuote } from "#lib/browser/quote/live-quote";
import type { Amount } from "#lib/money/money";
import { classNames } from "#lib/text/class-names";

// Loaded while the service is asked for the first quote.
const loadDetails = () => import("./quote-details");
const QuoteLines = lazyPart(() => loadDetails().then(({ QuoteLines }) => QuoteLines));

type Props = { live: LiveQuote; assets: readonly Asset[]; minorDigits: number; driftPercent: Amount };

/** Has one height, so nothing below it moves. */
export function QuoteRail({ live, assets, minorDigits, driftPercent }: Props) {
  const { shown, isCurrent, isFetching } = live;
  useEffect(() => {
    if (isFetching) void loadDetails().catch(() => undefined);
  }, [isFetching]);
  return (
    <div
      className={classNames(
        "flex min-h-14 min-w-0 flex-1 flex-col justify-center text-[0.8125rem]/5",
        shown !== undefined && !isCurrent && "line-through **:text-subtle",
      )}
    >
      {shown === undefined ? (
        <Placeholder live={live} />
      ) : (
        <Suspense fallback={<Waiting />}>
          <QuoteLines
            live={live}
            quote={shown}
            assets={assets}
            minorDigits={minorDigits}
            driftPercent={driftPercent}
          />
        </Suspense>
      )}
    </div>
  );
}

function Placeholder({ live: { isFetching, problem } }: { live: LiveQuote }) {
  if (isFetching) return <Waiting />;
  return (
    <p className="text-muted">
      {problem === null
        ? "Enter an amount to see the rate and the fee."
        : "The rate and the fee aren’t available right now."}
    </p>
  );
}

function Waiting() {
  return (
    <div className="space-y-2">
      {["w-2/3", "w-3/4"].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  );
}
