import { describe, expect, it } from "vitest";
import type { Cell, Grid } from "#lib/table/table";
import { fitsAccount } from "./letterhead";
import { readStatement } from "./read-statement";
import type { ReadStatement, StatementSaid } from "./statement";

const today = "2026-11-30";
const gridOf = (text: string): Grid => ({
  kind: "text",
  lines: text
    .trim()
    .split("\n")
    .map((line, at) => ({ n: at + 1, cells: line.split("|").map((cell): Cell => ({ text: cell.trim() })) })),
});
const any = (text: string, said: StatementSaid = {}) => readStatement(gridOf(text), said, today);
function read(text: string, said?: StatementSaid): ReadStatement {
  const found = any(text, said);
  if (!("lines" in found)) throw new Error(`It is unclear: ${JSON.stringify(found)}`);
  return found;
}
const lineText = ({ n, day, side, amount, balance }: ReadStatement["lines"][number]) =>
  `${n} ${day} ${side} ${amount}${balance === null ? "" : ` ${balance}`}`;
const linesOf = (text: string, said?: StatementSaid) => read(text, said).lines.map(lineText);
const faultsOf = (text: string, said?: StatementSaid) =>
  read(text, said).faults.map(({ n, column, why }) => `${n} ${column}: ${why}`);
const othersOf = (text: string) => read(text).others.map(({ n, kind }) => `${n} ${kind}`);

const header = "Trans. Date | Value. Date | Reference | Debits | Credits | Balance | Remarks";
const three = `${header}
01/11/2026 | 01/11/2026 | A1 | | 5,000.00 | 15,000.00 | NIP/ADA/Invoice 7
02/11/2026 | 03/11/2026 | A2 | 50.00 | | 14,950.00 | Stamp duty
24/11/2026 | 24/11/2026 | A3 | 0.00 | 1,250.50 | 16,200.50 | NIP/OBI`;

it("gives each line whole", () => {
  const statement = read(three);
  expect(statement.lines[0]).toEqual({
    n: 2,
    day: "2026-11-01",
    valueDay: "2026-11-01",
    side: "credit",
    amount: "5000.00",
    balance: "15000.00",
    reference: "A1",
    narration: "NIP/ADA/Invoice 7",
    identity: '["2026-11-01","5000.00","credit","15000.00","A1","NIP/ADA/Invoice 7"]',
    occurrence: 1,
  });
  expect(linesOf(three)).toEqual([
    "2 2026-11-01 credit 5000.00 15000.00",
    "3 2026-11-02 debit 50.00 14950.00",
    "4 2026-11-24 credit 1250.50 16200.50",
  ]);
  expect(statement).toMatchObject({
    ...{ faults: [], others: [], breaks: [], remarks: [], above: [], rows: 3, emptyRows: 0 },
    ...{ dayOrder: "day_month", order: "oldest_first", hasBalances: true, isSwapped: false },
    ...{ opening: "10000.00", closing: "16200.50", charges: { ns: [3], sum: "50.00" } },
    ...{ account: null, currency: null },
  });
});

