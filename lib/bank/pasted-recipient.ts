import { plainWords } from "#lib/text/plain-words";
import { withoutUnseen } from "#lib/text/unseen";
import { numbersIn } from "./account-number";
import { type BankIndex, bankCalled, type SearchableBank } from "./bank-search";

/** What a message about an account says; each only where the text leaves no doubt. */
export type PastedRecipient<Row> = {
  accountNumber: string;
  bank?: Row;
  /** What it calls a bank that is not on the list. */
  unknownBank?: string;
  accountName?: string;
};

type Kind = "bank" | "name" | "number" | "other";
type Piece = { kind: Kind | undefined; text: string };

const labels =
  /((?:beneficiary |recipient |receiving )?bank(?: ?name| ?code)?|(?:account|acct?|a\/c|beneficiary|recipient|payee|customer) ?(?:name|number|num|no)?|name|number|nuban|amount|narration|reference|ref|phone|tel|mobile|e-?mail|branch|sort ?code|swift|bvn|currency|type)\s*\.?\s*[:=#]/giu;
/** First names and surnames too, so a word of a line that has no mark between bank and name is no bank. */
const personal = new Set(
  "hope unity sterling union first sparkle signature fidelity heritage titan access carbon optimus lotus".split(
    " ",
  ),
);

/** Reads what was pasted, in one line or several, with labels or without. `undefined` for a text without one account. */
export function readRecipient<Row extends SearchableBank>(
  text: string,
  index: BankIndex<Row>,
): PastedRecipient<Row> | undefined {
  const { accounts, phones } = numbersIn(text);
  const accountNumber = accounts.length === 0 ? phones[0] : accounts[0];
  if (accountNumber === undefined || accounts.length > 1) return undefined;
  const pieces = piecesOf(text);
  const labelled = (kind: Kind) => pieces.find((piece) => piece.kind === kind)?.text;
  const loose = pieces.flatMap(({ kind, text: own }) => (kind === undefined ? [own] : []));
  const bankText = labelled("bank");
  let bank = bankText === undefined ? undefined : bankCalled(index, bankText);
  let names = loose;
  if (bankText === undefined) {
    bank = loose.map((own) => bankCalled(index, own)).find((row) => row !== undefined);
    names = loose.filter((own) => bankCalled(index, own) === undefined);
    for (const own of bank === undefined ? loose : []) {
      const parts = bankBeside(own, index);
      if (parts === undefined) continue;
      ({ bank } = parts);
      names = [parts.rest, ...loose.filter((other) => other !== own)];
      break;
    }
  }
  const accountName = labelled("name") ?? names.find(isName);
  return {
    accountNumber,
    ...(bank !== undefined && { bank }),
    ...(bank === undefined && bankText !== undefined && { unknownBank: bankText }),
    ...(accountName !== undefined && { accountName }),
  };
}

function piecesOf(text: string): Piece[] {
  const marked = withoutUnseen(text).replace(labels, "\n$&");
  const lines = marked.split(/[\r\n\t;|]+/).filter((line) => line.trim() !== "");
  const pieces: Piece[] = [];
  let waiting: Kind | undefined;
  for (const line of lines.length === 1 ? marked.split(/,|\s[-\u2010-\u2015/]\s/) : lines) {
    const [, label, value = ""] = /^\s*([\p{L}\p{N}/.’' -]{1,40}?)\s*[:=#]\s*(.*)$/u.exec(line) ?? [];
    const kind = label === undefined ? waiting : kindOf(label);
    const own = withoutNumbers(label === undefined ? line : value);
    waiting = label !== undefined && value.trim() === "" ? kind : undefined;
    if (own !== "") pieces.push({ kind: kind === "number" ? undefined : kind, text: own });
  }
  return pieces;
}

function kindOf(label: string): Kind {
  const words = plainWords(label).join(" ");
  if (/\bbank/.test(words) && !/account|acct/.test(words)) return "bank";
  if (/name|beneficiary|recipient|payee|holder/.test(words)) return "name";
  return /account|acct?\b|a c\b|number|nuban|\bno\b/.test(words) ? "number" : "other";
}

/** What a line says beside the number and the word for it. */
function withoutNumbers(line: string): string {
  return line
    .replace(/(?:account|acct?|a\/c|nuban)\.?\s*(?:number|num|no|name)?\.?(?=[\s\p{Nd}:]|$)/giu, " ")
    .replace(/\+?[\p{Nd}(][\p{Nd}\s().\u2010-\u2015-]{6,}\p{Nd}/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[\s,.:()'"\u2010-\u2015-]+|[\s,:('"\u2010-\u2015-]+$/g, "");
}

/** A bank at the start or the end of a line, by as many words as fit. */
function bankBeside<Row extends SearchableBank>(line: string, index: BankIndex<Row>) {
  const words = line.split(" ");
  for (let count = words.length - 1; count > 0; count--) {
    for (const isFirst of [true, false]) {
      const own = isFirst ? words.slice(0, count) : words.slice(-count);
      const bank =
        count === 1 && personal.has(plainWords(own[0] ?? "").join(""))
          ? undefined
          : bankCalled(index, own.join(" "));
      if (bank !== undefined)
        return { bank, rest: (isFirst ? words.slice(count) : words.slice(0, -count)).join(" ") };
    }
  }
  return undefined;
}

/** Two words at least: one alone may be a greeting. */
function isName(text: string): boolean {
  return /^\p{L}[\p{L}\p{M}.,'\u2019& -]*\s[\p{L}\p{M}.,'\u2019& -]+$/u.test(text) && text.length <= 200;
}
