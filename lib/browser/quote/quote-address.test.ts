import { expect, test } from "vitest";
import { sandboxAssets } from "#lib/asset/asset-tables";
import { readQuoteAddress, writeQuoteAddress } from "./quote-address";

test("what is written into an address is read back, to the digit", () => {
  const query = Object.fromEntries(new URLSearchParams(writeQuoteAddress("1250.500", "bsc:usdt")));
  expect(readQuoteAddress(query, sandboxAssets)).toEqual({ amount: "1250.500", asset: "bsc:usdt" });
});

test("an address is readable, and an amount that is not plain stays out of it", () => {
  expect(writeQuoteAddress("5", "base:usdc", { step: "check" })).toBe("?amount=5&asset=base:usdc&step=check");
  expect(writeQuoteAddress("1,5", "base:usdc")).toBe("?asset=base:usdc");
});

test.each(["1,250", "-5", "1e3", "abc", "01", "5.", "9".repeat(40), "<b>"])(
  "amount=%s is not taken over",
  (amount) => {
    expect(readQuoteAddress({ amount }, sandboxAssets).amount).toBe("");
  },
);

test("an asset that is not on the list, or stands twice, is the default", () => {
  expect(readQuoteAddress({ asset: "x:y" }, sandboxAssets).asset).toBe("base:usdc");
  expect(readQuoteAddress({ asset: ["bsc:usdt", "base:usdc"] }, sandboxAssets).asset).toBe("base:usdc");
});