describe("the columns", () => {
  it("are asked for where one that is needed has no name", () => {
    expect(any("Date | Paid | Balance | Narration\n01/11/2026 | 1 | 1 | x")).toMatchObject({
      unclear: { why: "missing", fields: ["credit", "amount"] },
    });
    expect(any("Colour | Size\nred | 1")).toMatchObject({ unclear: { why: "no_header" } });
  });

  it("are what a person says", () => {
    const mapping = { headerLine: 1, columns: { day: 0, credit: 1, narration: 3 } };
    expect(linesOf("Date | Paid | Balance | Text\n13/11/2026 | 1.00 | 1 | x", { mapping })).toEqual([
      "2 2026-11-13 credit 1.00",
    ]);
  });

  it("are those of the header that has all, below a summary that has some", () => {
    const text = `Summary | Money In | Money Out | Balance
 | 10.00 | 0.00 | 10.00
Date | Money In | Money Out | Balance | Description
13/11/2026 | 10.00 | | 10.00 | x`;
    expect(read(text).headerLine).toBe(3);
    expect(read(text).above.map(({ n }) => n)).toEqual([1, 2]);
  });

  it("are those of the first page, whose header each page repeats", () => {
    const text = `Date | Credit | Narration
13/11/2026 | 10.00 | x
Date | Credit | Narration
14/11/2026 | 20.00 | y`;
    expect(linesOf(text)).toEqual(["2 2026-11-13 credit 10.00", "4 2026-11-14 credit 20.00"]);
    expect(othersOf(text)).toEqual(["3 header"]);
  });

  it("are asked for where two headers differ and each has all", () => {
    expect(
      any("Date | Credit | Narration\n13/11/2026 | 1 | x\nDate | Narration | Credit\n14/11/2026 | y | 2"),
    ).toMatchObject({ unclear: { why: "several_headers", candidates: [1, 3] } });
  });

  it("that aren't used are named as that", () => {
    const { columns } = read(
      "Date | Type | Amount | Credit | Debit | Narration | Branch\n13/11/2026 | a | b | 1 | | x | y",
    );
    expect(columns.flatMap(({ name, field }) => (field === null ? [name] : []))).toEqual([
      ...["Type", "Amount", "Branch"],
    ]);
  });

  it("take the value date for the day where there is no other", () => {
    const { lines, filledBy } = read("Value Date | Credit | Narration\n13/11/2026 | 1.00 | x");
    expect([lines[0]?.day, lines[0]?.valueDay, filledBy]).toEqual([
      ...["2026-11-13", "2026-11-13", [{ field: "day", by: "valueDay" }]],
    ]);
  });
});

describe("the side", () => {
  const one = (rows: string, said?: StatementSaid) => linesOf(`Date | Amount | Narration\n${rows}`, said);
  const sided = (rows: string) => `Date | Amount | Dr/Cr | Narration\n${rows}`;

  it.each([
    ["13/11/2026 | 10.00 | a\n13/11/2026 | -4.00 | b"],
    ["13/11/2026 | 10.00CR | a\n13/11/2026 | 4.00DR | b"],
    ["13/11/2026 | 10.00 | a\n13/11/2026 | (4.00) | b"],
    ["13/11/2026 | 10.00 | a\n13/11/2026 | 4.00 Dr | b"],
    ["13/11/2026 | +10.00 | a\n13/11/2026 | −4.00 | b"],
  ])("stands in the amount: %j", (rows) => {
    expect(one(rows)).toEqual(["2 2026-11-13 credit 10.00", "3 2026-11-13 debit 4.00"]);
  });

  it("stands in its column", () => {
    expect(
      linesOf(
        sided("13/11/2026 | 10.00 | CR | a\n13/11/2026 | 4.00 | Debit | b\n13/11/2026 | -4.00 | D | c"),
      ),
    ).toEqual(["2 2026-11-13 credit 10.00", "3 2026-11-13 debit 4.00", "4 2026-11-13 debit 4.00"]);
    expect(
      faultsOf(sided("13/11/2026 | -10.00 | CR | a\n13/11/2026 | 4.00 | | b\n13/11/2026 | 4.00 | X | c")),
    ).toEqual([
      "2 amount: Its amount says debit and its side says credit.",
      "3 side: Nothing says whether it is a debit or a credit.",
      "4 side: “X” is neither debit nor credit.",
    ]);
  });

  it("is asked for where nothing shows one, and then a credit by a person's word", () => {
    const rows = "13/11/2026 | 10.00 | a";
    expect(any(`Date | Amount | Narration\n${rows}`)).toMatchObject({
      unclear: { why: "missing", fields: ["side"] },
    });
    const mapping = { headerLine: 1, columns: { day: 0, amount: 1, narration: 2 } };
    expect(one(rows, { mapping })).toEqual(["2 2026-11-13 credit 10.00"]);
  });

  it("is no guess beside amounts that say both", () => {
    expect(faultsOf("Date | Amount | Narration\n13/11/2026 | 10.00CR | a\n13/11/2026 | 4.00 | b")).toEqual([
      "3 amount: Nothing says whether it is a debit or a credit.",
    ]);
  });

  it("is never both", () => {
    const text = `${header}\n13/11/2026 | | | 10.00 | 20.00 | 5.00 | x`;
    expect(faultsOf(text)).toEqual(["2 debit: It has a debit and a credit."]);
    expect(linesOf(text)).toEqual([]);
  });

  it("is the column's where all debits have a minus, and a fault where only some do", () => {
    const both = (a: string, b: string) =>
      `Date | Debit | Credit | Narration\n13/11/2026 | ${a} | 0.00 | x\n14/11/2026 | ${b} | | y`;
    expect(linesOf(both("-10.00", "(4.00)"))).toEqual([
      "2 2026-11-13 debit 10.00",
      "3 2026-11-14 debit 4.00",
    ]);
    expect(faultsOf(both("-10.00", "4.00"))).toEqual(["2 debit: A debit below zero could be either side."]);
    expect(
      faultsOf("Date | Debit | Credit | Narration\n13/11/2026 | | -1.00 | x\n13/11/2026 | | 1.00DR | x"),
    ).toEqual([
      "2 credit: A credit below zero could be either side.",
      "3 credit: It says debit in the column of credits.",
    ]);
  });
});

