"use client";

import { useQuery } from "@tanstack/react-query";
import type { Route } from "next";
import { useState } from "react";
import { BusinessNotice } from "#components/notice/business-notice";
import { QuotePanel } from "#components/quote/quote-panel";
import { ButtonLink } from "#components/ui/button-link";
import { amountMessage } from "#lib/asset/amount-message";
import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import { writeQuoteAddress } from "#lib/browser/quote/quote-address";
import { useTypedQuote } from "#lib/browser/quote/typed-quote";
import { businessQuery } from "#lib/calls/queries";
import type { Amount } from "#lib/money/money";
import { businessBlock } from "#lib/words/business-block";

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
  const block = businessBlock(useQuery(businessQuery));
  const isOff = block !== undefined || amountMessage(amount, findAsset(assets, asset)) !== undefined;
  return (
    <>
      {block !== undefined && <BusinessNotice block={block} className="mb-5" />}
      <QuotePanel
        assets={assets}
        amount={amount}
        asset={asset}
        onAmount={setAmount}
        onAsset={setAsset}
        asked={asked}
        onAsked={setAsked}
        live={block === undefined ? live : { ...live, problem: null }}
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
    </>
  );
}
