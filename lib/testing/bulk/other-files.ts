import { encoded, textFile, textOf } from "#lib/testing/table/text-file";
import { type MadeCell, workbookOf } from "#lib/testing/table/workbook";
import { zipOf } from "#lib/testing/table/zip";
import { type Case, english, languages, people } from "./corpus";

/** What a workbook's cells can be besides text, and files that are refused, each by its name. */

const refused = (name: string, brought: Buffer | string, says: RegExp): Case => ({
  ...{ name, brought },
  gives: { code: "unreadable_file", says },
});

const [ada = []] = people;
const sheetOf = (...rows: MadeCell[][]) => ({ name: "Staff", rows: [[...english], ...rows] });
const account = (cell: MadeCell): MadeCell[] => ["Ada Eze", "GTBank", cell, "ADA EZE"];
const readAccount = (text: string) => ["Ada Eze", "GTBank", text, "ADA EZE"];
const one = (name: string, cell: MadeCell, text: string, fault?: string): Case => ({
  name: `a workbook: ${name}`,
  brought: workbookOf("excel", sheetOf(account(cell))),
  gives: { rows: [readAccount(text)], ...(fault !== undefined && { faults: [`2 accountNumber ${fault}`] }) },
});

export const workbookCases: Case[] = [
  one("a number that lost its zero", 123456785, "123456785", "lost_zero"),
  one("a number of ten digits", 1087654320, "1087654320", "check_digit"),
  one("ten digits by their look alone", { xml: '<c s="2"><v>123456785</v></c>' }, "123456785", "lost_zero"),
  one("a number too long to be one", 1.2345678901e21, "1234567890100000000000", "lost_digits"),
  one("a decimal number", 12345.5, "12345.5", "wrong"),
  one("a day", { xml: '<c s="1"><v>45985</v></c>' }, "2025-11-24", "wrong"),
  one("#REF!", { xml: '<c t="e"><v>#REF!</v></c>' }, "#REF!", "lost_digits"),
  {
    name: "a workbook: the error of a formula",
    brought: workbookOf("excel", sheetOf(account({ xml: '<c t="e"><f>A9/0</f><v>#DIV/0!</v></c>' }))),
    gives: { rows: [readAccount("#DIV/0!")], faults: ["2 accountNumber lost_digits"], formulas: [2] },
  },
  {
    name: "a workbook: a formula that made the number",
    brought: workbookOf(
      "excel",
      sheetOf(account({ xml: '<c t="str"><f>TEXT(A9,"0")</f><v>0123456785</v></c>' })),
    ),
    gives: { rows: [readAccount("0123456785")], formulas: [2] },
  },
  {
    name: "a workbook: a cell that goes over two rows",
    brought: workbookOf("excel", {
      ...sheetOf(ada, ["Obi", null, "1087654320", "OBI OKO"]),
      more: '<mergeCells count="1"><mergeCell ref="B2:B3"/></mergeCells>',
    }),
    gives: { rows: [ada, ["Obi", "", "1087654320", "OBI OKO"]], faults: ["3 bank bank"] },
  },
  {
    name: "a workbook: a row that is hidden",
    brought: workbookOf("libreoffice", { ...sheetOf(...people), hiddenRows: [3] }),
    gives: { rows: people, hidden: [3] },
  },
  {
    name: "a workbook: a sheet that is hidden",
    brought: workbookOf(
      "excel",
      { ...sheetOf(["Old"]), state: "hidden" },
      { ...sheetOf(...people), name: "New" },
    ),
    gives: { rows: people },
  },
  {
    name: "Numbers: a workbook that begins with a summary",
    brought: workbookOf("numbers", { name: "Export Summary", rows: [["This document"]] }, sheetOf(...people)),
    gives: { code: "columns_unclear", says: /has 2 sheets/ },
  },
  {
    name: "Numbers: a workbook of one sheet",
    brought: workbookOf("numbers", sheetOf(...people)),
    gives: { rows: people },
  },
];

