import { formatPadded } from "#lib/money/format";
import { classNames } from "#lib/text/class-names";
import { formatMoment } from "#lib/text/format-time";
import type { Figure } from "#lib/words/trouble/figures";

type Props = {
  figures: readonly Figure[];
  symbol: string;
  timeZone: string;
  /** The server's time, in milliseconds since 1970. */
  now: number;
  /** What stands between is something to act on. */
  isWarning: boolean;
};

/** Beside others a longer one would not fit. */
const longest = 14;

/** What each source says, side by side, and what stands between. A digit on a line of its own could be missed. */
export function SumFigures({ figures, symbol, timeZone, now, isWarning }: Props) {
  const isLong = figures.some(({ amount }) => amount !== null && formatPadded(amount).length > longest);
  return (
    <dl
      className={classNames(
        "grid divide-line rounded-lg border border-line bg-surface text-ink",
        isLong ? "divide-y" : "max-sm:divide-y sm:grid-cols-3 sm:divide-x",
      )}
    >
      {figures.map((figure) => (
        <div key={figure.term} className="min-w-0 px-3.5 py-2">
          <dt className="text-xs/5 text-muted">{figure.term}</dt>
          <dd>
            {figure.amount === null ? (
              <span className="block text-base/6 text-muted">{figure.none ?? "not known"}</span>
            ) : (
              <span
                translate="no"
                className={classNames(
                  "block text-base/6 wrap-anywhere",
                  figure.isStake && isWarning && "font-medium text-warn",
                )}
              >
                <span className="font-medium whitespace-nowrap">{formatPadded(figure.amount)}</span> {symbol}
              </span>
            )}
            {(figure.amount !== null || figure.isStake) && (
              <span className="block text-xs/5 text-muted">
                {figure.source}
                {figure.at !== null && ` · ${formatMoment(figure.at, now, timeZone)}`}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
