import { textFile, textOf } from "#lib/testing/table/text-file";
import { type Program, workbookOf } from "#lib/testing/table/workbook";
import { withSheetMarks } from "#lib/words/export/sheet-marks";

/** Tables as people have them: of four programs and in four languages, and what each of them gives. */

/** Cells by field: name, bank, account number, account name. */
type Given = {
  rows: (readonly string[])[];
  /** The faults of each row that has some: `2 accountNumber lost_zero`, by the number of its line. */
  faults?: string[];
  /** What is named as not used, and the lines above the table. */
  unused?: string[];
  above?: string[];
  emptyRows?: number;
  hidden?: number[];
  formulas?: number[];
};
type Refused = { code: "unreadable_file" | "columns_unclear"; says: RegExp };
export type Case = { name: string; brought: Buffer | string; gives: Given | Refused };

export const languages = {
  English: ["Name", "Bank", "Account number", "Account name"],
  German: ["Name", "Bank", "Kontonummer", "Kontoinhaber"],
  French: ["Nom", "Banque", "Numéro de compte", "Titulaire du compte"],
  Turkish: ["Ad", "Banka", "Hesap No", "Hesap sahibi"],
} as const;
export const english = languages.English;

export const people = [
  ["Ada Eze", "GTBank", "0123456785", "ADA EZE"],
  ["Müller & Söhne, Lagos", "Zenith Bank", "1087654320", 'MÜLLER "M" SÖHNE'],
  ["'Yinka Çağlar İpek", "000016", "0011223342", "ỌLÁYÍNKÁ ÇAĞLAR"],
];
const plain: Given = { rows: people };
const named = (language: keyof typeof languages) => [languages[language], ...people];

function ofPrograms(): Case[] {
  return (Object.keys(languages) as (keyof typeof languages)[]).flatMap((language): Case[] => {
    const rows = named(language);
    const separator = language === "English" ? "," : ";";
    const book = (program: Program) =>
      workbookOf(program, { name: "Sheet1", rows: rows.map((row) => [...row]) });
    return [
      [`Excel, ${language}: CSV UTF-8`, textFile(rows, { separator, encoding: "utf8-mark" })] as const,
      [`Excel, ${language}: Unicode text`, textFile(rows, { separator: "\t", encoding: "utf16le" })] as const,
      [`Numbers, ${language}: CSV`, textFile(rows, { separator, lineEnd: "\n" })] as const,
      [`Google, ${language}: CSV`, textFile(rows)] as const,
      [
        `LibreOffice, ${language}: CSV`,
        textFile(rows, { separator, lineEnd: "\n", isQuoted: true }),
      ] as const,
      [`Excel, ${language}: workbook`, book("excel")] as const,
      [`Google, ${language}: workbook`, book("google")] as const,
      [`LibreOffice, ${language}: workbook`, book("libreoffice")] as const,
    ].map(([name, brought]) => ({ name, brought, gives: plain }));
  });
}

function otherTexts(): Case[] {
  const rows = named("English");
  const mixed = textOf(rows, { lineEnd: "\n" }).split("\n").slice(0, 4);
  return [
    {
      name: "cells that were copied",
      brought: textOf(rows, { separator: "\t", lineEnd: "\n" }),
      gives: plain,
    },
    { name: "Google: TSV", brought: textFile(rows, { separator: "\t" }), gives: plain },
    {
      name: "UTF-16, the other way round",
      brought: textFile(rows, { separator: ";", encoding: "utf16be" }),
      gives: plain,
    },
    { name: "Excel for Mac: line ends of old", brought: textFile(rows, { lineEnd: "\r" }), gives: plain },
    {
      name: "mixed line ends",
      brought: Buffer.from(`${mixed[0]}\r\n${mixed[1]}\n${mixed[2]}\r${mixed[3]}`),
      gives: plain,
    },
    {
      name: "sep=;",
      brought: Buffer.concat([Buffer.from("\ufeffsep=;\r\n"), textFile(rows, { separator: ";" })]),
      gives: plain,
    },
    {
      name: "sep= and a tab",
      brought: Buffer.from(`sep=\t\n${textOf(rows, { separator: "\t" })}`),
      gives: plain,
    },
    {
      name: "our own marks",
      brought: textFile(
        rows.map((row) => row.map(withSheetMarks)),
        { encoding: "utf8-mark", isQuoted: true },
      ),
      gives: plain,
    },
    {
      name: 'numbers as ="..."',
      brought: textFile(rows)
        .toString()
        .replace(/,(\d{10}),/g, ',="$1",'),
      gives: plain,
    },
    {
      name: "a formula as the name",
      brought: textFile([english, ["=HYPERLINK(1)", "GTBank", "0123456785", "=1+A1"]]),
      gives: { rows: [["=HYPERLINK(1)", "GTBank", "0123456785", "=1+A1"]] },
    },
    {
      name: "a nickname in quotation marks that nothing escapes",
      brought: Buffer.from(`${english.join("\t")}\nChidi "Chief" Obi\tGTBank\t0123456785\tCHIDI OBI\n`),
      gives: { rows: [['Chidi "Chief" Obi', "GTBank", "0123456785", "CHIDI OBI"]] },
    },
    {
      name: "a cell of two lines",
      brought: textFile([english, ["Ada\r\nEze", "GTBank", "0123456785", "ADA EZE"], people[1] ?? []]),
      gives: {
        rows: [["Ada\r\nEze", "GTBank", "0123456785", "ADA EZE"], people[1] ?? []],
        faults: ["2 name wrong"],
      },
    },
    {
      name: "a header of __proto__, and cells beyond the header",
      brought: textFile([
        [...english, "__proto__"],
        [...(people[0] ?? []), "polluted", "", "more"],
      ]),
      gives: { rows: [people[0] ?? []], unused: ["__proto__", "", ""] },
    },
  ];
}

