import { encoded, textFile, textOf } from "#lib/testing/table/text-file";
import {
  type MadeCell,
  type Program,
  sheetAround,
  workbookAround,
  workbookOf,
} from "#lib/testing/table/workbook";
import { zipOf } from "#lib/testing/table/zip";

/** Tables of payouts as people have them: of four programs and in four countries, and what each of them gives. */

type PayoutGives = {
  /** Each row as it would be created, in the words of `plannedRow`; null where something is in doubt. */
  rows: (string | null)[];
  faults?: string[];
  asks?: string[];
  /** What has to be said of the whole batch. */
  questions?: string[];
  unused?: string[];
  above?: number;
  emptyRows?: number;
};
type Refused = { code: "unreadable_file" | "columns_unclear"; says: RegExp };
export type PayoutFile = {
  name: string;
  file: Buffer;
  said?: { hasZerosBack?: boolean; asset?: string | null; decimalMark?: "point" | "comma" };
  gives: PayoutGives | Refused;
};

type Planned = {
  cents: bigint;
  bank: string;
  code: string;
  account: string;
  name: string;
  reference: string;
};
const gtbank = "Guaranty Trust Bank (GTBank)";
const planned: Planned[] = [
  {
    ...{ cents: 125_050n, bank: gtbank, code: "000013", account: "0123456785" },
    ...{ name: "Ada Eze", reference: "INV-1; part 2" },
  },
  {
    ...{ cents: 7_525n, bank: "Zenith Bank", code: "000015", account: "1087654320" },
    ...{ name: "MÜLLER & Söhne, Lagos", reference: 'INV "2"' },
  },
  {
    ...{ cents: 999_900n, bank: "000016", code: "000016", account: "0011223342" },
    ...{ name: "'Yinka Çağlar İpek", reference: "=1+1" },
  },
];

export function plannedRow(
  amount: string,
  { code, account, name, reference }: Omit<Planned, "cents" | "bank">,
) {
  const value = amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount;
  return [value, "base:usdc", code, account, name, reference].join(" | ");
}
const all = planned.map((row) =>
  plannedRow(`${row.cents / 100n}.${`${row.cents % 100n}`.padStart(2, "0")}`, row),
);

type Country = { header: string[]; thousands: string; decimal: string; separator: string };
const countries: Record<string, Country> = {
  English: {
    header: ["Name", "Bank", "Account number", "Amount", "Reference"],
    ...{ thousands: ",", decimal: ".", separator: "," },
  },
  German: {
    header: ["Kontoinhaber", "Bank", "Kontonummer", "Betrag", "Reference"],
    ...{ thousands: ".", decimal: ",", separator: ";" },
  },
  French: {
    header: ["Titulaire du compte", "Banque", "Numéro de compte", "Montant (USDC)", "Reference"],
    ...{ thousands: "\u202f", decimal: ",", separator: ";" },
  },
  Turkish: {
    header: ["Hesap sahibi", "Banka", "Hesap No", "Tutar", "Reference"],
    ...{ thousands: ".", decimal: ",", separator: ";" },
  },
};

function amountIn({ thousands, decimal }: Country, cents: bigint): string {
  const whole = `${cents / 100n}`.replace(/\B(?=(\d{3})+$)/g, thousands);
  return `${whole}${decimal}${`${cents % 100n}`.padStart(2, "0")}`;
}

function rowsIn(country: Country): string[][] {
  return [
    country.header,
    ...planned.map((row) => [row.name, row.bank, row.account, amountIn(country, row.cents), row.reference]),
  ];
}

