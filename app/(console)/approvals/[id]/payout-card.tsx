import type { ReactNode } from "react";
import { QuoteProblem } from "#components/quote/quote-problem";
import { QuoteRefresh } from "#components/quote/quote-refresh";
import { Card } from "#components/ui/card";
import type { LiveQuote } from "#lib/browser/quote/live-quote";
import { formatFiat, formatPadded } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { classNames } from "#lib/text/class-names";
import { showInvisible } from "#lib/text/visible-text";
import { feeWords } from "#lib/words/quote-fee";
import type { Payout } from "./payout";

type Props = {
  payout: Payout;
  /** Naira when it was asked for, or as whoever approved it last saw them. */
  quoted: { output: Amount | null; isApproved: boolean };
  live: LiveQuote;
  timeZone: string;
  isOpen: boolean;
  children: ReactNode;
};

/** The page's one figure, and to whom it goes. */
export function PayoutCard({ payout, quoted, live, timeZone, isOpen, children }: Props) {
  const { shown, isCurrent, isDead } = live;
  const output = isOpen ? shown?.outputAmount : (quoted.output ?? undefined);
  const isOld = isOpen && (!isCurrent || isDead);
  return (
    <Card>
      <h2 className="foreign-text text-[0.8125rem]/5 font-normal text-muted">
        {showInvisible(payout.accountName)} gets,{" "}
        {isOpen ? "at the rate of now" : `as quoted when it was ${quoted.isApproved ? "approved" : "asked"}`}
      </h2>
      <p
        translate="no"
        className={classNames(
          "foreign-text font-semibold tracking-tight tabular-nums",
          sizeOf(output),
          isOld && "text-subtle line-through decoration-2",
        )}
      >
        <span className="whitespace-nowrap">{output === undefined ? "–" : formatFiat(output)}</span>{" "}
        <span className="text-base font-medium tracking-normal text-muted">{payout.currency}</span>
      </p>
      <p translate="no" className="mt-1 text-[0.8125rem]/5 text-muted">
        {workedOut(payout, shown)}
      </p>
      {isOpen && (
        <>
          <QuoteRefresh live={live} timeZone={timeZone} />
          <QuoteProblem live={live} />
        </>
      )}
      {children}
    </Card>
  );
}

/** The whole figure stands on one line of a phone. */
function sizeOf(output: Amount | undefined): string {
  const { length } = output === undefined ? "" : formatFiat(output);
  if (length > 18) return "text-xl/8 sm:text-[1.75rem]/9";
  return length > 15 ? "text-[1.75rem]/9" : "text-[2rem]/10 sm:text-[2.5rem]/12";
}

function workedOut({ amount, symbol, currency, networkName }: Payout, quote: LiveQuote["shown"]): string {
  const sent = `${formatPadded(amount)} ${symbol} on ${networkName}`;
  if (quote === undefined) return sent;
  const fee = feeWords({ amount, fromCurrency: symbol, currency, quote });
  return [sent, ...(fee === null ? [] : [`fee ${fee}`]), `rate ${formatPadded(quote.rate)}`].join(" · ");
}
