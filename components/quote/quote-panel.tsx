"use client";

import { Suspense, useId, useState } from "react";
import { flushSync } from "react-dom";
import { lazyPart } from "#components/ui/lazy-part";
import { amountMessage } from "#lib/asset/amount-message";
import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import { type LiveQuote, useSettled } from "#lib/browser/quote/live-quote";
import { payouts } from "#lib/contract/payouts";
import { formatFiat } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { AmountField } from "./amount-field";
import { AssetChoice } from "./asset-choice";
import { PayoutField, preloadPayoutSearch } from "./payout-field";
import { QuoteProblem } from "./quote-problem";
import { QuoteRail } from "./quote-rail";
import { QuoteRefresh } from "./quote-refresh";

// The rail preloads it together with its lines.
const QuoteAmount = lazyPart(() => import("./quote-details").then(({ QuoteAmount }) => QuoteAmount));
const DoubtNotice = lazyPart(() => import("./doubt-notice").then(({ DoubtNotice }) => DoubtNotice));

type Props = {
  assets: readonly Asset[];
  amount: string;
  asset: string;
  onAmount: (amount: string) => void;
  onAsset: (asset: string) => void;
  /** What the recipient is to get, where that was typed; else empty. */
  asked: string;
  onAsked: (text: string) => void;
  /** From a form that was sent; the panel itself judges what is in the field. */
  error?: string | undefined;
  live: LiveQuote;
  timeZone: string;
  driftPercent: Amount;
  /** Given when an error summary links to the field. */
  fieldId?: string;
  /** Why there is no amount yet, although the payout is entered. */
  onWait?: (why: string | undefined) => void;
};

/** The amount, the arithmetic, and a fresh estimate of what the recipient gets. */
export function QuotePanel({
  assets,
  amount,
  asset,
  asked,
  live,
  timeZone,
  driftPercent,
  error,
  fieldId,
  ...on
}: Props) {
  const ownId = useId();
  const amountId = fieldId ?? ownId;
  const payoutId = `${amountId}-payout`;
  const [isByPayout, setIsByPayout] = useState(asked !== "");
  const [payoutStart, setPayoutStart] = useState("");
  const token = findAsset(assets, asset);
  const settled = useSettled(amount);
  // A first digit is not yet a wrong amount: judged when typing pauses, and zero only when the form is sent.
  const isJudged = settled === amount && !/^[0.]*$/.test(amount);
  const [payout] = payouts;

  function chooseAsset(chosen: string) {
    // What was found is for another token.
    if (asked !== "") on.onAmount("");
    on.onAsset(chosen);
  }

  /** The focus goes to the field within the press: a key that follows at once is for it. */
  function swap() {
    flushSync(() => {
      setIsByPayout(!isByPayout);
      setPayoutStart(live.isCurrent && live.shown ? toCents(live.shown.outputAmount) : "");
      on.onAsked("");
    });
    const field = document.getElementById(isByPayout ? amountId : payoutId) as HTMLInputElement | null;
    field?.focus();
    field?.select();
  }

  return (
    <div>
      <AmountField
        id={amountId}
        label={`You send${isByPayout ? " (calculated)" : ""}`}
        isCalculated={isByPayout}
        text={amount}
        onText={on.onAmount}
        symbol={token?.fromCurrency}
        unit={<AssetChoice assets={assets} asset={asset} onAsset={chooseAsset} />}
        isUnitLong
        error={(isJudged ? amountMessage(amount, token) : undefined) ?? error}
      />
      <div className="flex items-center gap-x-4 py-2 pl-2">
        <SwapButton unit={isByPayout ? token?.fromCurrency : payout.currency} onSwap={swap} />
        <QuoteRail live={live} assets={assets} minorDigits={payout.minorDigits} driftPercent={driftPercent} />
      </div>
      <div>
        {isByPayout ? (
          <PayoutField
            id={payoutId}
            asked={asked}
            onAsked={on.onAsked}
            start={payoutStart}
            asset={asset}
            live={live}
            amount={amount}
            onAmount={on.onAmount}
            onWait={on.onWait}
          />
        ) : (
          <QuoteOutput live={live} currency={payout.currency} />
        )}
      </div>
      <QuoteRefresh live={live} timeZone={timeZone} />
      <QuoteDoubts live={live} assets={assets} timeZone={timeZone} />
      <QuoteProblem live={live} />
    </div>
  );
}

function SwapButton({ unit, onSwap }: { unit: string | undefined; onSwap: () => void }) {
  return (
    <button
      type="button"
      onClick={onSwap}
      onFocus={preloadPayoutSearch}
      onPointerEnter={preloadPayoutSearch}
      className="grid size-11 shrink-0 place-items-center rounded-full border border-line-strong bg-surface hover:bg-sunken"
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" className="icon size-5">
        <path d="m4 15 4 4 4-4M8 19V5M20 9l-4-4-4 4M16 5v14" />
      </svg>
      <span className="sr-only">Enter {unit} instead</span>
    </button>
  );
}

/** As the field has an amount: without marks between thousands. */
function toCents(outputAmount: Amount): string {
  return formatFiat(outputAmount).replaceAll(",", "");
}

const none = <span className="text-[1.875rem]/9 font-semibold tracking-tight text-muted">{"\u2013"}</span>;

function QuoteOutput({ live, currency }: { live: LiveQuote; currency: string }) {
  return (
    <dl>
      <dt className="text-[0.8125rem]/5 font-semibold">
        Recipient gets <span className="font-normal text-muted">(estimate)</span>
      </dt>
      <dd className="mt-1 flex min-h-15 flex-wrap items-center justify-between gap-x-3 rounded-xl border border-line bg-sunken px-4">
        <Suspense fallback={none}>
          {live.shown === undefined ? none : <QuoteAmount live={live} quote={live.shown} />}
        </Suspense>
        <span translate="no" className="font-semibold">
          {currency}
        </span>
      </dd>
    </dl>
  );
}

type DoubtsProps = { live: LiveQuote; assets: readonly Asset[]; timeZone: string };

/** Loads the words when the quote is odd. */
function QuoteDoubts({ live: { shown, isCurrent }, assets, timeZone }: DoubtsProps) {
  if (shown === undefined || !isCurrent || shown.doubts.length === 0) return null;
  return (
    <Suspense>
      <DoubtNotice quote={shown} assets={assets} timeZone={timeZone} className="mt-3">
        <p>Ask the service before you create a transfer.</p>
      </DoubtNotice>
    </Suspense>
  );
}