describe("the days", () => {
  const rows = (...days: string[]) =>
    `Date | Credit | Narration\n${days.map((day) => `${day} | 1.00 | x`).join("\n")}`;

  it("are asked for once, with both readings", () => {
    expect(any(rows("03/04/2026", "05/04/2026"))).toMatchObject({
      daysUnclear: [{ n: 2, text: "03/04/2026" }, { n: 3 }],
    });
    expect(linesOf(rows("03/04/2026"), { dayOrder: "day_month" })).toEqual(["2 2026-04-03 credit 1.00"]);
    expect(linesOf(rows("03/04/2026"), { dayOrder: "month_day" })).toEqual(["2 2026-03-04 credit 1.00"]);
  });

  it("are settled by the other column of days", () => {
    expect(linesOf("Date | Value Date | Credit | Narration\n03/04/2026 | 24/04/2026 | 1 | x")).toEqual([
      "2 2026-04-03 credit 1.00",
    ]);
  });

  it("are faults where they are ahead, too long ago, none or no day", () => {
    const last = "2025-10-26";
    expect(faultsOf(rows("2026-12-01", "2025-10-25", last, "", "soon", today))).toEqual([
      "2 day: 2026-12-01 is still to come.",
      "3 day: 2025-10-25 is more than 400 days ago.",
      "5 day: It has no day.",
      "6 day: “soon” is no day.",
    ]);
  });
});

