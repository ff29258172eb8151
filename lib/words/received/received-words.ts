import type { Transfer } from "#lib/contract/api";
import { compareAmounts } from "#lib/money/amount";
import { formatFiat } from "#lib/money/format";
import { type Amount, divideAmounts, subtractAmounts } from "#lib/money/money";
import type { ReceivedReason, ReceivedSource, ReceivedState } from "#lib/transfer/received";

/** What recipients got, in words. Only a statement of an account of ours is called our own. */

type Received = Transfer["received"][number];

export const receivedSourceWords: Record<ReceivedSource, string> = {
  own_statement: "On our own statement",
  payee_said: "Confirmed by the payee",
};

export const paidOutWords = "Paid out, says the service";

export const receivedReasonWords: Record<ReceivedReason, string> = {
  bank_charge: "A charge of the bank",
  stamp_duty: "Stamp duty",
  service_rate: "Paid at another rate",
  part: "Paid in part",
  other: "Another reason, named in the record",
};

/** Of a filter. */
export const receivedStateWords: Record<ReceivedState, string> = {
  none: "Not recorded",
  as_expected: "As expected",
  other: "Another amount",
  no_estimate: "Without an estimate",
};

const zero = "0" as Amount;

/** `50.00 NGN less than expected: stamp duty`; undefined where nothing was expected. A service is not asked why. */
export function receivedDifference(
  { difference, reason }: Pick<Received, "difference"> & Partial<Pick<Received, "reason">>,
  currency: string,
): string | undefined {
  if (difference === null) return undefined;
  const order = compareAmounts(difference, zero);
  if (order === 0) return "As expected";
  const sum = formatFiat(order < 0 ? subtractAmounts(zero, difference) : difference);
  const apart = `${sum} ${currency} ${order < 0 ? "less" : "more"} than expected`;
  if (reason === undefined) return apart;
  return `${apart}: ${reason === null ? "nobody said why" : lowerFirst(receivedReasonWords[reason])}`;
}

const rateDecimals = 4;

/** How much of the currency came out for one of the token; undefined where nothing was sent. */
export function rateThatCameOut(received: Amount, sent: Amount): Amount | undefined {
  return compareAmounts(sent, zero) <= 0 ? undefined : divideAmounts(received, sent, rateDecimals);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
