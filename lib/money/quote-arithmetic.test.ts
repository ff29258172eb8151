import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareAmounts } from "./amount";
import { type Amount, addAmounts, multiplyAmounts, roundAmount, subtractAmounts } from "./money";
import { drawQuote, explainQuote } from "./quote-arithmetic";

const numbers = (amount: string, rate: string, fee: string, outputAmount: string) =>
  ({ amount, rate, fee, outputAmount }) as Parameters<typeof explainQuote>[0];
const decimal = (units: bigint, decimals: number) => {
  const digits = `${units}`.padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` as Amount;
};

describe("the arithmetic of a quote", () => {
  test.each([
    ["1250.00", "1538.42", "6.25", "1913409.88", { kind: "fee_in_token" }],
    ["1250", "1538.42", "1500", "1921525", { kind: "fee_in_payout" }],
    ["100", "1500", "0", "150000", { kind: "no_fee" }],
    ["100", "1500", "0.00", "149000", { kind: "unexplained" }],
    ["100", "1500", "2", "140000", { kind: "unexplained" }],
    ["100", "1500", "0.000001", "150000", { kind: "undecided" }],
    ["100", "1", "2", "98", { kind: "undecided" }],
    ["1", "1500", "2", "-1500", { kind: "unexplained" }],
    ["0.1", "0.3", "0", "0.03", { kind: "no_fee" }],
    ["100", "1500", "1", "148500.01", { kind: "fee_in_token" }],
    ["100", "1500", "1", "148500.02", { kind: "unexplained" }],
    ["100", "1500", "1", "148499.99", { kind: "fee_in_token" }],
    ["100", "1500", "1", "148499.98", { kind: "unexplained" }],
    ["5", "1500", "5", "0.01", { kind: "fee_in_token" }],
    ["100.5", "3", "1.5", "300", { kind: "fee_in_payout" }],
  ])("%s at %s with fee %s to %s", (amount, rate, fee, output, expected) => {
    expect(explainQuote(numbers(amount, rate, fee, output))).toEqual(expected);
  });

  test.each([
    [0, "1", "300", { kind: "fee_in_payout" }],
    [0, "2", "300", { kind: "fee_in_payout" }],
    [0, "3", "300", { kind: "unexplained" }],
    [1, "1.2", "300", { kind: "fee_in_payout" }],
    [3, "1.234", "300", { kind: "fee_in_payout" }],
    [3, "1.235", "300", { kind: "fee_in_payout" }],
    [3, "1.236", "300", { kind: "unexplained" }],
  ])("allows one minor unit of a currency of %i decimals: fee %s", (minorDigits, fee, output, expected) => {
    const [rate, gross] = minorDigits === 3 ? ["3.01234", "301.234"] : ["3.012", "301.2"];
    expect(multiplyAmounts("100" as Amount, rate as Amount)).toBe(gross);
    expect(explainQuote(numbers("100", rate, fee, output), minorDigits)).toEqual(expected);
  });

  const positive = (max: bigint) => fc.bigInt({ min: 1n, max });
  const quote = fc.record({
    amount: positive(10n ** 15n),
    rate: positive(10n ** 9n),
    part: fc.integer({ min: 1, max: 99 }),
  });

  test("a fee taken in the token, rounded either way, is never called a fee in the payout currency", async () => {
    await fc.assert(
      fc.property(quote, fc.boolean(), ({ amount, rate, part }, isUp) => {
        const [sent, price] = [decimal(amount, 6), decimal(rate, 4)];
        const fee = decimal((amount * BigInt(part)) / 100n, 6);
        const exact = multiplyAmounts(subtractAmounts(sent, fee), price);
        const rounded = roundAmount(exact, 2);
        const output = isUp ? rounded : (exact.replace(/(\.\d\d)\d+$/, "$1") as Amount);
        const { kind } = explainQuote({ amount: sent, rate: price, fee, outputAmount: output });
        expect(["fee_in_token", "undecided", "no_fee"]).toContain(kind);
      }),
    );
  });

  test("a fee taken in the payout currency is never called a fee in the token", async () => {
    await fc.assert(
      fc.property(quote, ({ amount, rate, part }) => {
        const [sent, price] = [decimal(amount, 6), decimal(rate, 4)];
        const gross = multiplyAmounts(sent, price);
        const fee = roundAmount(multiplyAmounts(gross, `0.${`${part}`.padStart(2, "0")}` as Amount), 2);
        const output = roundAmount(subtractAmounts(gross, fee), 2);
        const { kind } = explainQuote({ amount: sent, rate: price, fee, outputAmount: output });
        // Below a minor unit a rounded fee can exceed the whole: then nothing is claimed.
        const isTiny = compareAmounts(gross, "1" as Amount) < 0;
        expect(["fee_in_payout", "undecided", "no_fee", ...(isTiny ? ["unexplained"] : [])]).toContain(kind);
      }),
    );
  });

  test("an output that is off by more than a minor unit is never explained", async () => {
    await fc.assert(
      fc.property(quote, fc.bigInt({ min: 3n, max: 10n ** 6n }), ({ amount, rate }, off) => {
        const [sent, price] = [decimal(amount, 6), decimal(rate, 4)];
        const output = addAmounts(multiplyAmounts(sent, price), decimal(off, 2));
        expect(
          explainQuote({ amount: sent, rate: price, fee: "0" as Amount, outputAmount: output }).kind,
        ).toBe("unexplained");
      }),
    );
  });
});

describe("the rail reads from top to bottom", () => {
  const drawn = (amount: string, rate: string, fee: string, output: string) => {
    const given = numbers(amount, rate, fee, output);
    return drawQuote(given, explainQuote(given), "USDC", "NGN");
  };
  const rate = (sign: string) => ({ sign, label: "Rate for 1 USDC", amount: "1538.42", unit: "NGN" });
  const fee = (sign: string, amount: string, unit: string | null) => ({
    sign,
    label: "Service fee",
    amount,
    unit,
  });

  test("with a fee in the token, taken before the rate", () => {
    expect(drawn("1250", "1538.42", "6.25", "1913409.88")).toEqual([
      fee("minus", "6.25", "USDC"),
      rate("times"),
    ]);
  });

  test("with a fee in the payout currency, taken after the rate", () => {
    expect(drawn("1250", "1538.42", "1500", "1921525")).toEqual([rate("times"), fee("minus", "1500", "NGN")]);
  });

  test("without a fee", () => {
    expect(drawn("1250", "1538.42", "0", "1923025")).toEqual([rate("times"), fee("minus", "0", null)]);
  });

  test.each([
    ["reconciles neither way", "6.25", "1900000"],
    ["reconciles both ways", "0.000001", "1923025"],
  ])("without signs or a unit where the fee %s", (_name, charged, output) => {
    expect(drawn("1250", "1538.42", charged, output)).toEqual([rate("none"), fee("none", charged, null)]);
  });
});