const turkish = textOf([languages.Turkish, ...people]);
const many = (count: number) =>
  textFile([
    english,
    ...Array.from({ length: count }, (_, at) => [`P${at}`, "GTBank", `${1_000_000_000 + at}`, "P P"]),
  ]);

export const refusedCases: Case[] = [
  {
    name: "a quotation mark that is never closed",
    brought: textFile([english, ...people])
      .toString()
      .replace(/^Ada Eze/m, '"Ada Eze'),
    gives: { code: "unreadable_file", says: /opens in line 2 isn’t closed/ },
  },
  refused(
    "a quotation mark that takes the next rows along",
    `${english.join(",")}\nx,GTBank,="1",X\n"Ada,GTBank,1,A\nB"obi,GTBank,2,O\n`,
    /opens in line 3 isn’t closed/,
  ),
  refused("1,001 rows", many(1_001), /It has 1,001 rows; the most is 1,000/),
  refused(
    "51 columns",
    textFile([[...english, ...Array.from({ length: 47 }, (_, at) => `c${at}`)], ada]),
    /51 columns/,
  ),
  refused(
    "a cell of 2,001 characters",
    textFile([english, ["x".repeat(2_001), ...ada.slice(1)]]),
    /2,001 characters in column 1 of line 2/,
  ),
  refused("more than 1 MB", Buffer.alloc(1_100_000, "a,b\n"), /1\.1 MB; the most is 1 MB/),
  refused(
    "Excel: CSV of old, German",
    textFile([languages.German, ["Müller", ...ada.slice(1)]], { encoding: "latin1" }),
    /aren’t in UTF-8/,
  ),
  refused(
    "Excel: CSV of old, Turkish",
    Buffer.from(turkish.replaceAll("ğ", "\u00f0"), "latin1"),
    /aren’t in UTF-8/,
  ),
  refused(
    "UTF-16 without its mark",
    encoded(turkish, { encoding: "utf16le", isWithoutMark: true }),
    /isn’t a text|aren’t in UTF-8/,
  ),
  refused(
    "UTF-16 that ends within a letter",
    textFile([english], { encoding: "utf16le" }).subarray(0, 21),
    /damaged/,
  ),
  refused(
    "a web page named .xls",
    Buffer.from("\n<html xmlns:x='urn:excel'><table><tr><td>Name</td></tr></table></html>"),
    /web page/,
  ),
  refused(
    "an XML of Excel 2003",
    Buffer.from('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>'),
    /web page/,
  ),
  refused("an .xls, or one with a password", Buffer.from("d0cf11e0a1b11ae1000000", "hex"), /\.xls.*password/),
  refused(
    "an .ods",
    zipOf({ mimetype: "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<a/>" }),
    /\.ods/,
  ),
  refused("a .numbers", zipOf({ "Index/Document.iwa": "x", "preview.jpg": "x" }), /Numbers/),
  refused("an .xlsb", zipOf({ "[Content_Types].xml": "<Types/>", "xl/workbook.bin": "x" }), /\.xlsb/),
  refused("a ZIP of CSVs", zipOf({ "payees.csv": "a,b" }), /ZIP file and no workbook/),
  refused(
    "a Word document",
    zipOf({ "[Content_Types].xml": "<Types/>", "word/document.xml": "<a/>" }),
    /Word/,
  ),
  refused("a PDF", Buffer.from("%PDF-1.7\n"), /PDF/),
  refused("a header alone", textFile([english]), /no rows below/),
  refused("nothing", Buffer.alloc(0), /nothing in it/),
  refused("blanks", Buffer.from("\r\n  \r\n,,\r\n"), /nothing in it/),
  refused("a workbook that was cut off", workbookOf("excel", sheetOf(...people)).subarray(0, -60), /damaged/),
  refused("a workbook of an empty sheet", workbookOf("excel", { name: "S", rows: [[null]] }), /empty/),
  refused(
    "a workbook whose only sheet is hidden",
    workbookOf("excel", { ...sheetOf(ada), state: "veryHidden" }),
    /hidden/,
  ),
];
