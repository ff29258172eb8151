import { expect, test } from "vitest";
import type { Amount } from "#lib/money/money";
import { arrivedWords } from "./arrived-words";

const asked = { amount: "100.00" as Amount, fromCurrency: "USDC" };
const of = (status: "deposit_short" | "deposit_over" | "deposit_late" | "paid", arrived: string | null) =>
  arrivedWords({ ...asked, status, arrivedAmount: arrived as Amount | null })?.headline;

test("beside the amount that was asked for, it says what arrived and what differs", () => {
  const brief = (status: "deposit_short" | "deposit_over", arrived: string) =>
    arrivedWords({ ...asked, status, arrivedAmount: arrived as Amount })?.brief;
  expect(brief("deposit_short", "60.5")).toBe("60.50 arrived, 39.50 missing");
  expect(brief("deposit_over", "120")).toBe("120.00 arrived, 20.00 too much");
});

test.each([
  ["deposit_short", "60", "60.00 of 100.00 USDC arrived; 40.00 is missing"],
  ["deposit_short", "99.000", "99.00 of 100.00 USDC arrived; 1.00 is missing"],
  ["deposit_short", "99.999999", "99.999999 of 100.00 USDC arrived; 0.000001 is missing"],
  ["deposit_short", null, "Less than 100.00 USDC arrived"],
  ["deposit_over", "1120.5", "1,120.50 USDC arrived; 1,020.50 more than 100.00"],
  ["deposit_over", null, "More than 100.00 USDC arrived"],
  ["deposit_late", null, "The deposit arrived late"],
  ["paid", null, undefined],
] as const)("%s with %s says: %s", (status, arrived, sentence) => {
  expect(of(status, arrived)).toBe(sentence);
});
