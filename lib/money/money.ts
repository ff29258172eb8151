import Big from "big.js";

// A JavaScript number handed to the decimal library is a bug: it throws instead of rounding.
Big.strict = true;

declare const amountBrand: unique symbol;

/** Plain decimal text: digits, at most one point, an optional leading minus; never an exponent. */
export type Amount = string & { readonly [amountBrand]: true };

const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?0*\d{1,3})?$/;
/** More than any service writes, zeros included. */
const maxReadLength = 1_024;
const maxReadDigits = 40;
const maxReadDecimals = 18;

/**
 * Reads somebody else's decimal (a JSON literal, a stored column) without losing a digit. `undefined` for anything but a
 * finite decimal of at most 40 digits and 18 decimals. Zeros at the end say nothing, so they count for no limit.
 */
export function readDecimal(text: string): Amount | undefined {
  if (text.length > maxReadLength || !jsonNumber.test(text)) return undefined;
  // A literal without an exponent is already exact: it is kept as it came.
  const literal = /[eE]/.test(text) ? Big(text).toFixed() : text;
  return withinLimits(literal) ?? withinLimits(Big(literal).toFixed());
}

function withinLimits(literal: string): Amount | undefined {
  // Nobody is shown -0.
  const plain = /^-[0.]+$/.test(literal) ? literal.slice(1) : literal;
  const [whole = "", fraction = ""] = plain.replace("-", "").split(".");
  if (fraction.length > maxReadDecimals || whole.length + fraction.length > maxReadDigits) return undefined;
  return plain as Amount;
}

export function addAmounts(a: Amount, b: Amount): Amount {
  return Big(a).plus(b).toFixed() as Amount;
}

export function subtractAmounts(a: Amount, b: Amount): Amount {
  return Big(a).minus(b).toFixed() as Amount;
}

export function multiplyAmounts(a: Amount, b: Amount): Amount {
  return Big(a).times(b).toFixed() as Amount;
}

/** Rounded half up; the divisor must not be zero. For showing alone. */
export function divideAmounts(a: Amount, b: Amount, decimals: number): Amount {
  return Big(a).div(b).round(decimals, Big.roundHalfUp).toFixed() as Amount;
}

/** Rounds half up. For showing and for a service's own answers, never for an amount to send. */
export function roundAmount(amount: Amount, decimals: number): Amount {
  return Big(amount).round(decimals, Big.roundHalfUp).toFixed(decimals) as Amount;
}

/** Per cent of `from`, to two decimals; `from` must not be zero. */
export function percentChange(from: Amount, to: Amount): Amount {
  const change = Big(to).minus(from).times("100").div(from).round(2, Big.roundHalfUp);
  // Tiny negative changes round to -0.00, which reads as a fall.
  return (change.eq("0") ? "0.00" : change.toFixed(2)) as Amount;
}
