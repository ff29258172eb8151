import { Suspense } from "react";
import { lazyPart } from "#components/ui/lazy-part";
import type { LiveQuote } from "#lib/browser/live-quote";

type Props = { live: LiveQuote };

const Fault = lazyPart(() => import("./quote-fault").then(({ QuoteFault }) => QuoteFault), PlainFault);

/** Says in place why there is no new quote. The words are loaded when there is a fault to tell of. */
export function QuoteProblem({ live }: Props) {
  if (live.problem === null) return null;
  return (
    <Suspense>
      <Fault live={live} />
    </Suspense>
  );
}

/** The dashboard's own server is away, so what it says stands alone. */
function PlainFault({ live: { problem, refresh } }: Props) {
  return (
    <p role="alert" className="mt-3 font-medium text-fail">
      {problem?.message}{" "}
      <button type="button" onClick={refresh} className="underline underline-offset-3">
        Try again
      </button>
    </p>
  );
}
