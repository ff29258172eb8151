import { useEffect, useRef } from "react";
import { amountMessage } from "#lib/asset/amount-message";
import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import { type LiveQuote, type QuoteSubject, useLiveQuote, useSettled } from "./live-quote";
import { writeQuoteAddress } from "./quote-address";

/** The live quote for what is typed; the address follows it. Asks for nothing while the amount can't be sent. */
export function useTypedQuote(assets: readonly Asset[], { amount, asset }: QuoteSubject): LiveQuote {
  const isAmount = amountMessage(amount, findAsset(assets, asset)) === undefined;
  useQuoteInAddress(useSettled(amount), asset);
  return useLiveQuote(isAmount ? { amount, asset } : undefined);
}

/** Adds no history entry. Writes nothing on mount: the framework would cancel a navigation that has just started. */
function useQuoteInAddress(amount: string, asset: string): void {
  const written = useRef({ amount, asset });
  useEffect(() => {
    if (written.current.amount === amount && written.current.asset === asset) return;
    written.current = { amount, asset };
    // The framework patches the history only after its own first effects.
    const timer = setTimeout(() => {
      const { pathname, search } = window.location;
      const kept = Object.fromEntries(
        [...new URLSearchParams(search)].filter(([name]) => name !== "amount" && name !== "asset"),
      );
      const next = writeQuoteAddress(amount, asset, kept);
      if (next !== search) window.history.replaceState(null, "", pathname + next);
    });
    return () => clearTimeout(timer);
  }, [amount, asset]);
}
