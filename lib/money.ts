import Big from "big.js";

// A JavaScript number handed to the decimal library is a bug: it throws instead of rounding.
Big.strict = true;

declare const amountBrand: unique symbol;

/** An exact decimal as plain text: digits, at most one point, an optional leading minus; never an exponent. */
export type Amount = string & { readonly [amountBrand]: true };

/** The most significant digits of an amount that survive the wire, where a JSON number is read as a double. */
const maxSignificantDigits = 15;

const plainDecimal = /^(0|[1-9]\d*)(\.\d+)?$/;
const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,3})?$/;
const maxReadDigits = 40;
const maxReadDecimals = 18;

type ParsedAmount = { ok: true; amount: Amount } | { ok: false; message: string };

/**
 * Reads an amount of a token to send (2.1 `amount`, 2.3 `amount`), exactly as typed.
 * Takes plain decimal text and the token's decimals; gives the amount, or the sentence for the field.
 * Nothing is trimmed, rounded or guessed.
 */
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
  return `Use at most ${decimals} decimals: this token has no smaller unit.`;
}

/**
 * Reads a decimal that somebody else wrote (a service's number, a stored column) without losing a digit.
 * Takes the literal text of a JSON number; gives plain decimal text, or `undefined` for anything that is
 * not a finite decimal of at most 40 digits and 18 decimals.
 */
export function readDecimal(text: string): Amount | undefined {
  if (text.length > 64 || !jsonNumber.test(text)) return undefined;
  // A literal without an exponent is already exact: it is kept as it came.
  const literal = /[eE]/.test(text) ? Big(text).toFixed() : text;
  // Only a zero loses something, its sign: nobody is shown -0.
  const plain = /^-[0.]+$/.test(literal) ? literal.slice(1) : literal;
  const [whole = "", fraction = ""] = plain.replace("-", "").split(".");
  if (fraction.length > maxReadDecimals || whole.length + fraction.length > maxReadDigits) return undefined;
  return plain as Amount;
}

/** Compares two amounts by value: -1, 0 or 1. */
export function compareAmounts(a: Amount, b: Amount): -1 | 0 | 1 {
  return Big(a).cmp(b);
}

/** Adds exactly. */
export function addAmounts(a: Amount, b: Amount): Amount {
  return Big(a).plus(b).toFixed() as Amount;
}

/** Subtracts exactly. */
export function subtractAmounts(a: Amount, b: Amount): Amount {
  return Big(a).minus(b).toFixed() as Amount;
}

/** Multiplies exactly. */
export function multiplyAmounts(a: Amount, b: Amount): Amount {
  return Big(a).times(b).toFixed() as Amount;
}

/** Rounds half up to the given decimals. For showing and for a service's own answers, never for an amount to send. */
export function roundAmount(amount: Amount, decimals: number): Amount {
  return Big(amount).round(decimals, Big.roundHalfUp).toFixed(decimals) as Amount;
}

/** The change from one amount to another in per cent of the first, to two decimals; the first must not be zero. */
export function percentChange(from: Amount, to: Amount): Amount {
  const change = Big(to).minus(from).times("100").div(from).round(2, Big.roundHalfUp);
  // Tiny negative changes round to -0.00, which reads as a fall.
  return (change.eq("0") ? "0.00" : change.toFixed(2)) as Amount;
}
