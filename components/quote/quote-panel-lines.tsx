import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import type { LiveQuote } from "#lib/browser/live-quote";
import type { Quote } from "#lib/contract/api";
import { formatExact } from "#lib/money/format";
import { drawQuote, explainQuote, type QuoteArithmetic, type QuoteLine } from "#lib/money/quote-arithmetic";
import { QuoteAnnouncer } from "./quote-panel-announcer";

const signs: Record<QuoteLine["sign"], { mark: string; word: string }> = {
  minus: { mark: "\u2212", word: "minus" },
  equals: { mark: "=", word: "equals" },
  times: { mark: "\u00d7", word: "times" },
  none: { mark: "\u00b7", word: "" },
};

const notes: Partial<Record<QuoteArithmetic["kind"], string>> = {
  unexplained: "The service does not state the fee\u2019s currency.",
  undecided: "The service does not state the fee\u2019s currency.",
  no_fee: "The service states no fee for this amount.",
};

type Props = { live: LiveQuote; quote: Quote; assets: readonly Asset[]; minorDigits: number };

/** The lines of a quote's arithmetic, a sentence on its fee where one is due, and the estimate for screen readers. */
export function QuoteLines(props: Props) {
  const { lines, note } = linesOf(props);
  const symbol = findAsset(props.assets, props.quote.asset)?.fromCurrency ?? "";
  return (
    <>
      <dl className="space-y-1">
        {lines.map(({ sign, label, amount, unit }) => (
          <div key={label} className="relative flex flex-wrap items-baseline justify-between gap-x-4 py-1">
            <dt className="text-muted">
              <span
                aria-hidden="true"
                className="absolute -left-[27px] bg-surface px-0.5 font-semibold text-muted"
              >
                {signs[sign].mark}
              </span>
              <span className="sr-only">{signs[sign].word} </span>
              {label}
            </dt>
            <dd className="foreign-text ml-auto text-right font-medium">
              {formatExact(amount)}
              {unit !== null && ` ${unit}`}
            </dd>
          </div>
        ))}
      </dl>
      {note !== undefined && <p className="mt-1 text-[13px]/5 text-muted">{note}</p>}
      <QuoteAnnouncer live={props.live} symbol={symbol} />
    </>
  );
}

function linesOf({ quote, assets, minorDigits }: Omit<Props, "live">) {
  const found = explainQuote(quote, minorDigits);
  const symbol = findAsset(assets, quote.asset)?.fromCurrency ?? "";
  const lines = drawQuote(quote, found, symbol, quote.currency);
  // A fee of zero is a sentence, not a line with a number of nothing.
  return { lines: found.kind === "no_fee" ? lines.slice(0, 1) : lines, note: notes[found.kind] };
}
