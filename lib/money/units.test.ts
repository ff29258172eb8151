import fc from "fast-check";
import { expect, test } from "vitest";
import { fromUnits, toUnits } from "./units";

test.each([
  ["1250.5", 6, 1_250_500_000n, "1250.5"],
  ["0.000001", 6, 1n, "0.000001"],
  ["1.0", 6, 1_000_000n, "1"],
  ["100", 0, 100n, "100"],
  ["0", 18, 0n, "0"],
  ["-0.5", 2, -50n, undefined],
])("%s with %i decimals is %i units", (amount, decimals, units, shortest) => {
  expect(toUnits(amount, decimals)).toBe(units);
  if (shortest !== undefined) expect(fromUnits(units, decimals)).toBe(shortest);
});

test.each([6, 18])("one unit of %i decimals is not lost", (decimals) => {
  const units = toUnits("1250.5", decimals);
  expect(fromUnits(units - 1n, decimals)).toBe(`1250.4${"9".repeat(decimals - 1)}`);
});

test("units and text are the same amount", () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 40n), fc.integer({ min: 0, max: 18 }), (units, decimals) => {
      expect(toUnits(fromUnits(units, decimals), decimals)).toBe(units);
    }),
  );
});

test("an amount finer than its token is refused, and not cut", () => {
  expect(() => toUnits("0.0000001", 6)).toThrow(
    new RangeError("The amount has more decimals than its token."),
  );
});
