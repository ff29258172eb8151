import { useEffect, useRef, useState } from "react";
import type { LiveQuote } from "#lib/browser/live-quote";
import { formatExact, formatFiat } from "#lib/money/format";

const pauseMs = 1_200;
const leastGapMs = 10_000;

/** One polite sentence for screen readers when the estimate has settled, at most every 10 s while it only refreshes. */
export function QuoteAnnouncer({ live, symbol }: { live: LiveQuote; symbol: string }) {
  const [said, setSaid] = useState("");
  const saidAt = useRef(0);
  const saidAmount = useRef("");
  const { usable, isDead, isCurrent } = live;
  const sentence =
    usable !== undefined
      ? `The recipient gets about ${formatFiat(usable.outputAmount)} ${usable.currency} for ${formatExact(usable.amount)} ${symbol}.`
      : isDead && isCurrent
        ? "The quote is out of date. Refresh it to continue."
        : undefined;
  const amount = usable?.amount ?? "";

  useEffect(() => {
    if (sentence === undefined) return;
    const gap = amount === saidAmount.current ? saidAt.current + leastGapMs - Date.now() : 0;
    const timer = setTimeout(
      () => {
        saidAt.current = Date.now();
        saidAmount.current = amount;
        setSaid(sentence);
      },
      Math.max(pauseMs, gap),
    );
    return () => clearTimeout(timer);
  }, [sentence, amount]);

  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}
