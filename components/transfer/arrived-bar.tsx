import { formatPadded } from "#lib/money/format";
import { type Amount, subtractAmounts } from "#lib/money/money";

type Props = { arrived: Amount; amount: Amount; symbol: string };

/** How much of the amount arrived: ink; what is missing is dashed. Its numbers stand below. */
export function ArrivedBar({ arrived, amount, symbol }: Props) {
  // Only what is drawn: the numbers are exact.
  const share = Math.min(100, Math.max(0, (Number(arrived) / Number(amount)) * 100));
  return (
    <div className="space-y-1.5">
      <svg aria-hidden="true" className="block h-3 w-full print:hidden">
        <rect
          x={`${share}%`}
          y="0.5"
          width={`${100 - share}%`}
          height="11"
          rx="2"
          className="fill-none stroke-warn"
          strokeDasharray="3 2"
        />
        <rect width={`${share}%`} height="12" rx="2" className="fill-ink" />
      </svg>
      <p className="flex flex-wrap justify-between gap-x-4 text-[0.8125rem]/5 text-muted">
        <span>
          <b className="font-semibold whitespace-nowrap text-ink">
            {formatPadded(arrived)} {symbol}
          </b>{" "}
          arrived
        </span>
        <span>
          <b className="font-semibold whitespace-nowrap text-warn">
            {formatPadded(subtractAmounts(amount, arrived))} {symbol}
          </b>{" "}
          missing
        </span>
      </p>
    </div>
  );
}
