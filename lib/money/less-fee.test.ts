import { expect, it } from "vitest";
import { isLessFee, isNearly } from "./less-fee";
import type { Amount } from "./money";

const amount = (text: string) => text as Amount;
const asked = { amount: amount("100"), rate: amount("1538.42"), fee: amount("769.21") };

it.each([
  ["99.5", asked, true],
  ["99.50", asked, true],
  ["100", asked, false],
  ["99", asked, false],
  ["99.52", asked, false],
  ["98.75", { ...asked, fee: amount("1.25") }, true],
  ["99.999187", { ...asked, fee: amount("1.25") }, true],
  ["99.9", { ...asked, fee: amount("0") }, false],
  ["99.5", { ...asked, fee: null }, false],
  ["98.75", { ...asked, fee: amount("1.25"), rate: null }, true],
  ["99.5", { ...asked, rate: null }, false],
  ["0", { ...asked, fee: amount("100") }, false],
] as const)("%s of 100 is what a fee leaves: %j, %s", (said, of, expected) => {
  expect(isLessFee(amount(said), of)).toBe(expected);
});

it.each([
  ["153072.79", "153072.79", true],
  ["151542.07", "153072.79", true],
  ["151500", "153072.79", false],
  ["154700", "153072.79", false],
  ["0", "0", true],
  ["1", "0", false],
])("%s and %s are near: %s", (said, other, expected) => {
  expect(isNearly(amount(said), amount(other))).toBe(expected);
});
