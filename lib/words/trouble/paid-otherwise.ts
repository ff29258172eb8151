import type { Transfer } from "#lib/contract/api";
import { formatFiat } from "#lib/money/format";
import type { PlainTrouble } from "./plain-trouble";

/** What the service says that it paid is not what it quoted. Once somebody recorded what arrived, the trouble is between the two. */
export function paidOtherwise({
  paidOut,
  received,
  currency,
}: Pick<Transfer, "paidOut" | "received" | "currency">): Partial<PlainTrouble> {
  if (paidOut === null || received.length > 0) return {};
  return {
    headline: `The service says that it paid ${formatFiat(paidOut.amount)} ${currency}`,
    sentence:
      "That is not what was quoted, by more than its rounding. Ask the service why, and the recipient what arrived.",
    question: "Why did you pay out another amount than you quoted?",
  };
}
