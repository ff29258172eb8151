import type { Cell, Line } from "#lib/table/table";
import { plainDigits } from "#lib/text/plain-digits";
import { plainWords } from "#lib/text/plain-words";
import { withoutUnseen } from "#lib/text/unseen";
import { type Mark, readMoney } from "./read-money";

/** What stands above the lines of a statement: whose account it is, in which currency, and what it begins and ends with. */

const digitsOfAccount = 10;
const currencies = /\b(?:NGN|USD|GBP|EUR|CNY|CAD|CHF|AED|JPY|ZAR|GHS|KES|XOF|XAF)\b/i;
const currencyNames: [string, RegExp][] = [
  ["NGN", /naira|\u20a6/i],
  ["USD", /dollar|\$/i],
  ["GBP", /pound|\u00a3/i],
  ["EUR", /\beuros?\b|\u20ac/i],
];
const labels = {
  account: /\b(?:nuban|(?:account|acct|a\/c)\.?\s*(?:number|num|no|#)?)\s*[.:#-]*\s*/iu,
  currency: /\b(?:currency|ccy)\s*[.:=-]*\s*/iu,
  opening:
    /\b(?:opening\s+(?:balance|bal)|(?:balance|bal)\.?\s+(?:b\/?f|brought\s+forward)|b\/f)\b\s*[.:=-]*\s*/iu,
  closing:
    /\b(?:closing\s+(?:balance|bal)|(?:balance|bal)\.?\s+(?:c\/?f|carried\s+forward)|c\/f)\b\s*[.:=-]*\s*/iu,
};

/** A number of an account, whole or masked; or `null`. A workbook's number has lost its zeros. */
export function accountIn({ text, form }: Cell): string | null {
  const plain = plainDigits(withoutUnseen(text));
  if (form === "number") return /^\d{8,10}$/.test(plain) ? plain.padStart(digitsOfAccount, "0") : null;
  const [found] = /(?<![\w*])[\dx*]{10}(?![\w*])/i.exec(plain) ?? [];
  return found !== undefined && /\d{3}/.test(found) ? found.replace(/x/gi, "*") : null;
}

/** Whether what a statement says of its account can be this one. */
export function fitsAccount(found: string, accountNumber: string): boolean {
  return (
    found.length === accountNumber.length &&
    [...found].every((digit, at) => digit === "*" || digit === accountNumber[at])
  );
}

/** The code of a currency by its code, its name or its sign; or `null`. */
export function currencyIn({ text }: Cell): string | null {
  const plain = withoutUnseen(text);
  const [code] = currencies.exec(plain) ?? [];
  if (code !== undefined) return code.toUpperCase();
  return currencyNames.find(([, name]) => name.test(plain))?.[0] ?? null;
}

/** What the names of the columns of money say of their currency: `Credit (USD)`. */
export function currencyOfColumns(names: readonly string[]): string | null {
  return names.flatMap((text) => currencyIn({ text }) ?? [])[0] ?? null;
}

export function accountAbove(above: readonly Line[]): string | null {
  return firstOf(above, labels.account, accountIn);
}

export function currencyAbove(above: readonly Line[]): string | null {
  return firstOf(above, labels.currency, currencyIn);
}

/** In kobo, below zero where it is owed, and the line where it stands. */
export function balanceAbove(above: readonly Line[], which: "opening" | "closing", mark: Mark) {
  for (const line of above) {
    const kobo = firstOf([line], labels[which], (cell) => balanceIn(cell, mark), above);
    if (kobo !== null) return { n: line.n, kobo };
  }
  return null;
}

export function balanceIn(cell: Cell, mark: Mark): bigint | null {
  const read = readMoney(cell, mark);
  if (read.kind !== "money") return null;
  return read.says === "minus" || read.says === "debit" ? -read.kobo : read.kobo;
}

/** What stands after a label: in its own cell, in the next one that holds something, or below it. */
function firstOf<Value>(
  lines: readonly Line[],
  label: RegExp,
  read: (cell: Cell) => Value | null,
  all: readonly Line[] = lines,
): Value | null {
  for (const { n, cells } of lines)
    for (const [at, cell] of cells.entries()) {
      const found = label.exec(cell.text);
      if (found === null) continue;
      const own = { text: cell.text.slice(found.index + found[0].length) };
      const next = cells.slice(at + 1).find(({ text }) => text.trim() !== "");
      const below = all[all.findIndex((line) => line.n === n) + 1]?.cells[at];
      for (const place of [own, next, below]) {
        const value = place === undefined ? null : read(place);
        if (value !== null) return value;
      }
    }
  return null;
}

const ofSums = "debits?|credits?|withdrawals?|deposits?|lodge?ments?|transactions?|money in|money out|amount";
const names: ["opening" | "closing" | "total" | "balance", RegExp][] = [
  ["opening", /^(?:statement )?opening bal(?:ance)?(?: as (?:at|on|of)\b.*)?$/],
  ["opening", /^(?:bal(?:ance)? )?(?:b ?f|b ?d|brought (?:forward|down))$/],
  ["closing", /^(?:statement )?closing bal(?:ance)?(?: as (?:at|on|of)\b.*)?$/],
  ["closing", /^(?:bal(?:ance)? )?(?:c ?f|c ?d|carried (?:forward|down))$/],
  ["balance", /^bal(?:ance)? as (?:at|on|of)\b.*$/],
  ["total", new RegExp(`^(?:grand |sub ?)?totals?(?: (?:${ofSums}))?$`)],
];

/** Most texts have nothing of it, and are not looked at further. */
const mayName = /bal|tot|brought|carried|[bc]\W?[fd]/i;

/** What a row is called that is no line of money. By its whole text, since a payment may well begin with `Total`. */
export function namedRow(text: string) {
  if (!mayName.test(text)) return undefined;
  const words = plainWords(text.replace(/(?:ngn|n|\u20a6)?\s*\(?-?\d[\d.,]*\)?\s*(?:dr|cr)?\s*$/i, "")).join(
    " ",
  );
  return names.find(([, pattern]) => pattern.test(words))?.[0];
}
