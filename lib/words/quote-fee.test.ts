import { expect, it } from "vitest";
import type { Amount } from "#lib/money/money";
import { feeUnit, feeWords } from "./quote-fee";

const quoted = (fee: string, outputAmount: string) => ({
  amount: "1250" as Amount,
  fromCurrency: "USDC",
  currency: "NGN",
  quote: {
    rate: "1538.42" as Amount,
    fee: fee as Amount,
    outputAmount: outputAmount as Amount,
    quotedAt: "2026-11-20T13:02:00.000Z",
  },
});

it("says the unit of a fee only where the quote's numbers tell it", () => {
  expect(feeWords(quoted("6.25", "1913409.875"))).toBe("6.25 USDC");
  expect(feeWords(quoted("1000", "1922025"))).toBe("1,000.00 NGN");
  expect(feeWords(quoted("6.25", "1"))).toBe("6.25 (currency not stated by the service)");
  // Too small to tell: both currencies would give the output.
  expect(feeUnit(quoted("0.000001", "1923025"))).toBeNull();
  expect(feeWords({ ...quoted("1", "1"), quote: null })).toBeNull();
});
