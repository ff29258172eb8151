import { textFile } from "#lib/testing/table/text-file";
import { type MadeCell, workbookOf } from "#lib/testing/table/workbook";
import { banks } from "./bank-forms";
import {
  accountNumber,
  cellsOf,
  cellsOfWorkbook,
  days,
  type Entry,
  type Form,
  money,
  month,
  rowsOf,
} from "./bank-statements";

/** Statements as people download, open and save them, and what each of them gives. */

/** What differs from the plain month, all of whose lines are there and whose balance follows. */
export type Gives = {
  unused?: string[];
  /** How many lines above the header are shown. */
  above?: number;
  others?: string[];
  faults?: string[];
  breaks?: string[];
  account?: string | null;
  currency?: string | null;
  order?: "newest_first";
  /** Of the month: those that the file has as lines. */
  entries?: readonly Entry[];
  /** What the file doesn't have of a line. */
  without?: ("reference" | "valueDay" | "balance")[];
  isSwapped?: true;
};
type Asks = { asks: "columns" | "days"; of: string };
type Refuses = { refuses: RegExp };
export type StatementFile = {
  name: string;
  file: Buffer;
  said?: { dayOrder?: "day_month" | "month_day" };
  gives: Gives | Asks | Refuses;
};

const formOf = (name: string): Form => banks[name] ?? { columns: [] };
const known: Record<string, Gives> = {
  GTBank: { above: 3, unused: ["Originating Branch"], currency: "NGN" },
  Zenith: { above: 3, others: ["total"], currency: "NGN", without: ["reference"] },
  Access: { above: 3, account: "012****789", currency: "NGN" },
  UBA: { above: 3, currency: "NGN", without: ["reference"] },
  "First Bank": { above: 2, others: ["note"] },
  FCMB: { above: 2, currency: "NGN" },
  "Stanbic IBTC": { above: 2, others: ["closing"], currency: "NGN", without: ["reference"] },
  Kuda: { above: 3, unused: ["Category", "To / From"], without: ["reference", "valueDay"] },
  Moniepoint: { account: accountNumber, currency: "NGN", unused: ["Balance Before"], without: ["valueDay"] },
};

/** Each bank's own file, as a CSV and as a workbook of texts. */
const ofBanks = Object.keys(banks).flatMap((name): StatementFile[] => {
  const rows = rowsOf(formOf(name));
  const gives = { account: accountNumber, ...known[name] };
  return [
    { name: `${name}: CSV`, file: textFile(rows, { encoding: "utf8-mark" }), gives },
    { name: `${name}: workbook`, file: workbookOf("excel", { name: "Statement", rows }), gives },
  ];
});

const plain = cellsOf({ day: days.slashed, money: money.grouped });
/** A file of few columns. */
const small = (columns: Form["columns"], more: Partial<Form> = {}) => rowsOf({ columns, ...more });
const narration = ["Narration", plain.narration] as const;
const both = (of: typeof plain) =>
  [["Date", of.day], ["Credit", of.credit], ["Debit", of.debit], ["Balance", of.balance], narration] as const;
const few: Gives = { without: ["reference", "valueDay"] };
const withoutBalance: Gives = { without: ["reference", "valueDay", "balance"] };
const written = (day: (day: string) => string, write: (kobo: bigint) => string) =>
  small(both(cellsOf({ day, money: write })));

/** How programs and countries write the same month. */
const ofPrograms: StatementFile[] = [
  {
    name: "saved in Germany: semicolons, 1.250,50 and 24.11.2026",
    file: textFile(written(days.dotted, money.german), { separator: ";" }),
    gives: few,
  },
  {
    name: "saved in France: 1 250,50",
    file: textFile(written(days.slashed, money.french), { separator: ";", encoding: "utf16le" }),
    gives: few,
  },
  {
    name: "24/11/26 and NGN, tabs",
    file: textFile(written(days.shortYear, money.code), { separator: "\t" }),
    gives: few,
  },
  { name: "the month before the day", file: textFile(written(days.american, money.grouped)), gives: few },
  {
    name: "a workbook of numbers and dates",
    file: workbookOf("excel", { name: "S", rows: cellsOfWorkbook(small(both(plain))) }),
    gives: few,
  },
  {
    name: "Google: a workbook of numbers and dates",
    file: workbookOf("google", { name: "S", rows: cellsOfWorkbook(rowsOf(formOf("UBA"))) }),
    gives: { account: accountNumber, ...known.UBA },
  },
  {
    name: "amounts with a sign",
    file: textFile(
      small([["Date", plain.day], ["Amount", plain.signed], ["Balance", plain.balance], narration]),
    ),
    gives: few,
  },
  {
    name: "amounts in brackets, without a balance",
    file: textFile(small([["Date", plain.day], ["Amount (₦)", plain.inBrackets], narration])),
    gives: { ...withoutBalance, currency: "NGN" },
  },
  {
    name: "amounts with Dr and Cr behind them",
    file: textFile(small([["Date", plain.day], ["Amount", plain.suffixed], narration])),
    gives: withoutBalance,
  },
  {
    name: "Dr and Cr in a column",
    file: textFile(small([["Date", plain.day], ["Amount", plain.amount], ["Dr/Cr", plain.side], narration])),
    gives: withoutBalance,
  },
  {
    name: "the newest line first",
    file: textFile(rowsOf({ columns: both(plain) }, month.toReversed())),
    gives: { ...few, order: "newest_first" },
  },
];

