import { taken } from "./without-sheet-marks";

/**
 * An apostrophe keeps an entry of a CSV a text where a spreadsheet would take it, or what follows a separator in it, for a
 * formula, a number or a date. One that starts with an apostrophe or a blank gets another.
 */

/** Also behind a quotation mark, a blank or an apostrophe. */
const formulaOfPart = /([;\t|\r\n])(?=[\s"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** Also behind the curved apostrophe that some programs make of a straight one, since that is read as a mark. */
const whole = new RegExp(`^(?=\u2019?${taken})`);

export function withSheetMarks(text: string): string {
  return text.replace(formulaOfPart, "$1'").replace(whole, "'");
}
