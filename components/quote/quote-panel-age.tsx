import { RefreshCw } from "#components/ui/icon";
import type { LiveQuote } from "#lib/browser/live-quote";
import { classNames } from "#lib/text/class-names";
import { formatTime } from "#lib/text/format-time";
import styles from "./quote-panel.module.css";
import { QuoteLine } from "./quote-panel-refresh";

/** When the quote was made, a ring that counts to the next one, and a button that asks at once. */
export function QuoteAge({ live, timeZone }: { live: LiveQuote; timeZone: string }) {
  const { shown, isFetching, isCurrent, isDead, receivedAt, problem } = live;
  const isCounting = isCurrent && !isFetching && problem === null;
  return (
    <QuoteLine
      title={shown?.quotedAt}
      ring={
        isCounting && (
          <circle
            // Made anew with every answer, so the ring starts again.
            key={receivedAt}
            cx="10"
            cy="10"
            r="8"
            fill="none"
            strokeWidth="3"
            pathLength="100"
            strokeDasharray="100"
            className={classNames("stroke-accent", styles.ring)}
          />
        )
      }
      action={
        <button
          type="button"
          onClick={live.refresh}
          disabled={isFetching || !(isCurrent || problem !== null) || (problem?.retryAfterSeconds ?? 0) > 0}
          className={classNames(
            "inline-flex min-h-8 items-center gap-1.5 rounded-md font-semibold pointer-coarse:min-h-11",
            "disabled:cursor-default disabled:text-subtle",
            isDead ? "text-fail" : "text-accent",
          )}
        >
          <RefreshCw
            aria-hidden
            className={classNames("size-3.5", isFetching && "animate-spin motion-reduce:animate-none")}
          />
          Refresh now
        </button>
      }
    >
      {words(live, timeZone)}
      {isCounting && !isDead && <span className="max-sm:sr-only">, refreshed every 30 s</span>}
    </QuoteLine>
  );
}

function words({ shown, isDead, isCurrent, isFetching }: LiveQuote, timeZone: string): string {
  if (shown === undefined) return "";
  if (!isCurrent) return isFetching ? "Asking for the new amount" : "The last quote, for another amount";
  const clock = formatTime(shown.quotedAt, timeZone, { hasSeconds: true }).split(", ")[1];
  return isDead ? `Out of date: quoted at ${clock}` : `Quoted at ${clock}`;
}