function ofPrograms(): PayoutFile[] {
  const gives = { rows: all };
  return Object.entries(countries).flatMap(([name, country]): PayoutFile[] => {
    const rows = rowsIn(country);
    const { separator } = country;
    const cells = rows.map((row, at) =>
      row.map(
        (text, column): MadeCell => (at > 0 && column === 3 ? Number(planned[at - 1]?.cents) / 100 : text),
      ),
    );
    const book = (program: Program) => workbookOf(program, { name: "Sheet1", rows: cells });
    return [
      [`Excel, ${name}: CSV UTF-8`, textFile(rows, { separator, encoding: "utf8-mark" })] as const,
      [`Excel, ${name}: Unicode text`, textFile(rows, { separator: "\t", encoding: "utf16le" })] as const,
      [`Numbers, ${name}: CSV`, textFile(rows, { separator, lineEnd: "\n" })] as const,
      [`Google, ${name}: CSV`, textFile(rows)] as const,
      [`LibreOffice, ${name}: CSV`, textFile(rows, { separator, lineEnd: "\n", isQuoted: true })] as const,
      ...(["excel", "google", "libreoffice", "numbers"] as const).map(
        (program) => [`${program}, ${name}: workbook`, book(program)] as const,
      ),
    ].map(([name, file]) => ({ name, file, gives }));
  });
}

const english = rowsIn(countries.English ?? { header: [], thousands: "", decimal: "", separator: "" });
const [header = [], ada = [], ...others] = english;
const adaWith = (at: number, text: string) => ada.with(at, text);
const csv = (...rows: string[][]) => textFile([header, ...rows]);
const fault = (name: string, row: string[], ...faults: string[]): PayoutFile => ({
  name,
  file: csv(row, ...others),
  gives: { rows: [null, ...all.slice(1)], faults },
});
const book = (cell: MadeCell) =>
  workbookOf("excel", {
    name: "S",
    rows: [header, ada.map((text, at): MadeCell => (at === 2 ? cell : text))],
  });
const lostZero = book(123456785);