/** A program that takes the month first has made dates of what fits, swapped, and left the rest as text. */
const swappedRows = rowsOf({ columns: both(plain) }).map((row): MadeCell[] => {
  const [date = "", month] = row[0]?.split("/") ?? [];
  const cells =
    cellsOfWorkbook([row.with(0, Number(date) <= 12 ? `${month}/${date}/2026` : (row[0] ?? ""))])[0] ?? [];
  return Number(date) <= 12 ? cells : cells.with(0, row[0] ?? "");
});
const swapped = workbookOf("excel", { name: "S", rows: swappedRows });
const firstOnly = month.slice(0, 1);
const withRow = (...cells: string[]) => textFile(rowsOf({ columns: both(plain), below: [cells] }));
const page = small(both(plain));

/** What is wrong with a file, and what can't be told from it. */
const troubled: StatementFile[] = [
  {
    name: "a line is missing",
    file: textFile(rowsOf({ columns: both(plain) }, month.toSpliced(5, 1))),
    gives: { ...few, entries: month.toSpliced(5, 1), breaks: ["after 6: -25000.50"] },
  },
  {
    name: "a line twice",
    file: textFile(rowsOf({ columns: both(plain) }, month.toSpliced(5, 0, ...month.slice(4, 5)))),
    gives: {
      ...few,
      entries: month.toSpliced(5, 0, ...month.slice(4, 5)),
      breaks: ["after 6: -185000.00"],
    },
  },
  {
    name: "a header on each page, and the balance carried over",
    file: textFile([
      ...page.slice(0, 6),
      ["", "", "", money.grouped(month[4]?.balance ?? 0n), "Balance B/F"],
      ...[page[0] ?? [], ...page.slice(6)],
    ]),
    gives: { ...few, others: ["opening", "header"] },
  },
  {
    name: "every day could be a month",
    file: textFile(rowsOf({ columns: both(plain) }, firstOnly)),
    gives: { asks: "days", of: "2 02/11/2026: 2026-11-02 or 2026-02-11" },
  },
  {
    name: "every day could be a month, and a person said",
    file: textFile(rowsOf({ columns: both(plain) }, firstOnly)),
    said: { dayOrder: "day_month" },
    gives: { ...few, entries: firstOnly },
  },
  {
    name: "a spreadsheet may have swapped days and months",
    file: swapped,
    gives: { asks: "days", of: "2 2026-02-11: 2026-11-02 or 2026-02-11" },
  },
  {
    name: "a spreadsheet has swapped days and months, as a person said",
    file: swapped,
    said: { dayOrder: "day_month" },
    gives: { ...few, isSwapped: true },
  },
  {
    name: "no column of credits",
    file: textFile(small([["Date", plain.day], ["Paid", plain.amount], narration])),
    gives: { asks: "columns", of: "missing credit amount" },
  },
  {
    name: "amounts that show no side",
    file: textFile(small([["Date", plain.day], ["Amount", plain.amount], narration])),
    gives: { asks: "columns", of: "missing side" },
  },
  {
    name: "two columns of narration",
    file: textFile(small([...both(plain), ["Remarks", plain.narration]])),
    gives: { asks: "columns", of: "several narration" },
  },
  {
    name: "an account in dollars, by the names of its columns",
    file: textFile(
      small([["Date", plain.day], ["Credit (USD)", plain.credit], ["Debit (USD)", plain.debit], narration]),
    ),
    gives: { ...withoutBalance, currency: "USD" },
  },
  {
    name: "another account",
    file: textFile(rowsOf({ columns: both(plain), above: [["NUBAN", "9876543210"]] })),
    gives: { ...few, above: 1, account: "9876543210" },
  },
  {
    name: "a debit and a credit in one line",
    file: withRow("29/11/2026", "5.00", "7.00", "", "Both"),
    gives: { ...few, faults: ["12 debit"] },
  },
  {
    name: "digits that are lost",
    file: withRow("29/11/2026", "1.23E+09", "", "########", "Lost"),
    gives: { ...few, faults: ["12 credit", "12 balance"] },
  },
  {
    name: "a day to come",
    file: withRow("01/12/2026", "5.00", "", "", "Ahead"),
    gives: { ...few, faults: ["12 day"] },
  },
  { name: "no day", file: withRow("", "5.00", "", "", "Whose?"), gives: { ...few, faults: ["12 day"] } },
  {
    name: "no amount",
    file: withRow("29/11/2026", "", "", "", "What?"),
    gives: { ...few, faults: ["12 amount"] },
  },
  {
    name: "a narration that goes on in a row of its own",
    file: withRow("", "", "", "", "on behalf of ADA"),
    gives: { ...few, others: ["note"] },
  },
];

const refused: StatementFile[] = [
  {
    name: "a web page named .xls",
    file: Buffer.from("<html><table id='dgtrans'><tr><td>Trans. Date</td></tr></table></html>"),
    gives: { refuses: /web page/ },
  },
  { name: "a PDF", file: Buffer.from("%PDF-1.7\n"), gives: { refuses: /PDF/ } },
  {
    name: "letters of old",
    file: textFile(page, { encoding: "latin1" }).fill(0xfc, 60, 61),
    gives: { refuses: /UTF-8/ },
  },
  {
    name: "more than 4 MB",
    file: Buffer.alloc(4_300_000, "a,b\n"),
    gives: { refuses: /4\.2 MB; the most is 4 MB/ },
  },
];

export const statementFiles = [...ofBanks, ...ofPrograms, ...troubled, ...refused];
