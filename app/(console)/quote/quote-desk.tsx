"use client";

import type { Route } from "next";
import { useState } from "react";
import { QuotePanel } from "#components/quote/quote-panel";
import { ButtonLink } from "#components/ui/button-link";
import type { Asset } from "#lib/asset/asset";
import { writeQuoteAddress } from "#lib/browser/quote-address";
import { useTypedQuote } from "#lib/browser/typed-quote";

type Props = { assets: readonly Asset[]; timeZone: string; start: { amount: string; asset: string } };

export function QuoteDesk({ assets, timeZone, start }: Props) {
  const [amount, setAmount] = useState(start.amount);
  const [asset, setAsset] = useState(start.asset);
  const live = useTypedQuote(assets, { amount, asset });
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
        <p className="text-[13px]/5 text-muted">
          The amount and the token are filled in there. The rate is not locked.
        </p>
      </div>
    </QuotePanel>
  );
}