describe("the balance", () => {
  const rows = (...given: string[]) => `Date | Credit | Debit | Balance | Narration\n${given.join("\n")}`;
  const oldest = [
    "13/11/2026 | 10.00 | | 110.00 | a",
    "14/11/2026 | | 5.00 | 105.00 | b",
    "14/11/2026 | 1.00 | | 106.00 | c",
  ];

  it("follows in either order, and lines come the oldest first", () => {
    expect(read(rows(...oldest))).toMatchObject({ order: "oldest_first", breaks: [] });
    const newest = read(rows(...oldest.toReversed()));
    expect(newest).toMatchObject({ order: "newest_first", breaks: [], opening: "100.00", closing: "106.00" });
    expect(newest.lines.map(({ narration }) => narration)).toEqual(["a", "b", "c"]);
  });

  it("tells the order where the days don't", () => {
    const sameDay = (...given: string[]) => read(rows(...given.map((row) => row.replace("14/", "13/"))));
    expect(sameDay(...oldest)).toMatchObject({ order: "oldest_first", breaks: [] });
    expect(sameDay(...oldest.toReversed())).toMatchObject({ order: "newest_first", breaks: [] });
    // A value date may go back.
    const back = [...oldest, "12/11/2026 | 1.00 | | 107.00 | d"];
    expect(read(rows(...back))).toMatchObject({ order: "oldest_first", breaks: [] });
    expect(read(rows(...back.toReversed()))).toMatchObject({ order: "newest_first", breaks: [] });
  });

  it("shows where a line is missing, and by how much", () => {
    const [a = "", , c = ""] = oldest;
    expect(read(rows(a, c)).breaks).toEqual([{ afterN: 2, missing: "-5.00" }]);
    expect(read(rows(c, a)).breaks).toEqual([{ afterN: 3, missing: "-5.00" }]);
  });

  it("is added up over lines that state none", () => {
    expect(read(rows(oldest[0] ?? "", "14/11/2026 | | 5.00 | | b", oldest[2] ?? "")).breaks).toEqual([]);
    expect(read(rows(oldest[0] ?? "", "14/11/2026 | | 6.00 | | b", oldest[2] ?? "")).breaks).toEqual([
      { afterN: 3, missing: "1.00" },
    ]);
  });

  it("may be below zero", () => {
    expect(
      read(rows("13/11/2026 | 10.00 | | -90.00 | a", "14/11/2026 | | 5.00 | 95.00 DR | b")).breaks,
    ).toEqual([]);
    expect(
      read(rows("13/11/2026 | 10.00 | | (90.00) | a", "14/11/2026 | 95.00 | | 5.00 CR | b")).breaks,
    ).toEqual([]);
  });

  it("has to follow from the opening balance and lead to the closing one", () => {
    const between = (opening: string, closing: string) =>
      read(
        rows(
          `01/11/2026 | | | ${opening} | Opening Balance`,
          ...oldest,
          ` | | | ${closing} | Closing balance`,
        ),
      );
    expect(between("100.00", "106.00")).toMatchObject({ breaks: [], opening: "100.00", closing: "106.00" });
    expect(between("99.00", "107.00")).toMatchObject({
      breaks: [
        { afterN: 2, missing: "1.00" },
        { afterN: 5, missing: "1.00" },
      ],
      ...{ opening: "99.00", closing: "107.00" },
    });
  });

  it("is proved by both even where no line has one", () => {
    const text = (closing: string) => `Opening Balance: ₦100.00
Closing Balance | ${closing}
Date | Credit | Narration
13/11/2026 | 10.00 | a
14/11/2026 | 5.00 | b`;
    expect(read(text("115.00"))).toMatchObject({ breaks: [], hasBalances: false, opening: "100.00" });
    expect(read(text("165.00")).breaks).toEqual([{ afterN: 5, missing: "50.00" }]);
  });

  it("is carried over from page to page", () => {
    const page = (balance: string) =>
      rows(oldest[0] ?? "", ` | | | ${balance} | Balance B/F`, ...oldest.slice(1));
    expect(read(page("110.00")).breaks).toEqual([]);
    expect(read(page("111.00")).breaks).toEqual([
      { afterN: 2, missing: "1.00" },
      { afterN: 3, missing: "-1.00" },
    ]);
  });

  it("doesn't follow past a line that is a fault", () => {
    const text = rows(oldest[0] ?? "", "14/11/2026 | | five | 105.00 | b", oldest[2] ?? "");
    expect(read(text).breaks).toEqual([{ afterN: 2, missing: "-5.00" }]);
  });
});

