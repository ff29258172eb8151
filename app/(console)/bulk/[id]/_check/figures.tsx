import type { ReactNode } from "react";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import { isZero } from "#lib/features/bulk/batches/batch-words";
import { formatCount, formatFiat, formatPadded } from "#lib/money/format";
import { classNames } from "#lib/text/class-names";
import { formatMoment } from "#lib/text/format-time";
import { symbolOf } from "../../tokens";
import { estimateOf, isFixed } from "../estimate";
import type { Shared } from "../shared";

/** How many rows are ready, and what they come to. */
export function Figures({ batch, tokens, now, timeZone }: Shared) {
  const { counts, sums, rates } = batch;
  const rowsWord = (count: number) => (count === 1 ? "row" : "rows");
  const estimate = estimateOf(batch);
  const nairaRows = sums.reduce((count, sum) => count + sum.nairaRows, 0);
  return (
    <dl className="flex flex-wrap overflow-hidden rounded-xl border border-line bg-surface [&>*]:-mb-px [&>*]:-ml-px [&>*]:border-b [&>*]:border-l [&>*]:border-line">
      <Figure term="Ready" after={`of ${formatCount(counts.rows)} ${rowsWord(counts.rows)}`}>
        {formatCount(counts.ready ?? 0)}
      </Figure>
      <Figure term="To fix" after={rowsWord(counts.faulty ?? 0)} tone={counts.faulty ? "text-fail" : ""}>
        {formatCount(counts.faulty ?? 0)}
      </Figure>
      <Figure term="To confirm" after={rowsWord(counts.asked ?? 0)} tone={counts.asked ? "text-warn" : ""}>
        {formatCount(counts.asked ?? 0)}
      </Figure>
      {counts.leftOut > 0 && (
        <Figure term="Left out" after={rowsWord(counts.leftOut)}>
          {formatCount(counts.leftOut)}
        </Figure>
      )}
      <div className="min-w-0 flex-[2_1_14rem] px-card py-3 sm:text-right">
        <dt className="text-xs/5 text-muted">Sum of the rows that can be read</dt>
        <dd translate="no" className="wrap-anywhere">
          {sums.length === 0 && <span className="text-lg/7 text-muted">None yet</span>}
          {sums.map((sum) => (
            <SumLine key={sum.asset} {...sum} isAlone={sums.length === 1} />
          ))}
        </dd>
      </div>
      {estimate !== undefined && (
        <div className="min-w-0 flex-[2_1_14rem] px-card py-3 sm:text-right">
          <dt className="text-xs/5 text-muted">
            {isFixed(batch) ? "Recipients get" : "Recipients get, estimate"}
          </dt>
          <dd translate="no" className="wrap-anywhere">
            <span className="block text-lg/7">
              <span className="font-semibold">{formatFiat(estimate)}</span>{" "}
              <span className="text-xs text-muted">NGN</span>
            </span>
            {!isFixed(batch) && <span className="block text-xs/5 text-muted">before fees</span>}
            {rates.map(({ asset, rate, quotedAt }) => (
              <span key={asset} title={rate} className="block text-xs/5 text-muted">
                1 {symbolOf(tokens, asset)} = {formatFiat(rate)} at {formatMoment(quotedAt, now, timeZone)}
              </span>
            ))}
            {nairaRows > 0 && (
              <span className="block text-xs/5 text-muted">
                {formatCount(nairaRows)} {rowsWord(nairaRows)} fixed in naira
              </span>
            )}
          </dd>
        </div>
      )}
    </dl>
  );
}

type FigureProps = { term: string; after: string; tone?: string; children: ReactNode };

function Figure({ term, after, tone = "", children }: FigureProps) {
  return (
    <div className="flex-[1_1_6.5rem] px-card py-3">
      <dt className="text-xs/5 text-muted">{term}</dt>
      <dd className="whitespace-nowrap">
        <span className={classNames("text-lg/7 font-semibold", tone)}>{children}</span>{" "}
        <span className="text-xs text-muted">{after}</span>
      </dd>
    </div>
  );
}

type SumProps = Batch["sums"][number] & { isAlone: boolean };

function SumLine({ amount, symbol, network, rows, nairaRows, naira, most, isAlone }: SumProps) {
  const isNairaAlone = nairaRows === rows && isZero(amount);
  return (
    <>
      {!isNairaAlone && (
        <span className={isAlone ? "block text-lg/7" : "block text-sm/6"}>
          <span className="font-semibold">{formatPadded(amount)}</span>{" "}
          <span className="text-xs text-muted">{isAlone ? symbol : `${symbol} on ${network}`}</span>
        </span>
      )}
      {nairaRows > 0 && (
        <>
          <span className={isNairaAlone && isAlone ? "block text-lg/7" : "block text-sm/6"}>
            <span className="font-semibold">{formatFiat(naira)}</span>{" "}
            <span className="text-xs text-muted">NGN</span>
          </span>
          {most !== null && !isZero(most) && (
            <span className="block text-xs/5 text-muted">
              for at most {formatPadded(most)} {symbol} on {network}
            </span>
          )}
        </>
      )}
    </>
  );
}
