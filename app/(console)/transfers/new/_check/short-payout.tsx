import { useQuery } from "@tanstack/react-query";
import { Mark } from "#components/chip/mark";
import { Button } from "#components/ui/button";
import type { LiveQuote } from "#lib/browser/quote/live-quote";
import { quoteQuery } from "#lib/calls/queries";
import type { TransferInput } from "#lib/contract/api";
import { compareAmounts } from "#lib/money/amount";
import { formatFiat, formatPadded } from "#lib/money/format";
import type { Amount } from "#lib/money/money";

type Props = {
  input: TransferInput;
  live: LiveQuote;
  symbol: string;
  onAmount: (amount: string) => void;
};

/** Where the quote has fallen below what the recipient was to get: both figures, and the amount that reaches it. */
export function ShortPayout({ input, live: { usable }, symbol, onAmount }: Props) {
  const { askedOutput, amount, asset } = input;
  const isShort =
    usable !== undefined &&
    askedOutput !== undefined &&
    compareAmounts(usable.outputAmount, askedOutput as Amount) < 0;
  const { placeholderData: _kept, ...query } = quoteQuery({ outputAmount: askedOutput ?? "", asset });
  const { data } = useQuery({ ...query, enabled: isShort });
  if (!isShort) return null;
  const enough =
    data !== undefined && compareAmounts(data.amount, amount as Amount) > 0 ? data.amount : undefined;
  return (
    <div
      role="status"
      className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-accent-soft px-3 py-1.5 text-[0.8125rem]/5 text-on-accent-soft"
    >
      <Mark shape="letter-i" />
      <p className="min-w-0 flex-1">
        Asked {formatFiat(askedOutput as Amount)}; now {formatFiat(usable.outputAmount)}.
      </p>
      {enough !== undefined && (
        <Button size="small" className="max-sm:w-full" onClick={() => onAmount(enough)}>
          Send {formatPadded(enough)} {symbol} instead
        </Button>
      )}
    </div>
  );
}
