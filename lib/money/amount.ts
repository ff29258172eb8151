import type { Amount } from "./money";
import { toUnits } from "./units";

/** How a form judges an amount: text only, so that no page loads the decimal library before there is a quote. */

/** The most significant digits that survive the wire, where a JSON number is read as a double. */
const maxSignificantDigits = 15;

const plainDecimal = /^(0|[1-9]\d*)(\.\d+)?$/;

type ParsedAmount = { ok: true; amount: Amount } | { ok: false; message: string };

/** Parses an amount to send (2.1, 2.3) exactly as typed: nothing is trimmed or rounded. Or returns the field's sentence. */
export function parseAmount(text: string, decimals: number): ParsedAmount {
  const refuse = (message: string): ParsedAmount => ({ ok: false, message });
  if (text === "") return refuse("Enter an amount.");
  if (text.length > 64) return refuse("The amount is too long.");
  if (!plainDecimal.test(text)) return refuse("Enter the amount in digits, such as 1250.50.");
  const [whole = "", fraction = ""] = text.split(".");
  if (fraction.length > decimals) return refuse(tooManyDecimals(decimals));
  if (/^[0.]+$/.test(text)) return refuse("Enter an amount above zero.");
  const significant = (whole + fraction).replace(/^0+/, "").length;
  if (significant > maxSignificantDigits) {
    return refuse(`Use at most ${maxSignificantDigits} digits: more cannot be sent exactly.`);
  }
  return { ok: true, amount: text as Amount };
}

function tooManyDecimals(decimals: number): string {
  if (decimals === 0) return "Use a whole number: this token has no decimals.";
  return `Use at most ${decimals} decimals: there is no smaller unit.`;
}

/** By value: -1, 0 or 1. */
export function compareAmounts(a: Amount, b: Amount): -1 | 0 | 1 {
  const decimals = Math.max(decimalsOf(a), decimalsOf(b));
  const [x, y] = [toUnits(a, decimals), toUnits(b, decimals)];
  if (x < y) return -1;
  return x > y ? 1 : 0;
}

const decimalsOf = (amount: Amount) => amount.split(".")[1]?.length ?? 0;