function badNumbers(): Case[] {
  const one = (account: string) => ["Ada Eze", "GTBank", account, "ADA EZE"];
  const of = (name: string, account: string, fault: string): Case => ({
    name,
    brought: textFile([english, one(account)]),
    gives: { rows: [one(account)], faults: [`2 accountNumber ${fault}`] },
  });
  const total = ["Total", "", "", ""];
  return [
    of("a zero that was lost", "123456785", "lost_zero"),
    of("three zeros that were lost", "1234567", "lost_zero"),
    of("1.23E+09", "1.23E+09", "lost_digits"),
    of("1,23E+09, as in Germany", "1,23E+09", "lost_digits"),
    of("#####", "########", "lost_digits"),
    of("#REF!", "#REF!", "lost_digits"),
    of("pandas: a decimal", "123456785.0", "wrong"),
    of("a wrong check digit", "0123456788", "check_digit"),
    of("an amount in its place", "1,250,000", "wrong"),
    {
      name: "a row of totals, and empty rows before it",
      brought: textFile([english, ...people, [], ["", "", "", ""], total]),
      gives: {
        rows: [...people, total],
        emptyRows: 2,
        faults: ["7 bank bank", "7 accountNumber wrong", "7 accountName wrong"],
      },
    },
    {
      name: "banks: unknown, under two names, and a code without its zeros",
      brought: textFile([
        english,
        ...["Bank of Nowhere", "000004", "58"].map((bank, at) => ["Ada", bank, `012345678${at}`, "ADA"]),
      ]),
      gives: {
        rows: ["Bank of Nowhere", "000004", "58"].map((bank, at) => ["Ada", bank, `012345678${at}`, "ADA"]),
        faults: ["2 bank bank", "3 bank bank", "4 bank bank"],
      },
    },
  ];
}

function tops(): Case[] {
  const letterhead = ["Acme Foods Ltd", "", "Payroll, November 2026"];
  return [
    {
      name: "a letterhead above",
      brought: textFile([[letterhead[0] ?? ""], [], [letterhead[2] ?? "", ""], ...named("English")]),
      gives: { rows: people, above: ["Acme Foods Ltd", "Payroll, November 2026"] },
    },
    {
      name: "Numbers: the name of the table above",
      brought: textFile([["Table 1"], ...named("English")], { lineEnd: "\n" }),
      gives: { rows: people, above: ["Table 1"] },
    },
    {
      name: "two headers",
      brought: textFile([["Name", "Bank", "", ""], english, ...people]),
      gives: { code: "columns_unclear", says: /Lines 1 and 2 both name columns/ },
    },
    {
      name: "no header",
      brought: textFile(people),
      gives: { code: "columns_unclear", says: /no line with the names/ },
    },
    {
      name: "the bank's name and its code",
      brought: textFile([
        ["Name", "Bank name", "Bank code", "NUBAN"],
        ["Ada", "GTBank", "058", "0123456785"],
      ]),
      gives: { code: "columns_unclear", says: /“Bank name” and “Bank code” could each be the bank/ },
    },
    {
      name: "no account number",
      brought: textFile([
        ["Name", "Bank"],
        ["Ada", "GTBank"],
      ]),
      gives: { code: "columns_unclear", says: /no column for account number/ },
    },
  ];
}

export const textCases = [...ofPrograms(), ...otherTexts(), ...badNumbers(), ...tops()];