describe("rows that are no lines of money", () => {
  it("are named", () => {
    const text = `Date | Credit | Debit | Balance | Narration
 | | | 100.00 | Balance B/F
13/11/2026 | 10.00 | | 110.00 | Total Energies refund
14/11/2026 | 0.00 | 0.00 | 110.00 | Nothing moved
 | | | |  paid on behalf of ADA
Total | 10.00 | 0.00 | |
 | 10.00 | | | Total Credits
Closing Balance | | | 110.00 |
*** End of statement ***`;
    expect(othersOf(text)).toEqual([
      ...["2 opening", "4 zero", "5 note", "6 total", "7 total", "8 closing", "9 note"],
    ]);
    expect(linesOf(text)).toEqual(["3 2026-11-13 credit 10.00 110.00"]);
    expect(read(text)).toMatchObject({
      faults: [],
      breaks: [],
      rows: 8,
      opening: "100.00",
      closing: "110.00",
    });
  });

  it("state their balance in the place of an amount, or beside their name", () => {
    const text = `Date | Credit | Debit | Narration
01/11/2026 | 100.00 | | Opening balance
13/11/2026 | 10.00 | | a
 | | | Closing balance: NGN 110.00`;
    expect(read(text)).toMatchObject({ opening: "100.00", closing: "110.00", breaks: [], faults: [] });
    expect(linesOf(text)).toEqual(["3 2026-11-13 credit 10.00"]);
  });

  it("have no amount of their own", () => {
    const text =
      "Date | Credit | Debit | Balance | Narration\n13/11/2026 | 10.00 | | 110.00 | Opening balance";
    expect(faultsOf(text)).toEqual(["2 narration: It is called a balance and has an amount of its own."]);
  });

  it("are no lines without an amount: those are faults", () => {
    expect(faultsOf("Date | Credit | Narration\n13/11/2026 | | x")).toEqual(["2 amount: It has no amount."]);
    expect(faultsOf("Date | Credit | Narration\n | 10.00 | x")).toEqual(["2 day: It has no day."]);
  });
});

describe("equal lines", () => {
  const row = "13/11/2026 | 10.00 | the same";
  it("of a day stay two, whichever order the file has, and blanks make no other line", () => {
    const both = read(
      `Date | Credit | Narration\n${row}\n13/11/2026 | ₦10.0 |  the  same \n14/11/2026 | 10.00 | the same`,
    );
    expect(both.lines.map(({ occurrence }) => occurrence)).toEqual([1, 2, 1]);
    expect(new Set(both.lines.map(({ identity }) => identity)).size).toBe(2);
    const text = `Date | Credit | Narration\n14/11/2026 | 10.00 | b\n${row}\n${row}`;
    expect(read(text).lines.map(({ n, occurrence }) => [n, occurrence])).toEqual([
      ...[
        [4, 1],
        [3, 2],
        [2, 1],
      ],
    ]);
  });
});

describe("whose account it is", () => {
  const under = (...letterhead: string[]) =>
    read(`${letterhead.join("\n")}\nDate | Credit | Narration\n13/11/2026 | 1.00 | x`);

  it.each([
    ["Account Number | 0123456789", "0123456789"],
    ["Account No: 0123456789", "0123456789"],
    ["Acct No. | | 0123456789", "0123456789"],
    ["Account Name | NUBAN\nACME | 0123456789", "0123456789"],
    ["Account: 012****789", "012****789"],
    ["Account No | XXXXXX6789", "******6789"],
    ["Customer ID | 0123456789", null],
    ["Phone | 08012345678", null],
    ["Account statement as of 2026-11-24 14:03", null],
    ["Statement of account | 01/11/2026 - 30/11/2026", null],
  ])("stands above the table: %j", (letterhead, account) => {
    expect(under(letterhead).account).toBe(account);
  });

  it.each([
    ["Currency | NGN", "NGN"],
    ["Currency: Nigerian Naira", "NGN"],
    ["CCY | USD", "USD"],
    ["Account: 0123456789 ¦ Currency: US Dollar", "USD"],
    ["Currency Account", null],
  ])("and in which currency: %j", (letterhead, currency) => {
    expect(under(letterhead).currency).toBe(currency);
  });

  it("says the currency in the names of its columns too", () => {
    expect(read("Date | Credit (USD) | Narration\n13/11/2026 | 1.00 | x").currency).toBe("USD");
    expect(read("Date | Credit (₦) | Narration\n13/11/2026 | 1.00 | x").currency).toBe("NGN");
  });

  it("may stand in a column, and then a line of another one is a fault", () => {
    const text = `Account Number | Currency | Date | Credit | Narration
0123456789 | NGN | 13/11/2026 | 1.00 | a
0123456789 | USD | 13/11/2026 | 1.00 | b
9876543210 | NGN | 13/11/2026 | 1.00 | c`;
    expect(read(text)).toMatchObject({ account: "0123456789", currency: "NGN" });
    expect(faultsOf(text).map((fault) => fault.slice(0, 10))).toEqual(["3 currency", "4 account:"]);
  });

  it("fits by all digits that it shows", () => {
    expect(fitsAccount("0123456789", "0123456789")).toBe(true);
    expect(fitsAccount("012****789", "0123456789")).toBe(true);
    expect(fitsAccount("012****788", "0123456789")).toBe(false);
    expect(fitsAccount("0123456788", "0123456789")).toBe(false);
  });
});

