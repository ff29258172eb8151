import { posix } from "node:path";
import { SaxesParser } from "saxes";
import { Damaged } from "./workbook-parts.mjs";

/** What a workbook has: which sheets, and how far what they hold goes. Read before any sheet is made a table in memory. */

/**
 * @param {Map<string, Buffer>} parts
 * @returns {{ name: string, isHidden: boolean, part: string }[]}
 */
export function sheetsOf(parts) {
  const book = targetsOf(parts, "_rels/.rels").find(({ type }) => type.endsWith("/officeDocument"))?.target;
  if (book === undefined) throw new Damaged();
  const folder = posix.dirname(book);
  const targets = targetsOf(parts, posix.join(folder, "_rels", `${posix.basename(book)}.rels`), folder);
  const sheets = [];
  eachTag(parts.get(book), ({ name, attributes }) => {
    if (name !== "sheet") return;
    const id = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1];
    // A chart on a page of its own is no sheet.
    const part = targets.find((target) => target.id === id && target.type.endsWith("/worksheet"))?.target;
    if (part === undefined) return;
    sheets.push({ name: attributes.name ?? "", isHidden: /hidden/i.test(attributes.state ?? ""), part });
  });
  return sheets;
}

function targetsOf(parts, part, folder = "") {
  const targets = [];
  eachTag(parts.get(part), ({ name, attributes: { Id = "", Type = "", Target = "" } }) => {
    if (name !== "Relationship") return;
    const target = Target.startsWith("/") ? Target.slice(1) : posix.join(folder, Target);
    targets.push({ id: Id, type: Type, target });
  });
  return targets;
}

const mostColumns = 16_384;

/**
 * Of the cells that hold something, and which ones: so that none is lost in silence by what reads them.
 *
 * @param {Buffer | undefined} sheet
 * @returns {{ rows: number, lastRow: number, lastColumn: number, has: (row: number, column: number) => boolean, count: number }}
 */
export function extentOf(sheet) {
  const [rows, held] = [new Set(), new Set()];
  let [row, column, lastRow, lastColumn, isValue] = [0, 0, 0, 0, false];
  const onOpen = ({ name, attributes: { r } }) => {
    if (name === "row") [row, column] = [Number(r) || row + 1, 0];
    else if (name === "c") {
      const [, letters = "", number = ""] = /^([A-Z]{1,3})(\d{1,7})$/i.exec(r ?? "") ?? [];
      column = letters === "" ? column + 1 : columnOf(letters);
      row = number === "" ? row : Number(number);
    } else if (name === "v" || name === "t") isValue = true;
  };
  const onClose = (name) => {
    if (name === "v" || name === "t") isValue = false;
  };
  const onText = (text) => {
    if (!isValue || text === "" || column === 0) return;
    rows.add(row);
    held.add(row * mostColumns + column);
    [lastRow, lastColumn] = [Math.max(lastRow, row), Math.max(lastColumn, column)];
  };
  eachTag(sheet, onOpen, onClose, onText);
  const has = (atRow, atColumn) => held.has(atRow * mostColumns + atColumn);
  return { rows: rows.size, lastRow, lastColumn, has, count: held.size };
}

function columnOf(letters) {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function eachTag(xml, onOpen, onClose = () => {}, onText = () => {}) {
  if (xml === undefined) throw new Damaged();
  const parser = new SaxesParser();
  const local = (name) => name.slice(name.indexOf(":") + 1);
  parser.on("opentag", ({ name, attributes }) => onOpen({ name: local(name), attributes }));
  parser.on("closetag", ({ name }) => onClose(local(name)));
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("doctype", () => {
    throw new Damaged();
  });
  parser.on("error", () => {
    throw new Damaged();
  });
  parser.write(new TextDecoder().decode(xml)).close();
}
