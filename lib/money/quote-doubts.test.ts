import { describe, expect, test } from "vitest";
import type { Amount } from "./money";
import { findQuoteDoubts, type LastRate } from "./quote-doubts";

const quote = (amount: string, rate: string, fee: string, outputAmount: string) =>
  ({ amount, rate, fee, outputAmount }) as Parameters<typeof findQuoteDoubts>[0];
const kinds = (of: Parameters<typeof findQuoteDoubts>[0], last?: LastRate) =>
  findQuoteDoubts(of, last).map(({ kind }) => kind);
const last = (rate: string) => ({ rate: rate as Amount, at: "2026-11-20T13:02:00.000Z" });

describe("the arithmetic of a quote", () => {
  test.each([
    ["fee in the token", "1250.50", "1538.42", "6.25", "1914179.09"],
    ["fee in naira", "1250", "1538.42", "1500", "1921525"],
    ["fee on top of what is sent", "1250", "1538.42", "25", "1923025"],
    ["no fee", "100", "1500", "0", "150000"],
    ["within one per cent", "100", "1500", "0", "148500"],
    ["a fee in naira above the amount in tokens", "10", "1500", "1000", "14000"],
    ["the least unit of an 18-decimal token", "0.000000000000000001", "1538.42", "0", "0.01"],
    ["as many decimals as come", "0.000000000000000001", "1538.42", "0", "0.000000000000001538"],
    ["nearly all is fee", "5", "1500", "5", "0.01"],
  ])("is explained: %s", (_what, amount, rate, fee, output) => {
    expect(kinds(quote(amount, rate, fee, output))).toEqual([]);
  });

  test.each([
    ["a hundred times too much", "1250.50", "1538.42", "6.25", "191417909"],
    ["the token's amount", "1250.50", "1538.42", "6.25", "1244.25"],
    ["a rate that is the other way round", "1250.50", "0.00065", "6.25", "1913409.88"],
    ["amount by rate, divided", "1250.50", "1538.42", "6.25", "0.81"],
    ["just over one per cent less", "100", "1500", "0", "148499.98"],
    ["just over one per cent more", "100", "1500", "0", "151500.02"],
    ["a fee that is added and hides a hundredfold", "10", "1500", "990", "1500000"],
    ["a fee in naira that is paid out", "10", "1500", "1500000", "1515000"],
    ["a fee above the amount, and an output of nothing like it", "10", "1500", "20", "15"],
  ])("is not explained: %s", (_what, amount, rate, fee, output) => {
    expect(kinds(quote(amount, rate, fee, output))).toEqual(["unexplained"]);
  });

  test("says what amount and rate give", () => {
    expect(findQuoteDoubts(quote("1250.50", "1538.42", "6.25", "191417909"), undefined)).toEqual([
      { kind: "unexplained", gross: "1923794.21" },
    ]);
  });
});

test("more than fifteen digits of naira are in doubt, whatever explains them", () => {
  expect(kinds(quote("1", "999999999999999", "0", "999999999999999.99"))).toEqual([]);
  expect(kinds(quote("1", "1000000000000000", "0", "1000000000000000"))).toEqual(["too_large"]);
  expect(kinds(quote("1", "92233720368547758.08", "0", "92233720368547758.08"))).toEqual(["too_large"]);
});

test("a rate is in doubt from more than a fifth off the last accepted one, up or down", () => {
  const at = (rate: string) => quote("100", rate, "0", `${Number(rate) * 100}`);
  for (const rate of ["1500", "1800", "1200"]) expect(kinds(at(rate), last("1500"))).toEqual([]);
  for (const rate of ["1800.01", "1199.99", "15000"])
    expect(findQuoteDoubts(at(rate), last("1500"))).toEqual([
      { kind: "rate_moved", lastRate: "1500", lastAt: "2026-11-20T13:02:00.000Z" },
    ]);
});
