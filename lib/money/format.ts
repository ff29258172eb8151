import type { Amount } from "./money";

/** How people see amounts and account numbers; times are in format-time.ts. Text in, text out. */

/** Groups thousands and keeps every decimal, and never shows one alone: `1250.5` as `1,250.50`. */
export function formatExact(amount: Amount): string {
  const [whole = "", fraction] = amount.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction.padEnd(2, "0")}`;
}

export function formatCount(count: number): string {
  return formatExact(`${count}` as Amount);
}

/** At least two decimals, so that amounts line up. */
export function formatPadded(amount: Amount): string {
  const [whole, fraction = ""] = amount.split(".");
  return formatExact(`${whole}.${fraction.padEnd(2, "0")}` as Amount);
}

/**
 * Exactly two decimals, rounded half up; put the exact value in a title. Never `-0.00`. Not `Intl`: a phone takes as long
 * for its formatter as for the page.
 */
export function formatFiat(amount: Amount): string {
  const [whole = "", fraction = ""] = amount.replace("-", "").split(".");
  const cut = BigInt(whole + fraction.slice(0, 2).padEnd(2, "0"));
  const cents = fraction.charAt(2) >= "5" ? cut + 1n : cut;
  const digits = `${cents}`.padStart(3, "0");
  const sign = amount.startsWith("-") && cents > 0n ? "-" : "";
  return sign + formatExact(`${digits.slice(0, -2)}.${digits.slice(-2)}` as Amount);
}

/** `0123456789` as `6789`. */
export function lastFour(accountNumber: string): string {
  return accountNumber.slice(-4);
}

/** `0123456789` as `0123`, `456`, `789`. */
export function accountGroups(accountNumber: string): string[] {
  if (accountNumber.length !== 10) return accountNumber.match(/.{1,4}/gu) ?? [];
  return [accountNumber.slice(0, 4), accountNumber.slice(4, 7), accountNumber.slice(7)];
}

/** Groups of four; `0x` is its own group. */
export function addressGroups(address: string): string[] {
  const prefix = /^0x/i.exec(address)?.[0];
  const groups = address.slice(prefix?.length ?? 0).match(/[\s\S]{1,4}/gu) ?? [];
  return prefix === undefined ? groups : [prefix, ...groups];
}