describe("a workbook", () => {
  const lines = (...rows: (string | Cell)[][]): Grid => ({
    kind: "workbook",
    lines: rows.map((cells, at) => ({
      n: at + 1,
      cells: cells.map((cell) => (typeof cell === "string" ? { text: cell } : cell)),
      ...(at === 2 && { isHidden: true as const }),
    })),
  });
  const number = (text: string): Cell => ({ text, form: "number" });

  it("has numbers and dates, and what is odd of a row is remarked", () => {
    const found = readStatement(
      lines(
        ["Account Number", number("123456789")],
        ["Date", "Credit", "Balance", "Reference", "Narration"],
        [
          { text: "2026-11-13", form: "date" },
          number("10.5"),
          { ...number("110.5"), isFormula: true },
          "",
          "a",
        ],
        [{ text: "2026-11-14 10:00:00", form: "date" }, number("0.1"), number("110.6"), "1.2E+29", "b"],
      ),
      {},
      today,
    );
    expect(found).toMatchObject({
      account: "0123456789",
      breaks: [],
      remarks: [
        { n: 3, what: "hidden" },
        { n: 3, what: "formula" },
        { n: 4, what: "digits_lost" },
      ],
    });
    expect("lines" in found && found.lines.map(lineText)).toEqual([
      "3 2026-11-13 credit 10.50 110.50",
      "4 2026-11-14 credit 0.10 110.60",
    ]);
  });

  it("is asked about where it may have swapped days and months", () => {
    const grid = lines(
      ["Date", "Credit", "Narration"],
      [{ text: "2026-03-11", form: "date" }, number("1"), "a"],
      ["24/11/2026", number("2"), "b"],
    );
    expect(readStatement(grid, {}, today)).toMatchObject({ daysUnclear: [{ n: 2 }] });
    const right = readStatement(grid, { dayOrder: "day_month" }, today);
    expect("lines" in right && [right.isSwapped, right.lines.map(({ day }) => day)]).toEqual([
      ...[true, ["2026-11-03", "2026-11-24"]],
    ]);
  });
});

it("lists the bank's own charges, and no payment that only sounds like one", () => {
  const text = `Date | Debit | Credit | Narration
13/11/2026 | 50.00 | | STAMP DUTY
13/11/2026 | 10.75 | | NIP CHARGE + VAT
13/11/2026 | 4.00 | | SMS Alert Charge
13/11/2026 | 3.75 | | VAT on NIP transfer
13/11/2026 | 26.88 | | Transfer fee
13/11/2026 | | 50.00 | Reversal of stamp duty
13/11/2026 | 9000.00 | | School fees Ada
13/11/2026 | 9000.00 | | Sales commission Obi
13/11/2026 | 9000.00 | | FIRS/VAT Q3`;
  expect(read(text).charges).toEqual({ ns: [2, 3, 4, 5, 6], sum: "95.38" });
});
