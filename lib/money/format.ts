import type { Amount } from "./money";

/** How amounts and numbers of accounts are written for people; times are in format-time.ts. All of it is text in, text out; nothing is lost. */

/** Writes an amount as it is, every decimal kept, with separators between the thousands: `1250.50` as `1,250.50`. */
export function formatExact(amount: Amount): string {
  const [whole = "", fraction] = amount.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/**
 * Writes a fiat amount with exactly two decimals, rounded half up; the exact value belongs in a title. Never `-0.00`.
 * Without `Intl`: to make a formatter takes a phone as long as to draw the page around it.
 */
export function formatFiat(amount: Amount): string {
  const [whole = "", fraction = ""] = amount.replace("-", "").split(".");
  const cut = BigInt(whole + fraction.slice(0, 2).padEnd(2, "0"));
  const cents = fraction.charAt(2) >= "5" ? cut + 1n : cut;
  const digits = `${cents}`.padStart(3, "0");
  const sign = amount.startsWith("-") && cents > 0n ? "-" : "";
  return sign + formatExact(`${digits.slice(0, -2)}.${digits.slice(-2)}` as Amount);
}

/** The end of an account number, for a list: `0123456789` as `6789`. */
export function lastFour(accountNumber: string): string {
  return accountNumber.slice(-4);
}

/** Cuts an account number into groups that are easy to compare: `0123456789` as `0123`, `456`, `789`. */
export function accountGroups(accountNumber: string): string[] {
  if (accountNumber.length !== 10) return accountNumber.match(/.{1,4}/gu) ?? [];
  return [accountNumber.slice(0, 4), accountNumber.slice(4, 7), accountNumber.slice(7)];
}

/** Cuts a deposit address into groups of four; `0x` stands alone, since it says nothing of whose address it is. */
export function addressGroups(address: string): string[] {
  const prefix = /^0x/i.exec(address)?.[0];
  const groups = address.slice(prefix?.length ?? 0).match(/[\s\S]{1,4}/gu) ?? [];
  return prefix === undefined ? groups : [prefix, ...groups];
}
