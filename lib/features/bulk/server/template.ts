import { writeTable } from "./write-table";

/** A workbook to fill in, with a row for each payee: the account is there, the amount isn't. */

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
  return writeTable("xlsx", {
    columns: [...mark("Sandbox"), ...columns],
    rows: payees.map(({ accountName, bankName, accountNumber }) => [
      ...mark("SANDBOX"),
      ...[accountName, bankName, accountNumber, ...columns.slice(3).map(() => "")],
    ]),
  });
}
