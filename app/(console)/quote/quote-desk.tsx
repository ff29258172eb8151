"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BusinessNotice } from "#components/notice/business-notice";
import { QuotePanel } from "#components/quote/quote-panel";
import type { Asset } from "#lib/asset/asset";
import { useTypedQuote } from "#lib/browser/quote/typed-quote";
import { businessQuery } from "#lib/calls/queries";
import type { Amount } from "#lib/money/money";
import { businessBlock } from "#lib/words/business-block";

type Props = {
  assets: readonly Asset[];
  timeZone: string;
  driftPercent: Amount;
  start: { amount: string; asset: string };
};

export function QuoteDesk({ assets, timeZone, driftPercent, start }: Props) {
  const [amount, setAmount] = useState(start.amount);
  const [asset, setAsset] = useState(start.asset);
  const [asked, setAsked] = useState("");
  const live = useTypedQuote(assets, { amount, asset });
  const block = businessBlock(useQuery(businessQuery));
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
      />
    </>
  );
}
