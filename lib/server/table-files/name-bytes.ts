import { saveAsCsv, unreadable } from "./unreadable";

/** Says what bytes are: a workbook, a text, or a kind of file that is named and refused. */

const begins = (bytes: Uint8Array, ...signature: number[]) =>
  signature.every((byte, at) => bytes[at] === byte);
const isZip = (bytes: Uint8Array) => begins(bytes, 0x50, 0x4b, 0x03, 0x04);
/** The names of the parts of a ZIP stand in it as they are. */
const has = (bytes: Uint8Array, part: string) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(part);

export function isWorkbook(bytes: Uint8Array): boolean {
  if (begins(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw unreadable(
      `This is an old Excel file (.xls), or one with a password. Remove the password and save it as .xlsx.`,
    );
  if (!isZip(bytes)) return false;
  if (has(bytes, "mimetypeapplication/vnd.oasis.opendocument"))
    throw unreadable(`This is an OpenDocument file (.ods). ${saveAsCsv}`);
  if (has(bytes, "Index/Document.iwa") || has(bytes, "Index/Tables/"))
    throw unreadable("This is a Numbers file. In Numbers choose File, Export To, and CSV or Excel.");
  if (has(bytes, "xl/workbook.bin"))
    throw unreadable("This is a binary workbook (.xlsb). Save it as .xlsx, and choose that file.");
  if (has(bytes, "word/document.xml"))
    throw unreadable(`This is a Word document. Copy its table and paste it here.`);
  if (!has(bytes, "[Content_Types].xml"))
    throw unreadable(`This is a ZIP file and no workbook. ${saveAsCsv}`);
  return true;
}

/** UTF-8, or UTF-16 with its mark. Without the mark at its start. */
export function textOf(bytes: Uint8Array): string {
  if (begins(bytes, 0x25, 0x50, 0x44, 0x46))
    throw unreadable("This is a PDF. Ask for the table as a spreadsheet, or copy it and paste it here.");
  if (begins(bytes, 0xff, 0xfe)) return plainText(decoded(bytes, "utf-16le"));
  if (begins(bytes, 0xfe, 0xff)) return plainText(decoded(bytes, "utf-16be"));
  return plainText(decoded(bytes, "utf-8"));
}

/** A text that was decoded, or pasted. */
export function plainText(text: string): string {
  if (text.includes("\0")) throw unreadable(`This isn’t a text. ${saveAsCsv}`);
  if (/^\s*(?:<!doctype html|<html|<table|<meta|<\?xml)/i.test(text))
    throw unreadable(
      `This is a web page and no spreadsheet, whatever its name is. Open it in a spreadsheet. ${saveAsCsv}`,
    );
  return text.replace(/^\ufeff/, "");
}

function decoded(bytes: Uint8Array, encoding: "utf-8" | "utf-16le" | "utf-16be"): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw unreadable(
      encoding === "utf-8"
        ? `Its letters aren’t in UTF-8, so names would come out wrong. ${saveAsCsv}`
        : `The file is damaged: it ends in the middle of a letter. ${saveAsCsv}`,
      cause,
    );
  }
}
