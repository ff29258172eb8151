import type { Transfer } from "#lib/contract/api";
import { formatExact } from "#lib/money/format";
import { type Amount, addAmounts, subtractAmounts } from "#lib/money/money";

export type ArrivedWords = { headline: string; advice: string };

/** What the service says arrived of a short, over or late deposit, and what to do; `undefined` for any other status. */
export function arrivedWords({
  status,
  amount,
  arrivedAmount,
  fromCurrency,
}: Pick<Transfer, "status" | "amount" | "arrivedAmount" | "fromCurrency">): ArrivedWords | undefined {
  const asked = `${plain(amount)} ${fromCurrency}`;
  if (status === "deposit_short")
    return {
      headline:
        arrivedAmount === null
          ? `Less than ${asked} arrived`
          : `${plain(arrivedAmount)} of ${asked} arrived; ${missingWords(subtractAmounts(amount, arrivedAmount))}`,
      advice: "Ask the service before you send the rest.",
    };
  if (status === "deposit_over")
    return {
      headline:
        arrivedAmount === null
          ? `More than ${asked} arrived`
          : `${plain(arrivedAmount)} ${fromCurrency} arrived; ${plain(subtractAmounts(arrivedAmount, amount))} more than ${plain(amount)}`,
      advice: "Ask the service what happens to the rest. Don’t send again.",
    };
  if (status === "deposit_late")
    return {
      headline: "The deposit arrived late",
      advice: "Ask the service what happens to it. Don’t send again.",
    };
  return undefined;
}

/** "40 are missing". */
export function missingWords(amount: Amount): string {
  const left = plain(amount);
  return left === "1" ? "1 is missing" : `${left} are missing`;
}

/** Without zeros at the end, so that both amounts read alike. */
function plain(amount: Amount): string {
  return formatExact(addAmounts(amount, "0" as Amount));
}
