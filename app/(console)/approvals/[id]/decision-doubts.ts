import { quoteDoubtTitle, quoteDoubtWords } from "#lib/words/quote-doubt-words";
import type { Doubt } from "../../transfers/new/_check/use-doubts";
import type { Payout } from "./payout";
import type { Decision, Tick } from "./use-decision";

const questions: Record<Tick, Pick<Doubt, "title" | "yes" | "missed">> = {
  confirmSeparate: {
    title: "This may have been created already",
    yes: "It is a second transfer",
    missed: "Tick this to approve a second transfer. Nothing was approved.",
  },
  confirmReference: {
    title: "This reference was used before",
    yes: "Yes, use the reference again",
    missed: "Tick this to use the reference again. Nothing was approved.",
  },
};

/** What the server asked about, and a quote that makes no sense. */
export function doubtsOf(
  { ticks, tick, odd }: Decision,
  payout: Payout | undefined,
  timeZone: string,
): Doubt[] {
  const names: readonly Tick[] = ["confirmSeparate", "confirmReference"];
  const asked = names.flatMap((name) => {
    const found = ticks[name];
    if (found === undefined) return [];
    const { detail: text, isTicked } = found;
    return [{ name, ...questions[name], text, isTicked, tick: (to: boolean) => tick(name, to) }];
  });
  const { quote } = odd;
  if (quote === undefined || payout === undefined) return asked;
  return [
    ...asked,
    {
      name: "odd",
      title: quoteDoubtTitle(quote.doubts),
      text: quote.doubts
        .map((doubt) => quoteDoubtWords(quote, doubt, { symbol: payout.symbol, timeZone }))
        .join(" "),
      yes: "Yes, approve with this quote",
      missed: "Tick this to approve with this quote. Nothing was approved.",
      isTicked: odd.isConfirmed,
      tick: odd.confirm,
    },
  ];
}
