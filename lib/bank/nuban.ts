/**
 * Checks a Nigerian account number's check digit (CBN 2010): weights 3, 7, 3 over the bank's 3-digit CBN code and the
 * serial. `undefined` for a 6-digit NIP code or not ten digits. Only a hint: banks issue numbers that break it.
 */
export function hasNubanCheckDigit(bankCode: string, accountNumber: string): boolean | undefined {
  if (!/^\d{3}$/.test(bankCode) || !/^\d{10}$/.test(accountNumber)) return undefined;
  const digits = [...bankCode, ...accountNumber.slice(0, 9)].map((digit) => Number.parseInt(digit, 10));
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 3 === 1 ? 7 : 3), 0);
  return (10 - (sum % 10)) % 10 === Number.parseInt(accountNumber.charAt(9), 10);
}
