import { Suspense } from "react";
import { lazyPart } from "#components/ui/lazy-part";
import type { LiveQuote } from "#lib/browser/quote/live-quote";

type Props = { live: LiveQuote };

const Fault = lazyPart(() => import("./quote-fault").then(({ QuoteFault }) => QuoteFault), PlainFault);

/** Loads the words when there is a fault to explain. */
export function QuoteProblem({ live }: Props) {
  // The notice of a session that ended says so, and has the way back: then the quote comes by itself.
  if (live.problem === null || live.problem.code === "signed_out") return null;
  return (
    <Suspense>
      <Fault live={live} />
    </Suspense>
  );
}

/** For when the dashboard's own server is away and nothing more can be loaded. */
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
