import { cbnCodeOf } from "./bank-names";

/**
 * Whether an account number's check digit is not that of the bank (CBN 2010): weights 3, 7, 3 over the bank's three-digit CBN
 * code and the serial. Never for a bank without a known one, or for other than ten digits. Only a hint: banks issue numbers
 * that break it.
 */
export function hasWrongCheckDigit(bank: { code: string; name: string }, accountNumber: string): boolean {
  const cbnCode = cbnCodeOf(bank);
  if (cbnCode === undefined || !/^\d{10}$/.test(accountNumber)) return false;
  return nubanCheckDigit(cbnCode, accountNumber.slice(0, 9)) !== accountNumber.charAt(9);
}

/** Of nine digits. */
export function nubanCheckDigit(cbnCode: string, serial: string): string {
  const digits = [...cbnCode, ...serial].map((digit) => Number.parseInt(digit, 10));
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 3 === 1 ? 7 : 3), 0);
  return `${(10 - (sum % 10)) % 10}`;
}

export const wrongCheckDigit = "The check digit doesn’t match this bank.";
