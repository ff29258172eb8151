import { type Ref, useEffect } from "react";
import { DoubtNotice } from "#components/quote/doubt-notice";
import type { Asset } from "#lib/asset/asset";
import { focusLate } from "#lib/browser/late-focus";
import { Tick } from "./tick";
import { type OpenQuestion, useQuestion } from "./use-question";
import type { Submit } from "./use-submit";

type Props = {
  ref: Ref<OpenQuestion>;
  odd: Submit["odd"];
  assets: readonly Asset[];
  timeZone: string;
};

/** Asks whether a quote that makes no sense is meant. */
export function OddQuote({ ref, odd, assets, timeZone }: Props) {
  const { quote, isConfirmed, confirm, refusal } = odd;
  const isOdd = quote !== undefined;
  const { box, isMissed, answer } = useQuestion(ref, isOdd && !isConfirmed);
  // The server got another quote after the click; it is drawn a moment after the refusal.
  useEffect(() => {
    if (refusal !== null && isOdd) focusLate(box.current);
  }, [refusal, isOdd, box]);
  if (quote === undefined) return null;
  return (
    <DoubtNotice quote={quote} assets={assets} timeZone={timeZone}>
      <p>
        Ask the service what it would pay.
        {refusal !== null && " The quote came at the last moment. Nothing was created."}
      </p>
      <Tick
        ref={box}
        label="Yes, create the transfer with this quote"
        isTicked={isConfirmed}
        onTick={(isTicked) => {
          confirm(isTicked);
          answer();
        }}
        missed={
          isMissed ? "Tick this to create the transfer with this quote. Nothing was created." : undefined
        }
      />
    </DoubtNotice>
  );
}
