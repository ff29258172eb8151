/**
 * Tells whether a Nigerian account number carries the check digit of its bank (CBN 2010): weights 3, 7, 3 repeating
 * over the bank's 3-digit CBN code and the 9-digit serial. Gives `undefined` where nothing can be said: another kind of
 * code (a 6-digit NIP code is none of the CBN) or no ten digits. A hint only: banks issue numbers that do not follow it.
 */
export function hasNubanCheckDigit(bankCode: string, accountNumber: string): boolean | undefined {
  if (!/^\d{3}$/.test(bankCode) || !/^\d{10}$/.test(accountNumber)) return undefined;
  const digits = [...bankCode, ...accountNumber.slice(0, 9)].map((digit) => Number.parseInt(digit, 10));
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 3 === 1 ? 7 : 3), 0);
  return (10 - (sum % 10)) % 10 === Number.parseInt(accountNumber.charAt(9), 10);
}
