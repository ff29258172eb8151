import { amountMessage } from "#lib/asset/amount-message";
import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import { type LiveQuote, type QuoteSubject, useLiveQuote, useSettled } from "./live-quote";
import { useQuoteInAddress } from "./quote-in-address";

/** The live quote for what is typed; the address follows it. Asks for nothing while the amount can't be sent. */
export function useTypedQuote(assets: readonly Asset[], { amount, asset }: QuoteSubject): LiveQuote {
  const isAmount = amountMessage(amount, findAsset(assets, asset)) === undefined;
  useQuoteInAddress(useSettled(amount), asset);
  return useLiveQuote(isAmount ? { amount, asset } : undefined);
}
