/** What a spreadsheet takes for something else at the start of an entry. */
export const taken = String.raw`(?:['\s=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|\d[\d.,:/\seE+-]*$)`;

const markedPart = /([;\t|\r\n])'(?=[\s"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
const markedWhole = new RegExp(`^(?:'(?=\u2019?${taken})|\u2019(?=${taken}))`);

/**
 * What `withSheetMarks` had (sheet-marks.ts). Any other text stays as it is, whatever its apostrophes. A file of its own: a
 * browser only takes marks away.
 */
export function withoutSheetMarks(text: string): string {
  return text.replace(markedWhole, "").replace(markedPart, "$1");
}
