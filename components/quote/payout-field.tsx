import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "#components/ui/lazy-part";
import type { LiveQuote } from "#lib/browser/quote/live-quote";
import { payouts } from "#lib/contract/payouts";
import { parseAmount } from "#lib/money/amount";
import { AmountField } from "./amount-field";

const loadSearch = () => import("./payout-search");
const PayoutSearch = lazyPart(() => loadSearch().then(({ PayoutSearch }) => PayoutSearch));

/** Ahead of its use; a failure shows when it is used. */
export function preloadPayoutSearch(): void {
  void loadSearch().catch(() => undefined);
}

const [payout] = payouts;

type Props = {
  id: string;
  /** What the recipient is to get, as typed; empty before that. */
  asked: string;
  onAsked: (text: string) => void;
  /** What the amount to send paid out when the field was opened. It stays: a text that changes under the caret mixes with what is typed. */
  start: string;
  asset: string;
  live: LiveQuote;
  /** To send. It is found again whenever it is empty. */
  amount: string;
  onAmount: (amount: string) => void;
  /** Why there is no amount to send yet, although one is asked for. */
  onWait: ((why: string | undefined) => void) | undefined;
};

/** What the recipient is to get. It is here with the press that asks for it; what finds the amount to send loads meanwhile. */
export function PayoutField({ id, asked, onAsked, start, onAmount, onWait, ...rest }: Props) {
  const [fault, setFault] = useState<string>();
  const [isTyped, setIsTyped] = useState(asked !== "");
  const text = isTyped ? asked : start;
  const judged = parseAmount(text, payout.minorDigits);
  const isSought = asked !== "" && judged.ok && rest.amount === "";
  const message = judged.ok || /^[0.]*$/.test(text) ? fault : judged.message;
  const wait = isSought
    ? fault === undefined
      ? "Finding the amount to send."
      : "There’s no amount to send yet."
    : undefined;
  useEffect(() => {
    onWait?.(wait);
    return () => onWait?.(undefined);
  }, [wait, onWait]);

  function change(next: string) {
    setIsTyped(true);
    onAsked(next);
    // What was found is for another output.
    onAmount("");
  }

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
      <Suspense fallback={<p className="mt-1 text-[0.8125rem]/5">&nbsp;</p>}>
        <PayoutSearch text={text} isSought={isSought} onAmount={onAmount} onFault={setFault} {...rest} />
      </Suspense>
    </div>
  );
}
