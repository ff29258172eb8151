import { expect, it } from "vitest";
import { minorUnitsIn, unsaidAmount } from "./amount-columns";

const column = (name: string, field: "amount" | "naira" | "bank" | null = "amount") => [
  { at: 0, name, field },
];

it.each([
  ...["Amount (kobo)", "amount_kobo", "AmountKobo", "KOBO", "Amount in Kobos", "Amountkobo", "Amount2 kobo"],
  ...["Amount (cents)", "USD cents", "cent", "amountcents", "Minor units", "amount-in-minor-units", "pence"],
])("finds that %s is in hundredths, as an amount or as naira", (name) => {
  expect(minorUnitsIn(column(name))).toContain(name);
  expect(minorUnitsIn(column(name, "naira"))).toContain(name);
  expect(minorUnitsIn([...column(name, null), ...column("Amount")])).toBeUndefined();
  expect(minorUnitsIn(column(name, "bank"))).toBeUndefined();
});

it.each(["Amount", "Percent", "Amount (percents)", "Recent amount", "Innocent", "Naira", "Amount (NGN)", ""])(
  "reads %s as it is",
  (name) => {
    expect(minorUnitsIn(column(name))).toBeUndefined();
  },
);

it("knows the names that don’t say whether an amount is naira", () => {
  for (const name of ["Salary", "NET PAY", "Net-Pay (Nov.)", "Wages"])
    expect([name, unsaidAmount(column(name))]).toEqual([name, name]);
  for (const name of ["Amount", "Amount (USDC)", "Whatever a person chose"])
    expect([name, unsaidAmount(column(name))]).toEqual([name, null]);
  expect(unsaidAmount(column("Net Pay", "naira"))).toBeNull();
});
