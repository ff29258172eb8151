import { zipOf } from "./zip";

/** Workbooks as Excel, Google, LibreOffice and Numbers write them, part by part. */

/** A text, a number, or what stands between the tags of a cell that is neither. */
export type MadeCell = string | number | null | { xml: string };
export type MadeSheet = {
  name: string;
  rows: MadeCell[][];
  state?: "hidden" | "veryHidden";
  hiddenRows?: number[];
  more?: string;
};
export type Program = "excel" | "google" | "libreoffice" | "numbers";

const spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const letters = (at: number) => String.fromCharCode(65 + at);
/** 1: a day; 2: ten digits whatever the number is. */
const styles = `<styleSheet xmlns="${spreadsheet}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0000000000"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`;

export function workbookOf(program: Program, ...sheets: MadeSheet[]): Buffer {
  const shared: string[] = [];
  const parts: Record<string, string> = {};
  for (const [at, sheet] of sheets.entries())
    parts[`xl/worksheets/sheet${at + 1}.xml`] = sheetXml(program, sheet, shared);
  const entries = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}"${state === undefined ? "" : ` state="${state}"`} r:id="rId${at + 1}"/>`,
  );
  const related = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  // LibreOffice has them from the root of the file, the others from the folder of the workbook.
  const from = program === "google" ? "/xl/" : "";
  return zipOf({
    "[Content_Types].xml": `${head}<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "_rels/.rels": `${head}<Relationships xmlns="${packages}/relationships">${related("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `${head}<workbook xmlns="${spreadsheet}" xmlns:r="${relations}"><sheets>${entries.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${head}<Relationships xmlns="${packages}/relationships">${sheets
      .map((_, at) => related(`rId${at + 1}`, "worksheet", `${from}worksheets/sheet${at + 1}.xml`))
      .join(
        "",
      )}${related("rId90", "styles", `${from}styles.xml`)}${related("rId91", "sharedStrings", `${from}sharedStrings.xml`)}</Relationships>`,
    "xl/styles.xml": head + styles,
    ...parts,
    "xl/sharedStrings.xml": `${head}<sst xmlns="${spreadsheet}" count="${shared.length}" uniqueCount="${shared.length}">${shared
      .map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
      .join("")}</sst>`,
  });
}

function sheetXml(
  program: Program,
  { rows, hiddenRows = [], more = "" }: MadeSheet,
  shared: string[],
): string {
  const width = Math.max(...rows.map((row) => row.length));
  const lines = rows.map((row, at) => {
    const cells = row.map((cell, column) => cellXml(program, cell, `${letters(column)}${at + 1}`, shared));
    const hidden = hiddenRows.includes(at + 1)
      ? ' hidden="1"'
      : program === "libreoffice"
        ? ' hidden="false"'
        : "";
    return `<row r="${at + 1}" spans="1:${width}"${hidden}>${cells.join("")}</row>`;
  });
  // Google writes a thousand rows of cells that only have a look.
  if (program === "google")
    for (let at = rows.length + 1; at <= 1_000; at += 1)
      lines.push(`<row r="${at}"><c r="A${at}" s="0"/></row>`);
  return `${head}<worksheet xmlns="${spreadsheet}" xmlns:r="${relations}"><sheetData>${lines.join("")}</sheetData>${more}</worksheet>`;
}

function cellXml(program: Program, cell: MadeCell, ref: string, shared: string[]): string {
  if (cell === null) return program === "libreoffice" || program === "google" ? `<c r="${ref}" s="0"/>` : "";
  if (typeof cell === "number") return `<c r="${ref}"><v>${cell}</v></c>`;
  if (typeof cell === "object") return cell.xml.replace("<c", `<c r="${ref}"`);
  if (program === "numbers")
    return `<c r="${ref}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  const known = shared.indexOf(cell);
  const place = known === -1 ? shared.push(cell) - 1 : known;
  return `<c r="${ref}" s="0" t="s"><v>${place}</v></c>`;
}

/** With the sheet's XML as it is given, however large. */
export function workbookAround(sheet: Buffer | string, saysBytes?: number, texts = ""): Buffer {
  return zipOf(
    {
      "[Content_Types].xml": `<Types xmlns="${packages}/content-types"/>`,
      "_rels/.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      "xl/workbook.xml": `<workbook xmlns="${spreadsheet}" xmlns:r="${relations}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
      "xl/worksheets/sheet1.xml": sheet,
      "xl/sharedStrings.xml": `<sst xmlns="${spreadsheet}">${texts}</sst>`,
    },
    saysBytes,
  );
}

export const sheetAround = (rows: string) =>
  `<worksheet xmlns="${spreadsheet}"><sheetData>${rows}</sheetData></worksheet>`;
