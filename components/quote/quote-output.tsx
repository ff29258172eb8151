import type { LiveQuote } from "#lib/browser/live-quote";
import { formatFiat } from "#lib/money/format";
import { classNames } from "#lib/text/class-names";
import { largeText } from "./amount-field";

/** The last amount stays, dimmed and struck out, until the next one is here. */
export function QuoteOutput({
  live: { shown, isCurrent, isDead },
  currency,
}: {
  live: LiveQuote;
  currency: string;
}) {
  const text = shown === undefined ? "\u2013" : formatFiat(shown.outputAmount);
  const isPast = shown !== undefined && (!isCurrent || isDead);
  return (
    <dl>
      <dt className="text-[0.8125rem]/5 font-semibold">
        Recipient gets <span className="font-normal text-muted">(estimate)</span>
      </dt>
      <dd className="mt-1 flex min-h-15 flex-wrap items-center justify-between gap-x-3 rounded-xl border border-line bg-sunken px-4">
        <span
          title={shown === undefined ? undefined : `${shown.outputAmount} ${currency}`}
          className={classNames(
            "foreign-text min-w-0 font-semibold tracking-tight transition-colors",
            largeText(text),
            isPast && "text-subtle line-through decoration-2",
            shown === undefined && "text-muted",
          )}
        >
          {text}
        </span>
        <span className="font-semibold">{currency}</span>
      </dd>
    </dl>
  );
}
