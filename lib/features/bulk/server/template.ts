import { mostRows } from "#lib/features/bulk/limits";
import { writeTable } from "#lib/server/table-files/write-table";

/**
 * A workbook to fill in, with a row for each payee: the account is there, the amount isn't. The empty rows below are made for
 * text too, so that an account number that is typed there keeps its zeros.
 */

type Payee = {
  name: string;
  bankName: string;
  bankCode: string;
  accountNumber: string;
  accountName: string;
};

const columns = [
  "Name",
  "Bank",
  "Account number",
  "Amount",
  "Naira",
  "Token",
  "Network",
  "Reference",
  "Purpose",
];

export function templateWorkbook(
  payees: readonly Payee[],
  isSandbox: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  const mark = (text: string) => (isSandbox ? [text] : []);
  const row = (mark: string[], filled: string[]) => [...mark, ...columns.map((_, at) => filled[at] ?? "")];
  const empty = Array.from({ length: Math.max(0, mostRows - payees.length) }, () => row(mark(""), []));
  return writeTable("xlsx", "Payouts", {
    columns: [...mark("Sandbox"), ...columns],
    rows: [
      ...payees.map(({ accountName, bankName, bankCode, accountNumber }) =>
        row(mark("SANDBOX"), [accountName, bankName || bankCode, accountNumber]),
      ),
      ...empty,
    ],
  });
}
