/** Texts as spreadsheets write them. */

export type TextForm = {
  separator?: string;
  lineEnd?: string;
  /** Every cell is in quotation marks, as LibreOffice can write them. */
  isQuoted?: boolean;
  encoding?: "utf8" | "utf8-mark" | "utf16le" | "utf16be" | "latin1";
  isWithoutMark?: boolean;
};

export function textOf(rows: readonly (readonly string[])[], form: TextForm = {}): string {
  const { separator = ",", lineEnd = "\r\n", isQuoted = false } = form;
  const cell = (text: string) =>
    isQuoted || text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => row.map(cell).join(separator) + lineEnd).join("");
}

export function textFile(rows: readonly (readonly string[])[], form: TextForm = {}): Buffer {
  return encoded(textOf(rows, form), form);
}

export function encoded(text: string, { encoding = "utf8", isWithoutMark = false }: TextForm = {}): Buffer {
  const mark = isWithoutMark ? "" : "\ufeff";
  if (encoding === "utf8") return Buffer.from(text);
  if (encoding === "utf8-mark") return Buffer.from(`\ufeff${text}`);
  if (encoding === "latin1") return Buffer.from(text, "latin1");
  const little = Buffer.from(mark + text, "utf16le");
  return encoding === "utf16le" ? little : little.swap16();
}
