import { expect, test } from "vitest";
import { groupAccountNumber, stripAccountNumber } from "./account-number";
import { hasNubanCheckDigit } from "./nuban";

test.each([
  ["011", "0000014579", true],
  ["058", "0000000018", true],
  ["011", "0000014578", false],
  ["058", "0000014579", false],
  ["000013", "0000000018", undefined],
  ["058", "000000001", undefined],
  ["ABC", "0000000018", undefined],
])("bank %s and number %s: %s", (bank, number, expected) => {
  expect(hasNubanCheckDigit(bank, number)).toBe(expected);
});

test("any one wrong digit of a number breaks its check digit", () => {
  for (let place = 0; place < 10; place += 1) {
    const digits = [..."0000014579"];
    digits[place] = `${(Number.parseInt(digits[place] ?? "0", 10) + 1) % 10}`;
    expect(hasNubanCheckDigit("011", digits.join(""))).toBe(false);
  }
});

test("an account number loses what people put between the digits, and keeps its leading zeros", () => {
  expect(stripAccountNumber(" 0123-456\u00a0789\u2013 0")).toBe("0123456789".concat("0"));
  expect(stripAccountNumber("012345678O")).toBe("012345678O");
  expect(groupAccountNumber("0123456789")).toBe("0123 456 789");
  expect(groupAccountNumber("01234")).toBe("0123 4");
  expect(groupAccountNumber("01234567890")).toBe("01234567890");
});
