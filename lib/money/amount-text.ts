import { plainDigits } from "#lib/text/plain-digits";
import { withoutUnseen } from "#lib/text/unseen";

/**
 * Reads what a person types or pastes as an amount. The field writes `1,250.50`: a comma between thousands, a point
 * before decimals. Other notations are understood where the text leaves no doubt; where it does, the person is asked.
 *
 * 1. Two different marks: the last one stands before the decimals (`1.250,50`, `1,250.50`, `1 250,50`).
 * 2. One mark several times: it groups (`1,250,000`, `1.250.000`).
 * 3. One comma before exactly three digits: it groups (`1,250`), as this field writes it; a note says so.
 * 4. One comma otherwise: decimals (`1,25`, `0,250`, `1250,500`); a note says so.
 * 5. One point: decimals. Pasted before exactly three digits (`1.250`) it could be either: the person is asked.
 * 6. Spaces and apostrophes only group, in threes. Trailing zeros stay; leading zeros go.
 */

/** Decimal text, a question with its two answers, or unreadable. */
export type AmountReading =
  | { kind: "amount"; text: string; note?: string }
  | { kind: "ask"; message: string; choices: [string, string] }
  | { kind: "empty" }
  | { kind: "unreadable"; message: string };

/** The chosen token's symbol, and whether the text came in one piece. */
export type ReadingContext = { symbol?: string | undefined; isPasted?: boolean };

const groupers = "\\u0020\\u00a0\\u2007\\u2009\\u202f'\u2019\u02bc";
const shape = new RegExp(`^([^\\d.,]*?)([\\d.,](?:[\\d.,${groupers}]*[\\d.,])?)([^\\d.,]*)$`, "u");
const plain: AmountReading = {
  kind: "unreadable",
  message: "Enter the amount in digits, such as 1250.50.",
};

/** Reads a text by the rules above. Never rounds, and doesn't check the token's decimals. */
export function readAmountText(
  given: string,
  { symbol, isPasted = false }: ReadingContext = {},
): AmountReading {
  const text = plainMarks(withoutUnseen(given));
  if (text === "") return { kind: "empty" };
  if (text.length > 80) return { kind: "unreadable", message: "The amount is too long." };
  const [, before = "", digits = "", after = ""] = shape.exec(text) ?? [];
  if (!/\d/.test(digits)) return plain;
  const unit = [before, after].map((part) => part.trim()).filter((part) => part !== "");
  const wrong = unit.length > 1 ? plain : wrongUnit(unit[0], symbol);
  return wrong ?? readDigits(digits, isPasted);
}

/** Digits and marks of other scripts, as Arabic and full-width keyboards write them. */
export function plainMarks(text: string): string {
  return plainDigits(text)
    .replace(/[\u066b\uff0e]/g, ".")
    .replace(/[\u066c\uff0c]/g, ",")
    .replace(/\uff04/g, "$");
}

/** Naira also takes its own sign, and a dollar token a dollar sign; any other unit must be the token's. */
function wrongUnit(unit: string | undefined, symbol: string | undefined): AmountReading | undefined {
  if (unit === undefined) return undefined;
  if (symbol !== undefined && unit.toUpperCase() === symbol.toUpperCase()) return undefined;
  if (/^(\u20a6|=?n=?|#|naira)$/i.test(unit) && symbol?.toUpperCase() === "NGN") return undefined;
  if (unit === "$" && (symbol === undefined || symbol.toUpperCase().includes("USD"))) return undefined;
  if (/^[-+\u2212\u2013]$/.test(unit))
    return { kind: "unreadable", message: "Enter an amount above zero, without a sign." };
  if (/^(million|thousand|billion|mil|mn|bn)$/i.test(unit)) return plain;
  if (/^(\p{Sc}|\p{L}{2,10})$/u.test(unit) && symbol !== undefined)
    return { kind: "unreadable", message: `The text says ${unit}, but the amount is in ${symbol}.` };
  return plain;
}

function readDigits(text: string, isPasted: boolean): AmountReading {
  const spaced = new RegExp(`[${groupers}]`).test(text);
  if (spaced && !new RegExp(`^\\d{1,3}(?:[${groupers}]\\d{3})+(?:[.,]\\d*)?$`).test(text)) return plain;
  const joined = text.replace(new RegExp(`[${groupers}]`, "g"), "");
  const commas = joined.split(",").length - 1;
  const points = joined.split(".").length - 1;
  if (commas > 0 && points > 0) return readTwoMarks(joined, commas, points);
  if (commas === 0 && points <= 1) return readPoint(joined, isPasted);
  const mark = commas > 0 ? "," : ".";
  if (isGrouped(joined, mark)) return thousands(joined, mark);
  const last = joined.lastIndexOf(mark);
  const head = joined.slice(0, last);
  // Typed into a field that has set its own commas: 1,250,5 is 1,250 and a decimal comma.
  const isDecimal = !head.includes(mark) || (mark === "," && !isPasted && isGrouped(head, mark));
  if (!isDecimal) return plain;
  const read = amountOf(head.replaceAll(mark, ""), joined.slice(last + 1));
  if (last === joined.length - 1) return read;
  return { ...read, note: `We read the comma as a decimal point: ${read.text}.` };
}

function readTwoMarks(text: string, commas: number, points: number): AmountReading {
  const decimal = text.lastIndexOf(",") > text.lastIndexOf(".") ? "," : ".";
  const grouping = decimal === "," ? "." : ",";
  if ((decimal === "," ? commas : points) !== 1) return plain;
  const [whole = "", fraction = ""] = text.split(decimal);
  return isGrouped(whole, grouping) ? amountOf(whole.replaceAll(grouping, ""), fraction) : plain;
}

function readPoint(text: string, isPasted: boolean): AmountReading {
  const [whole = "", fraction = ""] = text.split(".");
  if (!isPasted || !isGrouped(text, ".")) return amountOf(whole, fraction);
  return {
    kind: "ask",
    message: `${text} can be read in two ways. Which amount do you mean?`,
    choices: [whole + fraction, text],
  };
}

function thousands(text: string, mark: string): AmountReading {
  const read = amountOf(text.replaceAll(mark, ""), "");
  if (text.indexOf(mark) !== text.lastIndexOf(mark)) return read;
  return { ...read, note: "We read the comma as a thousands separator. For decimals, use a point." };
}

/** Groups of three, or the Indian way: a last group of three and groups of two before it. */
function isGrouped(text: string, mark: string): boolean {
  return /^[1-9]\d{0,2}(,\d{3})+$|^[1-9]\d?(,\d\d)+,\d{3}$/.test(text.replaceAll(mark, ","));
}

/** Takes digits alone, at least one of them. */
function amountOf(whole: string, fraction: string): { kind: "amount"; text: string } {
  const trimmed = whole.replace(/^0+(?=\d)/, "") || "0";
  return { kind: "amount", text: fraction === "" ? trimmed : `${trimmed}.${fraction}` };
}

/** Writes decimal text as the field shows it: grouped, with every decimal and a last point kept. */
export function groupThousands(text: string): string {
  const [whole = "", ...rest] = text.split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...rest].join(".");
}
