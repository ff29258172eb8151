import { useEffect, useRef } from "react";
import { Notice } from "#components/notice/notice";
import { BusyButton } from "#components/ui/busy-button";
import { focusLate } from "#lib/browser/late-focus";
import type { QuoteMove } from "#lib/browser/quote/quote-move";
import { formatExact, formatFiat } from "#lib/money/format";
import type { Amount } from "#lib/money/money";

type Props = {
  change: QuoteMove;
  currency: string;
  /** What accepting it does besides, such as `create the transfer`. */
  act: string;
  /** While there is no live quote to accept. */
  isOff: boolean;
  onAccept: () => void;
};

/** Takes the focus, so that it is read at once and the next stop is to accept. */
export function QuoteChange({ change, currency, act, isOff, onAccept }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => focusLate(place.current), []);
  const sign = change.percent.startsWith("-") ? "\u2212" : "+";
  const rows = [
    ["Before", `${formatFiat(change.before)} ${currency}`],
    ["Now", `${formatFiat(change.now)} ${currency}`],
    ["Change", `${sign}${formatExact(change.percent.replace("-", "") as Amount)} %`],
  ];
  return (
    <div ref={place} tabIndex={-1} className="rounded-lg">
      <Notice
        kind="warn"
        title="The estimate has changed"
        isLive
        action={
          <BusyButton variant="primary" isOff={isOff} onClick={onAccept}>
            Accept {formatFiat(change.now)} {currency} and {act}
          </BusyButton>
        }
      >
        <p>{change.detail}</p>
        <dl className="grid max-w-xs grid-cols-[auto_1fr] gap-x-6 gap-y-1 pt-1">
          {rows.map(([term, value]) => (
            <div key={term} className="contents">
              <dt>{term}</dt>
              <dd translate="no" className="text-right font-semibold">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      </Notice>
    </div>
  );
}
