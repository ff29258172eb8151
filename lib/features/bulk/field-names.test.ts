import { describe, expect, it } from "vitest";
import { findTable } from "#lib/table/find-table";
import type { Grid, Line } from "#lib/table/table";
import { payoutFields } from "./batches/payout-fields";
import { payeeFields } from "./payee-fields";

const line = (n: number, ...texts: string[]): Line => ({ n, cells: texts.map((text) => ({ text })) });
const grid = (...lines: Line[]): Grid => ({ kind: "text", lines });
const ada = ["Ada", "GTB", "0123456785", "ADA EZE"];
const find = (...lines: Line[]) => findTable(grid(...lines), payeeFields);
const whyOf = (found: ReturnType<typeof find>) => ("unclear" in found ? found.unclear.why : "found");

it.each([
  [["  NAME ", "bank-name", "Acct. No", "Account Name"]],
  [["Recipient", "Bank code", "A/C No."]],
  [["Vendor", "BANK", "Account Number"]],
  [["Nom", "Banque", "Numéro de compte"]],
])("finds columns by name, without case, blanks, points and accents: %j", (names) => {
  expect(whyOf(find(line(1, ...names), line(2, ...ada)))).toBe("found");
});

describe("a table of payouts", () => {
  const findPayouts = (names: readonly string[]) =>
    findTable(grid(line(1, ...names), line(2, ...names.map(() => "1"))), payoutFields);
  const fieldsOf = (names: string) => {
    const found = findPayouts(names.split(", "));
    return "table" in found ? found.table.columns.map(({ field }) => field).join(" ") : found.unclear.why;
  };

  it.each([
    ["Name, Bank, Account, Naira, Reference", "accountName bank accountNumber naira reference"],
    ["S/N, Name, Bank, Account Number, Amount", " accountName bank accountNumber amount"],
    [
      "Beneficiary Name, Beneficiary Account No., Beneficiary Bank, Amount (NGN), Narration",
      "accountName accountNumber bank naira purpose",
    ],
    [
      "Beneficiary, Account No, Bank Name, Amount (₦), Remarks",
      "accountName accountNumber bank naira purpose",
    ],
    ["Staff Name, Bank, Acct No., Net Pay", "accountName bank accountNumber amount"],
    ["Staff Name, Bank, Acct No., Net Pay (NGN)", "accountName bank accountNumber naira"],
    ["Employee ID, Employee, Gross Pay, Net Pay, Bank, NUBAN", " accountName  amount bank accountNumber"],
    ["Employee, Salary, Amount, Bank, NUBAN", "accountName  amount bank accountNumber"],
    ["Vendor, Amount USDT, Invoice No, A/C Number, Bank", "accountName amount reference accountNumber bank"],
    [
      "Recipient Name, Recipient Account, Recipient Bank, USD Amount",
      "accountName accountNumber bank amount",
    ],
    ["SN, NAMES, BANK NAME, ACCOUNT NUMBER, AMOUNT DUE", " accountName bank accountNumber amount"],
    [
      "amount, token, network, bank_code, account_number, account_name, reference",
      "amount token network bank accountNumber accountName reference",
    ],
    ["Payee, Bank Code, Account Number, Amount, Currency", "accountName bank accountNumber amount token"],
    ["Nom, Banque, Numéro de compte, Montant", "accountName bank accountNumber amount"],
    ["Kontoinhaber, Bank, Kontonummer, Betrag (USDC)", "accountName bank accountNumber amount"],
  ])("is found by the names of its columns: %s", (names, fields) => {
    expect(fieldsOf(names)).toBe(fields);
  });

  it("is paid to the name of the account, where it has another name too", () => {
    expect(fieldsOf("Staff Name, Account Name, Bank, Account, Amount")).toBe(
      " accountName bank accountNumber amount",
    );
    expect(fieldsOf("Name, Staff Name, Bank, Account, Amount")).toBe("several");
    expect(fieldsOf("Beneficiary, Account Name, Bank, Account, Amount")).toBe("several");
  });

  it("needs one amount, and asks which of two it is", () => {
    expect(fieldsOf("Name, Bank, Account, Amount, Naira")).toBe(
      "accountName bank accountNumber amount naira",
    );
    expect(fieldsOf("Name, Bank, Account, Net Pay, Amount (NGN)")).toBe("several");
    expect(fieldsOf("Name, Bank, Account, Reference")).toBe("missing");
  });
});
