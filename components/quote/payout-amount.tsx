import { useQuery } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import { type LiveQuote, useSettled } from "#lib/browser/live-quote";
import { quoteQuery } from "#lib/calls/queries";
import { payouts } from "#lib/contract/payouts";
import { Problem } from "#lib/contract/problem";
import { compareAmounts, parseAmount } from "#lib/money/amount";
import { formatFiat } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { AmountField } from "./amount-field";

type Props = {
  /** What was typed; before that the field shows what the amount to send pays out. */
  typed: string | undefined;
  onTyped: (text: string) => void;
  asset: string;
  live: LiveQuote;
  /** To send. It is found again whenever it is empty. */
  amount: string;
  onAmount: (amount: string) => void;
  /** Why there is no amount to send yet, although one is asked for. */
  onWait: ((why: string | undefined) => void) | undefined;
};

const [payout] = payouts;

/** What the recipient is to get; what to send follows from the service's quotes. */
export function PayoutAmount({ typed, onTyped, asset, live, amount, onAmount, onWait }: Props) {
  const id = useId();
  const estimate = live.isCurrent && live.shown ? formatFiat(live.shown.outputAmount) : "";
  const text = typed ?? estimate.replaceAll(",", "");
  const judged = parseAmount(text, payout.minorDigits);
  const isSought = typed !== undefined && judged.ok && amount === "";
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

  useEffect(() => {
    const input = document.getElementById(id) as HTMLInputElement | null;
    input?.focus();
    input?.select();
  }, [id]);
  useEffect(() => {
    if (found !== undefined) onAmount(found);
  });
  const wait = isSought ? waitWords(problem) : undefined;
  useEffect(() => {
    onWait?.(wait);
    return () => onWait?.(undefined);
  }, [wait, onWait]);

  function change(next: string) {
    onTyped(next);
    // What was found is for another output.
    onAmount("");
  }

  const isRefused = !(judged.ok || /^[0.]*$/.test(text));
  const message = isRefused ? judged.message : problem && (problem.errors[0]?.message ?? problem.detail);
  return (
    <div>
      <AmountField
        id={id}
        label={
          <>
            Recipient gets <span className="font-normal text-muted">(estimate)</span>
          </>
        }
        text={text}
        onText={change}
        symbol={payout.currency}
        unit={
          <span className="flex items-center pr-4 font-semibold max-[24rem]:min-h-11 max-[24rem]:border-t max-[24rem]:border-line max-[24rem]:pl-4">
            {payout.currency}
          </span>
        }
        error={message}
      />
      {problem !== undefined && problem.errors.length === 0 && (
        <button
          type="button"
          onClick={() => void refetch()}
          className="text-link mt-1 min-h-8 text-[0.8125rem]/5"
        >
          Try again
        </button>
      )}
      <p className="mt-1 text-[0.8125rem]/5 text-muted">
        {wait === undefined ? resultWords(amount, live, text) : problem === undefined && wait}
      </p>
    </div>
  );
}

function waitWords(problem: Problem | undefined): string {
  return problem === undefined ? "Finding the amount to send." : "There’s no amount to send yet.";
}

function resultWords(amount: string, { usable }: LiveQuote, text: string): string {
  if (amount === "" || usable === undefined) return "The amount to send is rounded up to the cent.";
  const hasFallen = compareAmounts(usable.outputAmount, text as Amount) < 0;
  const why = hasFallen ? "The rate has changed" : "Rounded up to the cent";
  return `${why}: pays out about ${formatFiat(usable.outputAmount)} ${usable.currency}.`;
}
