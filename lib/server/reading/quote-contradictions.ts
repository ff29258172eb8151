import { type Amount, multiplyAmounts } from "#lib/money/money";
import type { Asked } from "./asked";
import { partsOf } from "./body-names";
import { complaintIn, saysNo } from "./complaints";
import { expiryIn } from "./expiry-in";
import { isOtherSum, otherIn } from "./other-than-asked";
import { allFields, type Placed, textsOf } from "./placed-fields";

type QuoteRequest = Pick<Asked, "amount" | "token" | "network" | "currency">;
type Figures = { rate: Amount; output_amount: Amount; fee: Amount };

/** Clocks differ by so much. */
const clocksDifferMs = 2 * 60_000;

/** Why a quote is none of what was asked for: `it is for another currency`. `undefined` where nothing in it says so. */
export function quoteContradiction(
  { quote, ...around }: { quote: Figures },
  request: QuoteRequest,
  now: number,
): string | undefined {
  const parts = [...(partsOf(around) ?? []), ...(partsOf(quote) ?? [])];
  const complaint = complaintIn(parts);
  if (complaint !== undefined || parts.some(saysNo)) return "it tells of an error as well";
  const { rate, output_amount: output, fee } = quote;
  const outputs = [output, multiplyAmounts(request.amount, rate)];
  const asked: Asked = { ...request, outputs, rate, fee, accountNumber: "" };
  const fields = parts.flatMap(allFields);
  const [other] = fields.flatMap((field) => [
    ...otherIn(field, asked),
    ...(isOtherCurrency(field, request) ? ["another currency"] : []),
    ...(isOtherSum(field, asked) ? ["another amount"] : []),
  ]);
  if (other !== undefined) return `it is for ${other}`;
  const end = expiryIn(parts);
  return end !== null && Date.parse(end) < now - clocksDifferMs ? "it has expired" : undefined;
}

/** A token of a dollar is at times counted in dollars. */
function isOtherCurrency(field: Placed, { currency }: QuoteRequest): boolean {
  const [said = ""] = field.name === "currency" ? textsOf(field) : [];
  return /^[a-z]{3}$/i.test(said) && ![currency, "USD"].includes(said.toUpperCase());
}
