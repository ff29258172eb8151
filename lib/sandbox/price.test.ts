import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sandboxAssets } from "#lib/asset/asset-tables";
import { type Amount, readDecimal } from "#lib/money/money";
import { priceOf, rateAt } from "./price";

const noon = Date.UTC(2026, 10, 21, 12);

/** Whole units of 10^-scale, as an oracle without the decimal library. */
function units(text: string, scale: number): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(scale, "0"));
}

function amounts(decimals: number) {
  return fc
    .tuple(fc.bigInt(1n, 10n ** 15n - 1n), fc.integer({ min: 0, max: decimals }))
    .map(([digits, places]) => {
      const text = String(digits).padStart(places + 1, "0");
      const whole = text.slice(0, text.length - places);
      return (places === 0 ? whole : `${whole}.${text.slice(text.length - places)}`) as Amount;
    });
}

describe("the price of an amount", () => {
  test.each([0, 2, 6, 8, 18])("reconciles to one kobo for tokens of %i decimals", (decimals) => {
    fc.assert(
      fc.property(
        amounts(decimals),
        fc.constantFrom(...sandboxAssets),
        fc.nat(86_400),
        (amount, row, second) => {
          const price = priceOf(amount, decimals, rateAt(row.asset, noon + second * 1000));
          if (typeof price === "string") return;
          const { rate, fee, outputAmount } = price;
          const paid = (units(amount, 18) - units(fee, 18)) * units(rate, 2);
          const difference = units(outputAmount, 20) - paid;
          expect(difference < 0n ? -difference : difference).toBeLessThanOrEqual(10n ** 18n / 2n);
          // At least the floor, half a per cent otherwise, in steps that the token has.
          const share = units(amount, 18) / 200n;
          const least = units("0.1", 18);
          const step = 10n ** BigInt(18 - Math.min(decimals, 6));
          const off = units(fee, 18) - (share > least ? share : least);
          expect(off < 0n ? -off : off).toBeLessThanOrEqual(step / 2n);
          expect((fee.split(".")[1] ?? "").length).toBeLessThanOrEqual(Math.min(decimals, 6));
          for (const text of [rate, fee, outputAmount]) expect(readDecimal(text)).toBe(text);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("is refused when nothing is left after the fee", () => {
    const rate = "1500" as Amount;
    for (const amount of ["0.1", "0.05", "0.000001"])
      expect(priceOf(amount as Amount, 6, rate)).toMatch(/fee/);
    expect(priceOf("0.100001" as Amount, 6, rate)).toMatch(/too small/);
    expect(priceOf("0.100007" as Amount, 6, rate)).toEqual({ rate, fee: "0.1", outputAmount: "0.01" });
  });
});

describe("the rate", () => {
  test("is the same at the same time, and differs from token to token", () => {
    expect(rateAt("base:usdc", noon)).toBe(rateAt("base:usdc", noon));
    expect(new Set(sandboxAssets.map(({ asset }) => rateAt(asset, noon))).size).toBeGreaterThan(1);
  });

  test("moves, by small steps, around 1,500", () => {
    const minutes = Array.from({ length: 24 * 60 }, (_, at) =>
      Number.parseFloat(rateAt("base:usdc", noon + at * 60_000)),
    );
    expect(new Set(minutes).size).toBeGreaterThan(200);
    for (const [at, rate] of minutes.entries()) {
      expect(Math.abs(rate - 1500)).toBeLessThan(15);
      expect(Math.abs(rate - (minutes[at - 1] ?? rate)) / rate).toBeLessThan(0.0005);
    }
  });

  test("moves as far as a test asks", () => {
    const ratio =
      Number.parseFloat(rateAt("base:usdc", noon, 200)) / Number.parseFloat(rateAt("base:usdc", noon));
    expect(ratio).toBeCloseTo(1.02, 4);
    expect(rateAt("base:usdc", noon, -9_999)).toMatch(/^0\.\d+$/);
  });
});
