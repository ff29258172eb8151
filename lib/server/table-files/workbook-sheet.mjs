import { readXlsx } from "hucre/xlsx";
import { extentOf, sheetsOf } from "./workbook-extent.mjs";
import { Damaged, pack, TooLarge, unpack } from "./workbook-parts.mjs";

/**
 * @typedef {{ value: string | number | boolean | Date | null, isError: boolean, isFormula: boolean }} StoredCell
 * @typedef {{ cells: StoredCell[], isHidden: boolean }} StoredLine
 * @typedef {{ file: Uint8Array, sheet?: string, mostUnpacked: number, mostRows: number, mostColumns: number, lastRow: number }} Question
 * @typedef {{ lines: StoredLine[] } | { sheets: string[] } | { refused: "unpacked" | "damaged" | "empty" } | { refused: "rows" | "columns" | "far", has: number }} Answer
 */

/**
 * The cells of one sheet as they are stored, or what is refused.
 *
 * @param {Question} question
 * @returns {Promise<Answer>}
 */
export async function readSheet(question) {
  try {
    return await read(question);
  } catch (error) {
    if (error instanceof TooLarge) return { refused: "unpacked" };
    return { refused: "damaged" };
  }
}

async function read({ file, sheet: asked, mostUnpacked, mostRows, mostColumns, lastRow: furthest }) {
  const parts = unpack(Buffer.from(file.buffer, file.byteOffset, file.byteLength), mostUnpacked);
  const sheets = sheetsOf(parts).filter(({ isHidden }) => !isHidden);
  const isOne = sheets.length === 1 || asked !== undefined;
  if (!isOne) return { sheets: sheets.map(({ name }) => name) };
  const sheet = asked === undefined ? sheets[0] : sheets.find(({ name }) => name === asked);
  if (sheet === undefined) return { sheets: sheets.map(({ name }) => name) };
  const extent = extentOf(parts.get(sheet.part));
  const { rows, lastRow, lastColumn } = extent;
  if (rows === 0) return { refused: "empty" };
  if (lastColumn > mostColumns) return { refused: "columns", has: lastColumn };
  if (rows > mostRows) return { refused: "rows", has: rows };
  if (lastRow > furthest) return { refused: "far", has: lastRow };
  const { sheets: found } = await readXlsx(pack(parts), {
    sheets: [sheet.name],
    range: `A1:${lettersOf(lastColumn)}${lastRow}`,
  });
  if (found[0] === undefined) throw new Damaged();
  const lines = linesOf(found[0]);
  if (!isWhole(lines, extent)) throw new Damaged();
  return { lines };
}

function linesOf({ rows, cells, rowDefs }) {
  return rows.map((values, row) => ({
    isHidden: rowDefs?.get(row)?.hidden === true,
    cells: values.map((value, column) => {
      const more = cells?.get(`${row},${column}`);
      return {
        value,
        isError: more?.type === "error" || isError(value, more),
        isFormula: more?.formula !== undefined,
      };
    }),
  }));
}

/** A text that the workbook has lost would else be an empty cell. */
function isWhole(lines, { has, count }) {
  let found = 0;
  for (const [row, { cells }] of lines.entries())
    for (const [column, { value }] of cells.entries())
      if (has(row + 1, column + 1) && value !== null) found += 1;
  return found === count;
}

/** Of a formula whose value is an error, only the value tells. */
function isError(value, more) {
  return (
    more?.formula !== undefined &&
    /^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/.test(`${value}`)
  );
}

function lettersOf(column) {
  let letters = "";
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return letters;
}
