import { toKobo } from "./kobo";

/** What is known to be taken off a payment on its way, so that it arrives smaller. */
export type Deduction = {
  name: string;
  amount: string;
  /** Days of the payment, both included. Null: it still stands. */
  from: string;
  until: string | null;
  /** Of the payment before it, in naira: from the one, and up to the other, both included. */
  least: string;
  most: string | null;
  source: string;
};

const actOf2025 = "Nigeria Tax Act 2025, as UBA and Access Bank told their customers in December 2025";
const guide = "CBN Guide to Charges, in force since 1 January 2020, with 7.5 % VAT since 1 February 2020";
const since = { from: "2020-02-01", until: null, source: guide };

export const deductions: readonly Deduction[] = [
  // The sender pays it: a payment is smaller by it only where who sends takes it off.
  {
    ...{ name: "stamp duty", amount: "50.00", from: "2026-01-01", until: null },
    ...{ least: "10000.00", most: null, source: actOf2025 },
  },
  // The receiver paid it: it was taken from what arrived.
  {
    ...{ name: "electronic money transfer levy", amount: "50.00", from: "2021-01-01", until: "2025-12-31" },
    ...{ least: "10000.00", most: null, source: "Finance Act 2020" },
  },
  { name: "transfer fee with VAT", amount: "10.75", least: "0.00", most: "5000.00", ...since },
  { name: "transfer fee with VAT", amount: "26.88", least: "5000.01", most: "50000.00", ...since },
  { name: "transfer fee with VAT", amount: "53.75", least: "50000.01", most: null, ...since },
];

/** The one that makes a payment of the one amount arrive as the other; amounts in kobo. */
export function deductionBetween(expected: bigint, arrived: bigint, day: string): Deduction | undefined {
  return deductions.find(
    ({ amount, from, until, least, most }) =>
      expected - arrived === toKobo(amount) &&
      from <= day &&
      (until === null || day <= until) &&
      expected >= (toKobo(least) ?? 0n) &&
      (most === null || expected <= (toKobo(most) ?? 0n)),
  );
}
