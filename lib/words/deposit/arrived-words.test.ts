import { expect, test } from "vitest";
import type { Amount } from "#lib/money/money";
import { arrivedWords } from "./arrived-words";

const of = (status: "deposit_short" | "deposit_over" | "deposit_late" | "paid", arrived: string | null) =>
  arrivedWords({
    status,
    amount: "100.00" as Amount,
    arrivedAmount: arrived as Amount | null,
    fromCurrency: "USDC",
  })?.headline;

test.each([
  ["deposit_short", "60", "60 of 100 USDC arrived; 40 are missing"],
  ["deposit_short", "99.000", "99 of 100 USDC arrived; 1 is missing"],
  ["deposit_short", "99.999999", "99.999999 of 100 USDC arrived; 0.000001 are missing"],
  ["deposit_short", null, "Less than 100 USDC arrived"],
  ["deposit_over", "1120.5", "1,120.50 USDC arrived; 1,020.50 more than 100"],
  ["deposit_over", null, "More than 100 USDC arrived"],
  ["deposit_late", null, "The deposit arrived late"],
  ["paid", null, undefined],
] as const)("%s with %s says: %s", (status, arrived, sentence) => {
  expect(of(status, arrived)).toBe(sentence);
});
