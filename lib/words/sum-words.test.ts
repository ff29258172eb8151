import { expect, it } from "vitest";
import type { Amount } from "#lib/money/money";
import { countWords, shortSumWords, sumWords } from "./sum-words";

const sum = (amount: string, token = "USDC") => ({ token, amount: amount as Amount });

it("says each token by itself, with every decimal that there is", () => {
  expect(sumWords([])).toBe("");
  expect(sumWords([sum("12400")])).toBe("12,400.00 USDC");
  expect(sumWords([sum("0.000001"), sum("5.5", "USDT")])).toBe("0.000001 USDC and 5.50 USDT");
  expect(sumWords([sum("1"), sum("2", "USDT"), sum("3", "cNGN")])).toBe("1.00 USDC, 2.00 USDT and 3.00 cNGN");
  expect(sumWords([sum("999999999999.990000")])).toBe("999,999,999,999.99 USDC");
});

it("says as many tokens as fit, and how many more there are: an amount is never cut", () => {
  const sums = [sum("7000"), sum("5.5", "USDT"), sum("12345678.9", "cNGN")];
  expect(shortSumWords(sums, 50)).toBe("7,000.00 USDC, 5.50 USDT and 12,345,678.90 cNGN");
  expect(shortSumWords(sums, 46)).toBe("7,000.00 USDC, 5.50 USDT and 1 more");
  expect(shortSumWords(sums, 30)).toBe("7,000.00 USDC and 2 more");
  expect(shortSumWords(sums, 5)).toBe("7,000.00 USDC and 2 more");
  expect(shortSumWords([sum("12345678.9")], 5)).toBe("12,345,678.90 USDC");
  expect(shortSumWords([], 5)).toBe("");
});

it("counts up to the bound, and says where there are more", () => {
  expect(countWords({ count: 1, isMore: false })).toBe("1 transfer");
  expect(countWords({ count: 1_000, isMore: false })).toBe("1,000 transfers");
  expect(countWords({ count: 1_001, isMore: true })).toBe("more than 1,000 transfers");
});
