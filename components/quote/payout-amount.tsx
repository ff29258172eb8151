import { useQuery } from "@tanstack/react-query";
import { type ChangeEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { FieldError } from "#components/form/field-error";
import { type LiveQuote, useSettled } from "#lib/browser/live-quote";
import { quoteQuery } from "#lib/calls/queries";
import { payouts } from "#lib/contract/payouts";
import { Problem } from "#lib/contract/problem";
import { compareAmounts, parseAmount } from "#lib/money/amount";
import { type AmountReading, groupThousands } from "#lib/money/amount-text";
import { editAmount } from "#lib/money/amount-typing";
import { formatFiat } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { classNames } from "#lib/text/class-names";
import { largeText } from "./amount-field";

type Props = {
  asset: string;
  live: LiveQuote;
  /** Gets an empty text while there is none for what is typed. */
  onAmount: (amount: string) => void;
};

const [payout] = payouts;

/** What the recipient is to get; what to send follows from the service's quotes. */
export function PayoutAmount({ asset, live, onAmount }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const [shown, setShown] = useState("");
  const [reading, setReading] = useState<AmountReading>({ kind: "amount", text: "" });
  const typed = reading.kind === "amount" ? reading.text : "";
  const settled = useSettled(`${typed} ${asset}`);
  const judged = parseAmount(typed, payout.minorDigits);
  const isReady = judged.ok && settled === `${typed} ${asset}`;
  const { placeholderData: _kept, ...query } = quoteQuery({ outputAmount: typed, asset });
  const found = useQuery({
    ...query,
    enabled: isReady,
    // The quote of the amount that was found renews itself.
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const amount = isReady ? (found.data?.amount ?? "") : "";

  useEffect(() => input.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new amount is news.
  useEffect(() => {
    if (amount !== "") onAmount(amount);
  }, [amount]);
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function change({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const { inputType, data } = nativeEvent as Partial<InputEvent>;
    const edited = editAmount({
      before: shown,
      after: { text: target.value, caret: target.selectionStart ?? target.value.length },
      inputType: inputType || "insertFromPaste",
      data: data ?? null,
      symbol: payout.currency,
    });
    caret.current = edited.shown.caret;
    setShown(edited.shown.text);
    setReading(edited.reading);
    // What was found is for another output.
    onAmount("");
  }

  const message = faultOf();
  function faultOf(): string | undefined {
    if (reading.kind === "ask" || reading.kind === "unreadable") return reading.message;
    if (!isReady) return typed !== "" && !judged.ok && !/^[0.]*$/.test(typed) ? judged.message : undefined;
    if (!(found.error instanceof Problem)) return undefined;
    return found.error.errors[0]?.message ?? found.error.detail;
  }

  return (
    <div>
      <label htmlFor={id} className="block text-[0.8125rem]/5 font-semibold">
        Recipient gets <span className="font-normal text-muted">(estimate)</span>
      </label>
      <div
        className={classNames(
          "mt-1 flex items-center rounded-xl border bg-surface",
          "has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-ring",
          message === undefined ? "border-line-strong" : "border-fail",
        )}
      >
        <input
          ref={input}
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          value={shown}
          onChange={change}
          onBlur={() => reading.kind === "amount" && setShown(groupThousands(reading.text))}
          aria-invalid={message === undefined ? undefined : true}
          aria-describedby={message === undefined ? undefined : `${id}-error`}
          className={classNames(
            "min-h-15 w-full min-w-0 flex-1 bg-transparent px-4 font-semibold tracking-tight outline-none",
            largeText(shown),
          )}
        />
        <span className="px-4 font-semibold">{payout.currency}</span>
      </div>
      {message !== undefined && <FieldError id={`${id}-error`}>{message}</FieldError>}
      <p className="mt-1 text-[0.8125rem]/5 text-muted">{wordsOf(found.isFetching, amount, live, typed)}</p>
    </div>
  );
}

function wordsOf(isFetching: boolean, amount: string, { usable }: LiveQuote, typed: string): string {
  if (isFetching) return "Finding the amount to send";
  if (amount === "" || usable === undefined) return "The amount to send is rounded up to the cent.";
  const hasFallen = compareAmounts(usable.outputAmount, typed as Amount) < 0;
  const why = hasFallen ? "The rate has changed" : "Rounded up to the cent";
  return `${why}: pays out about ${formatFiat(usable.outputAmount)} ${usable.currency}.`;
}
