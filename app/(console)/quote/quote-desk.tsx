"use client";

import type { Route } from "next";
import { useState } from "react";
import { QuotePanel } from "#components/quote/quote-panel";
import { ButtonLink } from "#components/ui/button-link";
import { amountMessage } from "#lib/asset/amount-message";
import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import { writeQuoteAddress } from "#lib/browser/quote/quote-address";
import { useTypedQuote } from "#lib/browser/quote/typed-quote";
import type { Amount } from "#lib/money/money";

type Props = {
  assets: readonly Asset[];
  timeZone: string;
  driftPercent: Amount;
  mayCreate: boolean;
  start: { amount: string; asset: string };
};

export function QuoteDesk({ assets, timeZone, driftPercent, mayCreate, start }: Props) {
  const [amount, setAmount] = useState(start.amount);
  const [asset, setAsset] = useState(start.asset);
  const [asked, setAsked] = useState("");
  const live = useTypedQuote(assets, { amount, asset });
  const isOff = amountMessage(amount, findAsset(assets, asset)) !== undefined;
  return (
    <QuotePanel
      assets={assets}
      amount={amount}
      asset={asset}
      onAmount={setAmount}
      onAsset={setAsset}
      asked={asked}
      onAsked={setAsked}
      live={live}
      timeZone={timeZone}
      driftPercent={driftPercent}
    >
      {mayCreate && (
        <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
          <ButtonLink
            variant="primary"
            href={`/transfers/new${writeQuoteAddress(amount, asset)}` as Route}
            aria-disabled={isOff}
            onClick={(event) => isOff && event.preventDefault()}
          >
            Continue to a new transfer
          </ButtonLink>
          <p className="text-[0.8125rem]/5 text-muted">We’ll fill in the amount and the token.</p>
        </div>
      )}
    </QuotePanel>
  );
}
