import type { Transfer } from "#lib/contract/api";
import { formatPadded } from "#lib/money/format";
import { type Amount, addAmounts, subtractAmounts } from "#lib/money/money";

/** `brief` is for a place that has the amount asked for already. */
export type ArrivedWords = { headline: string; brief: string; advice: string };

/** What the service says arrived of a short, over or late deposit, and what to do; `undefined` for any other status. */
export function arrivedWords({
  status,
  amount,
  arrivedAmount,
  fromCurrency,
}: Pick<Transfer, "status" | "amount" | "arrivedAmount" | "fromCurrency">): ArrivedWords | undefined {
  const asked = `${plain(amount)} ${fromCurrency}`;
  const known = arrivedAmount === null ? undefined : plain(arrivedAmount);
  if (status === "deposit_short") {
    const missing = subtractAmounts(amount, arrivedAmount ?? amount);
    const headline =
      known === undefined
        ? `Less than ${asked} arrived`
        : `${known} of ${asked} arrived; ${missingWords(missing)}`;
    const brief = known === undefined ? headline : `${known} arrived, ${plain(missing)} missing`;
    return { headline, brief, advice: "Ask the service before you send the rest." };
  }
  if (status === "deposit_over") {
    const more = subtractAmounts(arrivedAmount ?? amount, amount);
    const headline =
      known === undefined
        ? `More than ${asked} arrived`
        : `${known} ${fromCurrency} arrived; ${plain(more)} more than ${plain(amount)}`;
    const brief = known === undefined ? headline : `${known} arrived, ${plain(more)} too much`;
    return { headline, brief, advice: "Ask the service what happens to the extra amount. Don’t send again." };
  }
  if (status === "deposit_late") {
    const headline = "The deposit arrived late";
    return { headline, brief: headline, advice: "Ask the service what happens to it. Don’t send again." };
  }
  return undefined;
}

/** "40.00 is missing", as of any sum of money. */
export function missingWords(amount: Amount): string {
  return `${plain(amount)} is missing`;
}

/** Without more zeros at the end than money has, so that both amounts read alike. */
function plain(amount: Amount): string {
  return formatPadded(addAmounts(amount, "0" as Amount));
}
