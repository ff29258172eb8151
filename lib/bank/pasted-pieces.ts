import { readable, runsIn } from "./numbers-in";
import { isMarked, isWhole, type Kind, type Label, labelAt } from "./pasted-labels";

/**
 * A part of a message, as its label says. `isSure`: a mark or a label of several words leaves no doubt that it is one.
 * `line` and `block`: where it stands. A block is what no empty line parts.
 */
export type Piece = {
  kind: Kind;
  label: string;
  isSure: boolean;
  text: string;
  line: number;
  block: number;
  isAfterEnd: boolean;
};

/** Stand for each number that was read, and for amounts: they part what is around them. */
export const [numberMark, amountMark] = ["\u0002", "\u0003"];
const amount =
  /(?:(?<!\p{L})(?:ngn|n|usd[ct]?)|[\u20a6$])\s?\d[\d,.]*k?(?![\p{L}\p{N}])|(?<![\p{N},.])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\p{N})|(?<![\p{N}.])\d+\.\d{2}(?![\p{N}.])/giu;

type IsBank = (text: string) => boolean;

export function piecesOf(text: string, isBank: IsBank): Piece[] {
  const pieces: Piece[] = [];
  let waiting: Label | undefined;
  let columns: (Label | undefined)[] | undefined;
  let isAfterEnd = false;
  for (const { text: line, ...place } of linesOf(text)) {
    isAfterEnd ||= signOff.test(line);
    const cells = cellsOf(line);
    const head = cells.map(aloneIn);
    if (
      cells.length > 1 &&
      head.filter((label) => label !== undefined && label.kind !== "other").length > 1
    ) {
      columns = head;
      continue;
    }
    const isRow = columns !== undefined && columns.length === cells.length;
    for (const [at, cell] of cells.entries()) {
      if (cell.trim() === "") continue;
      const parts = isRow ? [{ label: columns?.[at] ?? waiting, text: cell }] : partsOf(cell, isBank);
      for (const part of parts) {
        const label = part.label ?? waiting;
        const isSure =
          label !== undefined && (part.label === undefined || isRow || isMarked(label) || isWhole(label));
        // "To" alone is the end of a sentence.
        waiting =
          part.text.trim() === "" && part.label?.label.toLowerCase() !== "to" ? part.label : undefined;
        if (part.text.trim() === "") continue;
        const { kind, label: name } = label ?? { kind: isRow ? "other" : "loose", label: "" };
        pieces.push({ kind, label: name, isSure, text: part.text, ...place, isAfterEnd });
      }
    }
  }
  return pieces;
}

const signOff =
  /^\W*(?:(?:best|kind|warm|many)?\s*(?:regards|wishes)|yours|sincerely|thanks|thank you|cheers|signed|sent from)(?!\p{L})/iu;

type Line = { text: string; line: number; block: number };

function linesOf(text: string): Line[] {
  const lines = plainText(text).split(/\r\n|[\r\n\v\f\u2028\u2029]/);
  let block = 0;
  const placed = lines.flatMap((each, line) => {
    const own = withoutMarks(each);
    if (own.trim() === "") block += 1;
    return own.trim() === "" ? [] : [{ text: own, line, block }];
  });
  // Where every line stands alone, empty lines part nothing.
  const areAlone = new Set(placed.map((line) => line.block)).size === placed.length;
  return areAlone ? placed.map((line) => ({ ...line, block: 0 })) : placed;
}

