import { payouts } from "#lib/contract/payouts";
import { plainMarks, readAmountText } from "#lib/money/amount-text";
import { asShown } from "#lib/table/number-cell";
import { withoutUnseen } from "#lib/text/unseen";
import type { Standing } from "./cells";

/**
 * Reads a column of amounts. Invariant: a text that could be two amounts is read by what the other texts of its column show, or
 * by a person's word, and never by a custom of ours.
 */

/** What stands before the decimals. */
export type Mark = "point" | "comma";
/** An amount as it came or stands, and the unit that it is read in. */
export type AmountCell = { cell: Standing; symbol: string | undefined; decimals: number };
export type ReadAmount =
  | { kind: "amount"; text: string }
  | { kind: "either"; given: string; choices: [string, string] }
  | { kind: "wrong"; message: string };

export const naira = { symbol: payouts[0].currency, decimals: payouts[0].minorDigits };

const groupers = /[\s'\u2019\u02bc]/g;
/** One mark before three digits: with fewer decimals than that it can only group. */
const eitherShape = /^[1-9]\d{0,2}[.,]\d{3}$/;
const decimalsOfEither = 3;

/** The mark that all texts of a column show, or null where they show none, or both. */
export function markOf(column: readonly AmountCell[]): Mark | null {
  const shown = new Set(column.map(markIn).filter((mark) => mark !== null));
  const [mark = null] = shown;
  return shown.size === 1 ? mark : null;
}

/** Only of texts as they came: a workbook's number is written by us, and what a person types is read as the form reads it. */
function markIn({ cell, symbol, decimals }: AmountCell): Mark | null {
  if (cell.isEdited || cell.form !== undefined) return null;
  const digits = digitsIn(cell.text);
  if (!/[.,]/.test(digits) || readAs(cell.text, symbol, true).kind === "unreadable") return null;
  if (eitherShape.test(digits)) return decimals < decimalsOfEither ? otherThan(markAt(digits)) : null;
  const marks = digits.replace(/[^.,]/g, "");
  if (marks.includes(".") && marks.includes(",")) return markAt(digits);
  return marks.length > 1 ? otherThan(markAt(digits)) : markAt(digits);
}

/** By the rules of the form, but for a text that could be two amounts. */
export function readAmount({ cell, symbol, decimals }: AmountCell, mark: Mark | null): ReadAmount {
  const isText = !cell.isEdited && cell.form === undefined;
  if (!isText) return plainly(readAs(cell.form === "number" ? asShown(cell.text) : cell.text, symbol, false));
  const digits = digitsIn(cell.text);
  if (!eitherShape.test(digits)) return plainly(readAs(cell.text, symbol, true));
  const decided = decimals < decimalsOfEither ? otherThan(markAt(digits)) : mark;
  const [whole = "", fraction = ""] = digits.split(/[.,]/);
  const choices: [string, string] = [whole + fraction, `${whole}.${fraction}`];
  if (decided === null) {
    const read = readAs(cell.text, symbol, true);
    return read.kind === "unreadable" ? plainly(read) : { kind: "either", given: digits, choices };
  }
  const meant = choices[decided === markAt(digits) ? 1 : 0];
  return plainly(
    readAs(
      clean(cell.text).replace(digits, () => meant),
      symbol,
      false,
    ),
  );
}

function plainly(read: ReturnType<typeof readAmountText>): ReadAmount {
  if (read.kind === "amount") return { kind: "amount", text: read.text };
  return { kind: "wrong", message: read.kind === "empty" ? "Enter an amount." : read.message };
}

/** Without a token, any word beside the digits may be its symbol. */
function readAs(text: string, symbol: string | undefined, isPasted: boolean) {
  return readAmountText(text, { symbol: symbol ?? /\p{L}{2,10}/u.exec(text)?.[0], isPasted });
}

const clean = (text: string) => plainMarks(withoutUnseen(text));
/** From the first digit to the last one. */
const digitsIn = (text: string) => /\d.*\d|\d/s.exec(clean(text))?.[0].replace(groupers, "") ?? "";
const markAt = (digits: string): Mark =>
  digits.lastIndexOf(",") > digits.lastIndexOf(".") ? "comma" : "point";
const otherThan = (mark: Mark): Mark => (mark === "comma" ? "point" : "comma");
