import { useQuery } from "@tanstack/react-query";
import { type Ref, useState } from "react";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import type { LiveQuote } from "#lib/browser/quote/live-quote";
import { quoteQuery } from "#lib/calls/queries";
import type { TransferInput } from "#lib/contract/api";
import { compareAmounts } from "#lib/money/amount";
import { formatExact, formatFiat } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { Tick } from "./tick";
import { type OpenQuestion, useQuestion } from "./use-question";

type Props = {
  ref: Ref<OpenQuestion>;
  input: TransferInput;
  live: LiveQuote;
  symbol: string;
  onAmount: (amount: string) => void;
};

/** Asks where the quote has fallen below what the recipient was to get, and offers the amount that reaches it. */
export function ShortPayout({ ref, input, live: { usable }, symbol, onAmount }: Props) {
  const { askedOutput, amount, asset } = input;
  const [isTicked, setIsTicked] = useState(false);
  const isShort =
    usable !== undefined &&
    askedOutput !== undefined &&
    compareAmounts(usable.outputAmount, askedOutput as Amount) < 0;
  const { box, isMissed, answer } = useQuestion(ref, isShort && !isTicked);
  const { placeholderData: _kept, ...query } = quoteQuery({ outputAmount: askedOutput ?? "", asset });
  const { data } = useQuery({ ...query, enabled: isShort });
  if (!isShort) return null;
  const enough =
    data !== undefined && compareAmounts(data.amount, amount as Amount) > 0 ? data.amount : undefined;
  const now = `${formatFiat(usable.outputAmount)} ${usable.currency}`;
  return (
    <Notice
      kind="warn"
      title="The recipient would get less than you asked for"
      isLive
      action={
        enough !== undefined && (
          <Button onClick={() => onAmount(enough)}>
            Send {formatExact(enough)} {symbol} instead
          </Button>
        )
      }
    >
      <p>
        Asked {formatFiat(askedOutput as Amount)}; now {formatFiat(usable.outputAmount)}.
        {enough !== undefined && ` Send ${formatExact(enough)} ${symbol} instead?`}
      </p>
      <Tick
        ref={box}
        label={`No, pay out about ${now}`}
        isTicked={isTicked}
        onTick={(ticked) => {
          setIsTicked(ticked);
          answer();
        }}
        missed={isMissed ? "Tick this to create the transfer with less. Nothing was created." : undefined}
      />
    </Notice>
  );
}