/** In usual letters, pictures as marks between parts, and each number as {@link numberMark}. */
function plainText(text: string): string {
  const letters = text
    .replace(/\p{RI}{2}|(?![\u20e3])(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})+/gu, "|")
    .replace(/[^\p{N}]+/gu, (part) => part.normalize("NFKC"));
  const plain = readable(letters);
  let [left, from] = ["", 0];
  const runs = [...runsIn(plain)];
  const hasAccount = runs.some(({ kind }) => kind === "account");
  for (const { start, end, kind } of runs) {
    // Beside an account, a telephone number is somebody's, and says nothing of where the account is.
    left += `${plain.slice(from, start)} ${kind === "phone" && hasAccount ? amountMark : numberMark} `;
    from = end;
  }
  return (left + plain.slice(from)).replace(amount, ` ${amountMark} `).replace(/["\u201c\u201d{}]/g, " ");
}

/** When and by whom something was said, as a chat copies it. */
const chatHead =
  /^\s*(?:\[[^\]\n]{0,20}\d[^\]\n]{0,20}\]|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4},?\s+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\s?(?:[ap]\.?m\.?)?\s[-\u2013])\s*([^:\n]{1,40}:(?=\s))?/iu;
/** Quotes, points and numbers of a list. */
const listMark =
  /^(?:\s*(?:>+|[-\u2010-\u2015\u2022\u00b7\u25aa\u25cf\u25e6\u2023\u2192+]+(?=\s)|\(?\d{1,2}[.)](?=\s|\p{L})|\(?\p{Ll}\)(?=\s)))+\s*/u;

function withoutMarks(line: string): string {
  return line
    .replace(chatHead, (_, sender: string | undefined) =>
      sender !== undefined && labelAt(sender) !== undefined ? sender : "",
    )
    .replace(/[*`~]/g, " ")
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, " ")
    .replace(listMark, "");
}

/** Of a row: by tabs or bars where it has them, else by what else stands between parts. */
function cellsOf(line: string): string[] {
  if (/^[\s|:-]+$/.test(line)) return [];
  if (line.includes("\t")) return line.split("\t");
  if (line.includes("|")) return line.replace(/^\s*\||\|\s*$/g, "").split("|");
  const byCommas = line.split(",");
  if (byCommas.length > 2 && byCommas.every((cell) => aloneIn(cell) !== undefined)) return byCommas;
  return line.split(/;| {3,}|\s[\u00b7\u2022]\s/);
}

function aloneIn(cell: string): Label | undefined {
  const own = cell.trim();
  const label = labelAt(own);
  return label !== undefined && label.label.length + label.between.length >= own.length ? label : undefined;
}

type Part = { label: Label | undefined; text: string };
/** Words of a bank's name before its word "bank". */
const longestBank = 4;

/** A cell at its labels: the first may stand before a blank alone, a further one needs a mark or several words. */
function partsOf(cell: string, isBank: IsBank): Part[] {
  const own = cell.trim();
  const parts: Part[] = [];
  let [label, from]: [Label | undefined, number] = [undefined, 0];
  let past = 0;
  for (const { index } of own.matchAll(/(?<![\p{L}\p{N}'\u2019])[\p{L}]/gu)) {
    if (index < past) continue;
    const found = labelAt(own.slice(index, index + 96));
    if (found === undefined || !isLabel(own, index, found, isBank)) continue;
    if (index > 0) parts.push({ label, text: own.slice(from, index) });
    past = index + found.label.length;
    [label, from] = [found, past + found.between.length];
  }
  parts.push({ label, text: own.slice(from) });
  return parts;
}

function isLabel(cell: string, index: number, found: Label, isBank: IsBank): boolean {
  const [before, after] = [cell.slice(0, index), cell.slice(index + found.label.length)];
  if (/^bank\b/i.test(found.label) && /\p{L} $/u.test(before)) {
    // "Access Bank: 0123456789", "Access Bank Account number": the bank's own word is none of a label.
    const words = before.trim().split(" ").slice(-longestBank);
    if (words.some((_, at) => isBank(`${words.slice(at).join(" ")} bank`))) return false;
    if (/^bank$/i.test(found.label) && isBank(after)) return true;
  }
  if (before.trim() === "" || isWhole(found)) return true;
  if (/^(?:to|from|re|cc)$/i.test(found.label)) return false;
  if (/[,;(]\s*$/.test(before) && found.kind !== "other" && found.kind !== "loose") return true;
  if (found.kind === "number" && after.trim().startsWith(numberMark)) return true;
  return /^\.?\s*(?:[:=]|\()/.test(found.between);
}
