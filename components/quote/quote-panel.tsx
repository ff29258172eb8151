"use client";

import { type ReactNode, Suspense, useId, useState } from "react";
import { lazyPart } from "#components/ui/lazy-part";
import { amountMessage } from "#lib/asset/amount-message";
import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import { type LiveQuote, useSettled } from "#lib/browser/live-quote";
import { payouts } from "#lib/contract/payouts";
import type { Amount } from "#lib/money/money";
import { AmountField } from "./amount-field";
import { AssetChoice } from "./asset-choice";
import { QuoteDoubts } from "./quote-doubts";
import { QuoteOutput } from "./quote-output";
import { QuoteProblem } from "./quote-problem";
import { QuoteRail } from "./quote-rail";
import { QuoteRefresh } from "./quote-refresh";

const PayoutAmount = lazyPart(() => import("./payout-amount").then(({ PayoutAmount }) => PayoutAmount));

type Props = {
  assets: readonly Asset[];
  amount: string;
  asset: string;
  onAmount: (amount: string) => void;
  onAsset: (asset: string) => void;
  /** From a form that was sent; the panel itself judges what is in the field. */
  error?: string | undefined;
  live: LiveQuote;
  timeZone: string;
  driftPercent: Amount;
  /** Given when an error summary links to the field. */
  fieldId?: string;
  /** Why there is no amount yet, although the payout is entered. */
  onWait?: (why: string | undefined) => void;
  children?: ReactNode;
};

/** The amount, the arithmetic, and a fresh estimate of what the recipient gets. */
export function QuotePanel({
  assets,
  amount,
  asset,
  live,
  timeZone,
  driftPercent,
  error,
  fieldId,
  ...on
}: Props) {
  const ownId = useId();
  const [isByPayout, setIsByPayout] = useState(false);
  const [payoutText, setPayoutText] = useState<string>();
  const token = findAsset(assets, asset);
  const settled = useSettled(amount);
  // A first digit is not yet a wrong amount: judged when typing pauses, and zero only when the form is sent.
  const isJudged = settled === amount && !/^[0.]*$/.test(amount);
  const [payout] = payouts;

  function chooseAsset(chosen: string) {
    // What was found is for another token.
    if (payoutText !== undefined) on.onAmount("");
    on.onAsset(chosen);
  }

  function swap() {
    setIsByPayout(!isByPayout);
    setPayoutText(undefined);
  }

  return (
    <div>
      <AmountField
        id={fieldId ?? ownId}
        label={`You send${isByPayout ? " (calculated)" : ""}`}
        isCalculated={isByPayout}
        text={amount}
        onText={on.onAmount}
        symbol={token?.fromCurrency}
        unit={<AssetChoice assets={assets} asset={asset} onAsset={chooseAsset} />}
        isUnitLong
        error={(isJudged ? amountMessage(amount, token) : undefined) ?? error}
      />
      <QuoteRail live={live} assets={assets} minorDigits={payout.minorDigits} driftPercent={driftPercent} />
      <div className="relative">
        {isByPayout ? (
          <Suspense fallback={<QuoteOutput live={live} currency={payout.currency} />}>
            <PayoutAmount
              typed={payoutText}
              onTyped={setPayoutText}
              asset={asset}
              live={live}
              amount={amount}
              onAmount={on.onAmount}
              onWait={on.onWait}
            />
          </Suspense>
        ) : (
          <QuoteOutput live={live} currency={payout.currency} />
        )}
        <button
          type="button"
          onClick={swap}
          className="text-link min-h-11 text-[0.8125rem]/5 sm:pointer-fine:absolute sm:pointer-fine:-top-0.5 sm:pointer-fine:right-0 sm:pointer-fine:min-h-6"
        >
          Enter {isByPayout ? token?.fromCurrency : payout.currency} instead
        </button>
      </div>
      <QuoteRefresh live={live} timeZone={timeZone} />
      <QuoteDoubts live={live} assets={assets} timeZone={timeZone} />
      <QuoteProblem live={live} />
      {on.children}
    </div>
  );
}
