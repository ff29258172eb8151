import type { ReactNode } from "react";
import { Notice } from "#components/notice/notice";
import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import type { Quote } from "#lib/contract/quote/quote-answers";
import { quoteDoubtTitle, quoteDoubtWords } from "#lib/words/quote-doubt-words";

type Props = {
  quote: Quote;
  assets: readonly Asset[];
  timeZone: string;
  className?: string;
  /** What to do about it. */
  children: ReactNode;
};

/** What is odd about a quote, with the arithmetic. */
export function DoubtNotice({ quote, assets, timeZone, className = "", children }: Props) {
  const symbol = findAsset(assets, quote.asset)?.fromCurrency ?? "";
  return (
    <Notice kind="warn" title={quoteDoubtTitle(quote.doubts)} isLive className={className}>
      {quote.doubts.map((doubt) => (
        <p key={doubt.kind}>{quoteDoubtWords(quote, doubt, { symbol, timeZone })}</p>
      ))}
      {children}
    </Notice>
  );
}
