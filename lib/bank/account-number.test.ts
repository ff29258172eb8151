import { expect, test } from "vitest";
import { stripAccountNumber, typedAccountNumber } from "./account-number";
import { isNearlyAccount, mayBeAccount } from "./may-be-account";

test.each([
  ["copied with marks of direction", "\u202d0123456789\u202c"],
  ["copied with isolates", "\u20680123456789\u2069"],
  ["copied with a blank of no width", "\ufeff0123\u200b456789"],
  ["grouped", " 0123 456 789 "],
])("an account number %s is ten digits", (_, pasted) => {
  expect(stripAccountNumber(pasted)).toBe("0123456789");
  expect(typedAccountNumber(pasted)).toBe("0123456789");
  expect(mayBeAccount(pasted)).toBe(true);
});

test.each(["0123x456789", "012345678\u00b2"])("%j stays, to be judged", (text) => {
  expect(stripAccountNumber(text)).toBe(text);
});

test.each([
  ["1234 567 89", true],
  ["Ada 12345678", true],
  ["acct12345678", true],
  ["٠١٢٣٤٥٦٧٨", true],
  ["1234567", false],
  ["53fdfee3-37e0-4fad-a864-53dd43786735", false],
  ["0xab12345678", false],
  ["txn_12345678", false],
])("%j is nearly an account number: %j", (text, isNearly) => {
  expect(isNearlyAccount(text)).toBe(isNearly);
});
