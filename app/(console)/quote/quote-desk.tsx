"use client";

import type { Route } from "next";
import { useState } from "react";
import { QuotePanel } from "#components/quote-panel";
import { ButtonLink } from "#components/ui/button-link";
import { amountMessage } from "#lib/amount-message";
import { findAsset } from "#lib/assets";
import type { Asset } from "#lib/contract/asset";
import { useLiveQuote, useSettled } from "#lib/live-quote";
import { writeQuoteAddress } from "#lib/quote-address";
import { useQuoteInAddress } from "#lib/quote-in-address";

type Props = { assets: readonly Asset[]; timeZone: string; start: { amount: string; asset: string } };

/** The quote panel with its way on to a transfer, which takes the amount and the token along. */
export function QuoteDesk({ assets, timeZone, start }: Props) {
  const [amount, setAmount] = useState(start.amount);
  const [asset, setAsset] = useState(start.asset);
  const isValid = amountMessage(amount, findAsset(assets, asset)) === undefined;
  const live = useLiveQuote(isValid ? { amount, asset } : undefined);
  useQuoteInAddress(useSettled(amount), asset);
  return (
    <QuotePanel
      assets={assets}
      amount={amount}
      asset={asset}
      onAmount={setAmount}
      onAsset={setAsset}
      live={live}
      timeZone={timeZone}
    >
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
        <ButtonLink variant="primary" href={`/transfers/new${writeQuoteAddress(amount, asset)}` as Route}>
          Continue to a new transfer
        </ButtonLink>
        <p className="text-[13px]/5 text-muted">The amount and the token go along. The rate is not locked.</p>
      </div>
    </QuotePanel>
  );
}
