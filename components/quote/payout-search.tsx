import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type LiveQuote, useSettled } from "#lib/browser/quote/live-quote";
import { quoteQuery } from "#lib/calls/queries";
import { Problem } from "#lib/contract/problem";
import { compareAmounts } from "#lib/money/amount";
import { formatFiat } from "#lib/money/format";
import type { Amount } from "#lib/money/money";

type Props = {
  /** What the field shows. */
  text: string;
  /** There is no amount to send for it yet. */
  isSought: boolean;
  asset: string;
  live: LiveQuote;
  amount: string;
  onAmount: (amount: string) => void;
  /** Why there can be none. */
  onFault: (message: string | undefined) => void;
};

/** Finds what to send by the service's quotes, and says below the field what came of it. */
export function PayoutSearch({ text, isSought, asset, live, amount, onAmount, onFault }: Props) {
  const isSettled = useSettled(`${text} ${asset}`) === `${text} ${asset}`;
  const { placeholderData: _kept, ...query } = quoteQuery({ outputAmount: text, asset });
  const { data, error, isFetching, refetch } = useQuery({
    ...query,
    enabled: isSought && isSettled,
    // The quote of the amount that was found renews itself; an amount found before is of an old rate.
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const found = isSought && isSettled && !isFetching ? data?.amount : undefined;
  const problem = isSought && isSettled && !isFetching && error instanceof Problem ? error : undefined;
  const fault = problem && (problem.errors[0]?.message ?? problem.detail);

  useEffect(() => {
    if (found !== undefined) onAmount(found);
  });
  useEffect(() => {
    onFault(fault);
    return () => onFault(undefined);
  }, [fault, onFault]);

  return (
    <>
      {problem?.errors.length === 0 && (
        <button
          type="button"
          onClick={() => void refetch()}
          className="text-link mt-1 min-h-8 text-[0.8125rem]/5"
        >
          Try again
        </button>
      )}
      <p className="mt-1 text-[0.8125rem]/5 text-muted">
        {isSought ? problem === undefined && "Finding the amount to send." : resultWords(amount, live, text)}
      </p>
    </>
  );
}

function resultWords(amount: string, { usable }: LiveQuote, text: string): string {
  if (amount === "" || usable === undefined || text === "")
    return "The amount to send is rounded up to the cent.";
  const hasFallen = compareAmounts(usable.outputAmount, text as Amount) < 0;
  const why = hasFallen ? "The rate has changed" : "Rounded up to the cent";
  return `${why}: pays out about ${formatFiat(usable.outputAmount)} ${usable.currency}.`;
}
