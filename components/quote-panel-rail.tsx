import { findAsset } from "#lib/assets";
import { classNames } from "#lib/class-names";
import type { Quote } from "#lib/contract/api";
import type { Asset } from "#lib/contract/asset";
import { formatExact } from "#lib/format";
import type { LiveQuote } from "#lib/live-quote";
import { drawQuote, explainQuote, type QuoteArithmetic, type QuoteLine } from "#lib/quote-arithmetic";
import { Skeleton } from "./ui/skeleton";

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

type Props = { live: LiveQuote; assets: readonly Asset[]; minorDigits: number };

/** The arithmetic that gives the output, where one does; it has one height, so nothing below it moves. */
export function QuoteRail({ live, assets, minorDigits }: Props) {
  const { shown, isCurrent } = live;
  return (
    <div
      className={classNames(
        "relative ml-4 min-h-31 border-l border-line py-3 pl-5",
        shown !== undefined && !isCurrent && "**:text-subtle",
      )}
    >
      {shown === undefined ? <Placeholder live={live} /> : <Lines {...linesOf(shown, assets, minorDigits)} />}
    </div>
  );
}

function linesOf(quote: Quote, assets: readonly Asset[], minorDigits: number) {
  const found = explainQuote(quote, minorDigits);
  const symbol = findAsset(assets, quote.asset)?.fromCurrency ?? "";
  const lines = drawQuote(quote, found, symbol, quote.currency);
  // A fee of zero is a sentence, not a line with a number of nothing.
  return { lines: found.kind === "no_fee" ? lines.slice(0, 1) : lines, note: notes[found.kind] };
}

function Lines({ lines, note }: { lines: QuoteLine[]; note: string | undefined }) {
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
    </>
  );
}

function Placeholder({ live: { isFetching, problem } }: { live: LiveQuote }) {
  if (isFetching) {
    return (
      <div className="space-y-3 py-1">
        {["w-2/3", "w-3/4", "w-1/2"].map((width) => (
          <Skeleton key={width} className={`h-5 ${width}`} />
        ))}
      </div>
    );
  }
  return (
    <p className="py-1 text-muted">
      {problem === null
        ? "Enter an amount to see the rate and the fee."
        : "The rate and the fee are not known now."}
    </p>
  );
}
