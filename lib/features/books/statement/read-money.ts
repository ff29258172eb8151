import { plainMarks, readAmountText } from "#lib/money/amount-text";
import { asShown, digitsOfCell } from "#lib/table/number-cell";
import type { Cell } from "#lib/table/table";
import { withoutUnseen } from "#lib/text/unseen";
import { toKobo } from "./kobo";

/**
 * Reads the cells of money of a statement. Invariant: what stands before the decimals is decided by all cells of the file
 * together, and a text that says otherwise than the rest is a fault and no amount.
 */

/** What stands before the decimals. */
export type Mark = "." | ",";
type Side = "minus" | "plus" | "debit" | "credit" | null;
/** `kobo` has no sign: what the cell says of a side stands beside it. */
export type Money =
  | { kind: "none" }
  | { kind: "money"; kobo: bigint; says: Side }
  | { kind: "wrong"; why: string };

const nothing = /^(?:[-\u2010-\u2015\u2212.]+|nil|n\/?a|none)$/i;
const lost = /^(?:#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)|#{2,}|[+-]?\d(?:[.,]\d+)?E[+-]?\d+)$/i;
/** Before three digits a mark can only group, since kobo are two, unless the file shows it before decimals. */
const eitherShape = /^[1-9]\d{0,2}[.,]\d{3}$/;
/** As most amounts are written: read at once, since there are thousands. */
const usual = /^(?:\d{1,15}|[1-9]\d{0,2}(?:,\d{3}){1,4})\.\d{2}$/;
const groupers = /[\s'\u2019\u02bc]/g;

/** The mark that most texts of the file show; where none shows it, what stands before three digits groups. */
export function markOf(cells: readonly Cell[]): Mark {
  const digits = cells.flatMap(({ text, form }) => (form === undefined ? [digitsIn(text)] : []));
  const shown = digits.flatMap((each) => markIn(each) ?? []);
  const either = digits.flatMap((each) => (eitherShape.test(each) ? [each.includes(".") ? "," : "."] : []));
  const votes = shown.length > 0 ? shown : either;
  return votes.filter((mark) => mark === ",").length * 2 > votes.length ? "," : ".";
}

function markIn(digits: string): Mark | undefined {
  if (usual.test(digits)) return ".";
  if (eitherShape.test(digits)) return undefined;
  const marks = digits.replace(/[^.,]/g, "");
  const last = marks.at(-1) as Mark | undefined;
  if (last === undefined || !marks.slice(0, -1).includes(last)) return last;
  // One that stands several times groups.
  return last === "." ? "," : ".";
}

/** From the first digit to the last one. */
function digitsIn(text: string): string {
  if (usual.test(text)) return text;
  return /\d.*\d|\d/s.exec(plainMarks(withoutUnseen(text)))?.[0].replace(groupers, "") ?? "";
}

export function readMoney({ text: given, form }: Cell, mark: Mark): Money {
  if (form === undefined && mark === "." && usual.test(given))
    return moneyOf(given.replaceAll(",", ""), null, given);
  const text = plainMarks(withoutUnseen(given));
  if (text === "" || nothing.test(text)) return { kind: "none" };
  if (form === "error" || lost.test(text)) return wrong("The spreadsheet has cut digits off.");
  if (form === "date") return wrong("The spreadsheet made a date of the amount.");
  if (form === "number") return numberCell(text);
  const { bare, says } = withoutSide(text);
  if (says === "both") return wrong(`${quoted(text)} says two things of its side.`);
  const digits = digitsIn(bare);
  const shown = markIn(digits);
  if (shown !== undefined && shown !== mark)
    return wrong(`${quoted(text)} isn’t written as the other amounts are.`);
  const isEither = eitherShape.test(digits);
  if (isEither && digits.includes(mark)) return wrong(`${quoted(text)} can be read in two ways.`);
  const plain = isEither ? bare.replace(/[.,]/, "") : bare;
  const read = readAmountText(plain, { symbol: "NGN", isPasted: true });
  if (read.kind !== "amount")
    return wrong(read.kind === "unreadable" ? read.message : `${quoted(text)} is no amount.`);
  return moneyOf(read.text, says, text);
}

function wrong(why: string): Money {
  return { kind: "wrong", why };
}

function moneyOf(amount: string, says: Side, text: string): Money {
  const kobo = toKobo(amount);
  if (kobo === undefined) return wrong(`${quoted(text)} has more than two decimals.`);
  return { kind: "money", kobo, says };
}

function numberCell(text: string): Money {
  const shown = asShown(text);
  if (shown.replace(/\D/g, "").length > digitsOfCell) return wrong("The spreadsheet has cut digits off.");
  return moneyOf(shown.replace("-", ""), shown.startsWith("-") ? "minus" : null, shown);
}

/** Without its sign, its brackets, and its Dr or Cr. */
function withoutSide(text: string): { bare: string; says: Side | "both" } {
  const [, before] = /^\(?(dr|cr|debit|credit)\b[.:)]*\s*(?=.*\d)/i.exec(text) ?? [];
  const [, after] = /(?<=[\d)])\s*\(?(dr|cr|debit|credit|d|c)\.?\)?$/i.exec(text) ?? [];
  const word = (before ?? after)?.toLowerCase();
  const inner = text
    .replace(/^\(?(?:dr|cr|debit|credit)\b[.:)]*\s*(?=.*\d)/i, "")
    .replace(/(?<=[\d)])\s*\(?(?:dr|cr|debit|credit|d|c)\.?\)?$/i, "");
  const [, lead = "", digits = "", trail = ""] = /^([^\d.,]*)(.*\d[.,]?)([^\d]*)$/s.exec(inner) ?? [];
  const signs = lead + trail;
  const sign = /[-\u2010-\u2013\u2212(]/.test(signs) ? "minus" : signs.includes("+") ? "plus" : null;
  const bare =
    digits === "" ? inner : [lead, digits, trail].map((part) => part.replace(signsOf, "")).join("");
  if (word === undefined) return { bare, says: sign };
  const side = word.startsWith("d") ? "debit" : "credit";
  const isAgainst = (side === "debit" && sign === "plus") || (side === "credit" && sign === "minus");
  return { bare, says: isAgainst || (before !== undefined && after !== undefined) ? "both" : side };
}

const signsOf = /[-\u2010-\u2013\u2212()+]/g;

export function quoted(text: string): string {
  const shown = text.slice(0, mostQuoted);
  return `“${shown}${shown.length < text.length ? "…" : ""}”`;
}
const mostQuoted = 40;
