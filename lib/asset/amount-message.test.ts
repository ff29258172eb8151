import { describe, expect, test } from "vitest";
import { amountMessage } from "./amount-message";
import type { Asset } from "./asset";

const token: Asset = {
  asset: "base:usdc",
  fromCurrency: "USDC",
  network: "base",
  networkName: "Base",
  decimals: 6,
  addressFamily: "evm",
  minAmount: "10.5",
  maxAmount: "2000",
};
const least = "The minimum is 10.5 USDC.";
const most = "The maximum is 2000 USDC.";

describe("an amount of a token with limits", () => {
  test.each([
    ["10.5", undefined],
    ["10.500000", undefined],
    ["10.499999", least],
    ["9", least],
    ["100", undefined],
    ["2000", undefined],
    ["2000.00", undefined],
    ["2000.000001", most],
    ["10000", most],
    ["", "Enter an amount."],
    ["11.1234567", "Use at most 6 decimals: there is no smaller unit."],
  ])("%j: %s", (text, message) => {
    expect(amountMessage(text, token)).toBe(message);
  });

  test("may have one of them alone", () => {
    const { minAmount: _least, ...withMost } = token;
    const { maxAmount: _most, ...withLeast } = token;
    expect(amountMessage("0.000001", withMost)).toBeUndefined();
    expect(amountMessage("2001", withMost)).toBe(most);
    expect(amountMessage("2001", withLeast)).toBeUndefined();
    expect(amountMessage("10", withLeast)).toBe(least);
  });
});

test("an amount without a token has eighteen decimals and no limits", () => {
  expect(amountMessage("0.000000000000000001", undefined)).toBeUndefined();
  expect(amountMessage("999999999999999", undefined)).toBeUndefined();
  expect(amountMessage("0.0000000000000000001", undefined)).toBe(
    "Use at most 18 decimals: there is no smaller unit.",
  );
});