/** The list of what goes wrong with such files, by its number. */
const listed: PayoutFile[] = [
  {
    name: "1 a lost zero",
    file: lostZero,
    gives: { rows: [null], faults: ["2 accountNumber lost_zero"], questions: ["zeros 1"] },
  },
  {
    name: "1 a lost zero, put back by one press",
    file: lostZero,
    said: { hasZerosBack: true },
    gives: { rows: all.slice(0, 1) },
  },
  fault("2 1.23E+09", adaWith(2, "1.23E+09"), "2 accountNumber lost_digits"),
  fault("2 1,23E+09 as an amount", adaWith(3, "1.23E+09"), "2 amount lost_digits"),
  fault("3 #REF!", adaWith(3, "#REF!"), "2 amount lost_digits"),
  {
    name: "3 #REF! of a workbook",
    file: book({ xml: '<c t="e"><v>#REF!</v></c>' }),
    gives: { rows: [null], faults: ["2 accountNumber lost_digits"] },
  },
  {
    name: "4 a row of totals",
    file: csv(ada, ...others, ["Total", "", "", "11,324.75", ""]),
    gives: { rows: [...all, null], faults: ["5 accountNumber missing"] },
  },
  {
    name: "5 a letterhead above",
    file: textFile([["Acme Foods Ltd"], [], ["Payroll"], ...english]),
    gives: { rows: all, above: 2 },
  },
  {
    name: "6 two header rows",
    file: textFile([["Name", "Bank", "", "", ""], ...english]),
    gives: { code: "columns_unclear", says: /Lines 1 and 2 both name columns/ },
  },
  {
    name: "7 mixed line ends",
    file: Buffer.from(
      textOf(english, { lineEnd: "\n" })
        .split("\n")
        .map((line, at) => line + (["\r\n", "\n", "\r", ""][at] ?? ""))
        .join(""),
    ),
    gives: { rows: all },
  },
  { name: "8 UTF-16", file: textFile(english, { encoding: "utf16le" }), gives: { rows: all } },
  {
    name: "8 UTF-16, the other way round",
    file: textFile(english, { encoding: "utf16be" }),
    gives: { rows: all },
  },
  {
    name: "9 sep=;",
    file: Buffer.concat([Buffer.from("\ufeffsep=;\r\n"), textFile(english, { separator: ";" })]),
    gives: { rows: all },
  },
  {
    name: "10 an open quotation mark",
    file: Buffer.from(textOf(english).replace("\r\nAda", '\r\n"Ada')),
    gives: { code: "unreadable_file", says: /opens in line 2 isn’t closed/ },
  },
  {
    name: "11 1,001 rows",
    file: csv(...Array.from({ length: 1_001 }, () => ada)),
    gives: { code: "unreadable_file", says: /1,001 rows; the most is 1,000/ },
  },
  {
    name: "12 Latin-1",
    file: textFile(english, { encoding: "latin1" }),
    gives: { code: "unreadable_file", says: /aren’t in UTF-8/ },
  },
  {
    name: "13 a web page named .xls",
    file: Buffer.from("<html><table><tr><td>Name</td></tr></table></html>"),
    gives: { code: "unreadable_file", says: /web page/ },
  },
  {
    name: "14 a workbook of 200 MB unpacked",
    file: workbookAround(Buffer.alloc(200 * 1024 * 1024, " ")),
    gives: { code: "unreadable_file", says: /larger than 10 MB/ },
  },
  {
    name: "14 a single cell in the last corner",
    file: workbookAround(sheetAround('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')),
    gives: { code: "unreadable_file", says: /16,384 columns; the most is 50/ },
  },
  {
    name: "15 a header of __proto__",
    file: textFile(english.map((row, at) => [...row, at === 0 ? "__proto__" : "polluted"])),
    gives: { rows: all, unused: ["__proto__"] },
  },
  {
    name: "16 a formula as a name",
    file: csv(adaWith(0, "=HYPERLINK(1)"), ...others),
    gives: { rows: [all[0]?.replace("Ada Eze", "=HYPERLINK(1)") ?? null, ...all.slice(1)] },
  },
  {
    name: "17 an amount that could be two, asked once",
    file: textFile([header, adaWith(3, "1.250"), ...others.map((row) => row.with(3, "2.500"))], {
      separator: ";",
    }),
    gives: {
      rows: [null, null, null],
      faults: ["2 amount ambiguous", "3 amount ambiguous", "4 amount ambiguous"],
      questions: ["decimalMark 1.250 2.500"],
    },
  },
  {
    name: "17 an amount that could be two, as a person said",
    file: textFile([header, adaWith(3, "1.250")], { separator: ";" }),
    said: { decimalMark: "comma" },
    gives: { rows: [all[0]?.replace("1250.5 ", "1250 ") ?? null] },
  },
  {
    name: "18 amount and naira in one row",
    file: textFile(english.map((row, at) => [...row, ["Naira", "5000"][at] ?? ""])),
    gives: { rows: [null, ...all.slice(1)], faults: ["2 naira both_amounts"] },
  },
  {
    name: "19 an empty token, and none said for the batch",
    file: textFile(english.map((row, at) => [...row, ["Token", "", "base:usdc", "USDC (Base)"][at] ?? ""])),
    said: { asset: null },
    gives: { rows: [null, ...all.slice(1)], faults: ["2 token token"], questions: ["asset"] },
  },
  {
    name: "20 a twin in the file",
    file: csv(ada, ada, ...others),
    gives: { rows: [all[0] ?? null, ...all], asks: ["2 twin_row", "3 twin_row"] },
  },
  {
    name: "a bank by a short name, to be confirmed once",
    file: csv(adaWith(1, "GTB"), ...others),
    gives: { rows: [null, ...all.slice(1)], faults: ["2 bank bank_unconfirmed"], questions: ["banks GTB"] },
  },
  {
    name: "empty rows between",
    file: csv(ada, ["", "", "", "", ""], [], ...others),
    gives: { rows: all, emptyRows: 2 },
  },
  {
    name: "an .ods",
    file: zipOf({ mimetype: "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<a/>" }),
    gives: { code: "unreadable_file", says: /\.ods/ },
  },
  {
    name: "UTF-16 without its mark",
    file: encoded(textOf(english), { encoding: "utf16le", isWithoutMark: true }),
    gives: { code: "unreadable_file", says: /isn’t a text|aren’t in UTF-8/ },
  },
];

export const payoutFiles = [...ofPrograms(), ...listed];
