import { useEffect, useState } from "react";
import { RefreshCw } from "#components/ui/icon";
import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import type { LiveQuote } from "#lib/browser/quote/live-quote";
import type { Quote } from "#lib/contract/quote/quote-answers";
import { compareAmounts } from "#lib/money/amount";
import { formatFiat, formatPadded } from "#lib/money/format";
import { type Amount, percentChange } from "#lib/money/money";
import {
  drawQuote,
  explainQuote,
  type QuoteLine as Line,
  type QuoteArithmetic,
} from "#lib/money/quote-arithmetic";
import { classNames } from "#lib/text/class-names";
import { formatTime } from "#lib/text/format-time";
import { largeText } from "./amount-field";
import { QuoteLine } from "./quote-line";
import styles from "./quote-panel.module.css";

/** Loaded with the first quote, together with the decimal library. */

const signs: Record<Line["sign"], { mark: string; word: string }> = {
  minus: { mark: "\u2212", word: "minus" },
  times: { mark: "\u00d7", word: "times" },
  none: { mark: "\u00b7", word: "" },
};

const notes: Partial<Record<QuoteArithmetic["kind"], string>> = {
  unexplained: "The service doesn\u2019t say which currency the fee is in.",
  undecided: "The service doesn\u2019t say which currency the fee is in.",
  no_fee: "The service gave no fee for this amount.",
};

type Props = {
  live: LiveQuote;
  quote: Quote;
  assets: readonly Asset[];
  minorDigits: number;
  /** A move of this many per cent is news. */
  driftPercent: Amount;
};

/** The arithmetic, a sentence on the fee, and the estimate for screen readers. */
export function QuoteLines(props: Props) {
  const { lines, note } = linesOf(props);
  const symbol = findAsset(props.assets, props.quote.asset)?.fromCurrency ?? "";
  return (
    <>
      <dl>
        {lines.map(({ sign, label, amount, unit }) => (
          <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-4 py-0.5">
            <dt className="text-muted">
              <span aria-hidden="true" className="inline-block w-5 font-semibold">
                {signs[sign].mark}
              </span>
              <span className="sr-only">{signs[sign].word} </span>
              {label}
            </dt>
            <dd translate="no" className="foreign-text ml-auto text-right font-medium">
              {formatPadded(amount)}
              {unit !== null && ` ${unit}`}
            </dd>
          </div>
        ))}
      </dl>
      {note !== undefined && <p className="text-xs/4 text-muted">{note}</p>}
      <QuoteAnnouncer live={props.live} symbol={symbol} driftPercent={props.driftPercent} />
    </>
  );
}

function linesOf({ quote, assets, minorDigits }: Omit<Props, "live" | "driftPercent">) {
  const found = explainQuote(quote, minorDigits);
  const symbol = findAsset(assets, quote.asset)?.fromCurrency ?? "";
  const lines = drawQuote(quote, found, symbol, quote.currency);
  // A fee of zero is a sentence, not a line.
  const shown = found.kind === "no_fee" ? lines.slice(0, 1) : lines;
  return { lines: shown, note: notes[found.kind] };
}

const pauseMs = 1_200;

type Said = { outputAmount: Amount; cause: string; sentence: string };

/** Speaks of what the person changed or asked for, and of a move beyond the threshold; never of a mere renewal. */
export function QuoteAnnouncer({
  live,
  symbol,
  driftPercent,
}: Pick<Props, "live" | "driftPercent"> & { symbol: string }) {
  const [said, setSaid] = useState<Said>();
  const { usable, isDead, isCurrent, isFetching, refreshCount } = live;
  const next = nextOf();
  const isNews =
    next !== undefined &&
    !isFetching &&
    (said?.cause !== next.cause || hasMoved(said.outputAmount, next.outputAmount, driftPercent));

  function nextOf(): Said | undefined {
    if (usable !== undefined) {
      const { amount, asset, outputAmount, currency } = usable;
      const sentence = `The recipient gets about ${formatFiat(outputAmount)} ${currency} for ${formatPadded(amount)} ${symbol}.`;
      return { outputAmount, cause: `${amount} ${asset} ${refreshCount}`, sentence };
    }
    if (!isDead || !isCurrent || said === undefined) return undefined;
    return { ...said, cause: "dead", sentence: "The quote is out of date. Refresh it to continue." };
  }

  useEffect(() => {
    if (!isNews) return;
    const timer = setTimeout(() => setSaid(next), pauseMs);
    return () => clearTimeout(timer);
  });

  return (
    <p role="status" className="sr-only">
      {/* A new piece of text is spoken, even where it says the same. */}
      <span key={said?.cause}>{said?.sentence}</span>
    </p>
  );
}

function hasMoved(before: Amount, now: Amount, limit: Amount): boolean {
  if (compareAmounts(before, "0" as Amount) <= 0) return before !== now;
  const percent = percentChange(before, now).replace("-", "") as Amount;
  return compareAmounts(percent, limit) > 0;
}

/** The last amount stays, dimmed and struck out, until the next one is here. */
export function QuoteAmount({ live: { isCurrent, isDead }, quote }: Pick<Props, "live" | "quote">) {
  const text = formatFiat(quote.outputAmount);
  return (
    <span
      translate="no"
      title={`${quote.outputAmount} ${quote.currency}`}
      className={classNames(
        "font-semibold tracking-tight whitespace-nowrap transition-colors",
        largeText(text),
        (!isCurrent || isDead) && "text-subtle line-through decoration-2",
      )}
    >
      {text}
    </span>
  );
}

export function QuoteAge({ live, timeZone }: { live: LiveQuote; timeZone: string }) {
  const { shown, isFetching, isCurrent, isDead, receivedAt, problem } = live;
  const isOff = isFetching || !(isCurrent || problem !== null) || (problem?.retryAfterSeconds ?? 0) > 0;
  // It doesn't go away under the focus.
  const [isHeld, setIsHeld] = useState(false);
  const isCounting = isCurrent && !isFetching && problem === null;
  return (
    <QuoteLine
      title={shown?.quotedAt}
      ring={
        isCounting && (
          <circle
            // A new key with every answer restarts the ring.
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
        // A fresh one comes by itself, unless something is wrong.
        (isDead || problem !== null || isHeld) && (
          <button
            type="button"
            onClick={isOff ? undefined : live.refresh}
            onFocus={() => setIsHeld(true)}
            onBlur={() => setIsHeld(false)}
            aria-disabled={isOff}
            className={classNames(
              "inline-flex min-h-8 items-center gap-1.5 rounded-md font-semibold pointer-coarse:min-h-11",
              "aria-disabled:cursor-default aria-disabled:text-subtle",
              isDead ? "text-fail" : "text-ink",
            )}
          >
            <RefreshCw
              aria-hidden
              className={classNames("size-3.5", isFetching && "animate-spin motion-reduce:animate-none")}
            />
            Refresh now
          </button>
        )
      }
    >
      {words(live, timeZone)}
      {isCounting && !isDead && <span className="max-sm:sr-only">, refreshed every 30 s</span>}
    </QuoteLine>
  );
}

function words({ shown, isDead, isCurrent, isFetching }: LiveQuote, timeZone: string): string {
  if (shown === undefined) return "";
  if (!isCurrent) return isFetching ? "Asking for the new amount" : "This quote is for the previous amount";
  const clock = formatTime(shown.quotedAt, timeZone, { hasSeconds: true }).split(", ")[1];
  return isDead ? `Out of date: quoted at ${clock}` : `Quoted at ${clock}`;
}
