import type { Transfer } from "#lib/contract/api";
import { formatPadded } from "#lib/money/format";
import { type Amount, subtractAmounts } from "#lib/money/money";

/** Above so many, a bar says it better than segments. */
const mostSegments = 12;

type Props = {
  arrived: Amount;
  amount: Amount;
  symbol: string;
  /** The numbers stand beside it already. */
  isBare?: boolean;
};

/** How much of the amount arrived: ink; what is missing is dashed. Its numbers stand below. */
export function ArrivedBar({ arrived, amount, symbol, isBare = false }: Props) {
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
      {!isBare && (
        <p className="flex flex-wrap justify-between gap-x-4 text-[0.8125rem]/5 text-muted">
          <span>
            <b translate="no" className="font-semibold whitespace-nowrap text-ink">
              {formatPadded(arrived)} {symbol}
            </b>{" "}
            arrived
          </span>
          <span>
            <b translate="no" className="font-semibold whitespace-nowrap text-warn">
              {formatPadded(subtractAmounts(amount, arrived))} {symbol}
            </b>{" "}
            missing
          </span>
        </p>
      )}
    </div>
  );
}

/** How many blocks have confirmed what was seen, for the eye: the words beside it have the number. */
export function Confirmations({ deposit: { confirmations } }: Pick<Transfer, "deposit">) {
  if (confirmations === null) return null;
  const { has, needs } = confirmations;
  const isBar = needs > mostSegments;
  const count = isBar ? 1 : needs;
  const share = 100 / count;
  const places = Array.from({ length: count }, (_, at) => at * share);
  return (
    <svg aria-hidden="true" className="block h-2 w-full text-proc print:hidden">
      {places.map((place, at) => (
        <g key={place}>
          <rect
            x={`${place + (at === 0 ? 0.1 : 0.4)}%`}
            y="0.5"
            width={`${share - 0.5}%`}
            height="7"
            rx="3"
            fill="none"
            stroke="currentColor"
          />
          {(isBar || at < has) && (
            <rect
              x={`${place + (at === 0 ? 0.1 : 0.4)}%`}
              width={`${(share - 0.5) * (isBar ? has / needs : 1)}%`}
              height="8"
              rx="3"
              fill="currentColor"
            />
          )}
        </g>
      ))}
    </svg>
  );
}
