import { plainWords } from "#lib/text/plain-words";
import { type BankNamer, bankNamer } from "./bank-namer";
import { cbnCodeOf, isOtherKind, withoutNoise } from "./bank-names";
import type { BankIndex, SearchableBank } from "./bank-search";
import { numbersIn } from "./numbers-in";
import { isLikelyName, mayBeName, saysNothing } from "./pasted-names";
import { amountMark, numberMark, type Piece, piecesOf } from "./pasted-pieces";

/** What a message about an account says; each only where the text leaves no doubt. */
export type PastedRecipient<Row> = {
  /** None where the only number is a telephone's, and the bank is none that has such accounts. */
  accountNumber?: string;
  bank?: Row;
  /** What it calls a bank that is not on the list. */
  unknownBank?: string;
  accountName?: string;
};

/** Names of people, of companies and of networks too: a bank only where nothing stands beside them, or the word "account". */
const ordinary = new Set(
  (
    "hope unity sterling union first sparkle signature fidelity heritage titan access carbon optimus lotus zenith polaris keystone " +
    "globus providus skye taj eco money guarantee guaranty alternative airtel mtn momo 9mobile parallex suntrust citi paylater"
  ).split(" "),
);
/** `United Bank for Africa Plc` has five. */
const longestBank = 6;

const anyMark = new RegExp(`[${numberMark}${amountMark}]`, "g");

/** The end of the name before a bank, or the word for it: `Kemi Foods Ltd Zenith Bank`. */
const startsNoBank = /^(?:bank|ltd|limited|plc|nig|nigeria|of|the|company)\b/i;

/** A part of a piece: by commas, dashes, brackets and the number. */
type Part = { text: string; piece: Piece };

/**
 * Reads what was pasted, in one line or several, with labels or without. `undefined` for a text without a number of an account,
 * or with two.
 */
export function readRecipient<Row extends SearchableBank>(
  text: string,
  index: BankIndex<Row>,
): PastedRecipient<Row> | undefined {
  const { accounts, phones } = numbersIn(text);
  if (accounts.length > 1 || (accounts.length === 0 && phones.length !== 1)) return undefined;
  const named = bankNamer(index);
  const pieces = piecesOf(text, (name) => isBank(name, named)).map((piece) => asBankRead(piece, named));
  const numbered = new Set(pieces.filter((piece) => piece.text.includes(numberMark)).map(({ line }) => line));
  const parts = pieces
    .filter(({ kind }) => kind !== "bank" && kind !== "other")
    .flatMap((piece) => partsOf(piece, named))
    // Of what is called a name only a bank beside it is looked at.
    .filter(({ text: part, piece }) => piece.kind !== "name" || isBank(part, named));
  const { bank, unknownBank } = bankOf(pieces, parts, numbered, named);
  const name = nameOf(pieces, parts, numbered, named);
  const accountName =
    name === undefined || bank !== undefined || !isBesideBank(name, named) ? name : undefined;
  // A bank whose accounts have a check digit has none by telephone.
  const isWallet = bank !== undefined && cbnCodeOf(bank) === undefined;
  const accountNumber = accounts[0] ?? (isWallet ? phones[0] : undefined);
  return {
    ...(accountNumber !== undefined && { accountNumber }),
    ...(bank !== undefined && { bank }),
    ...(unknownBank !== undefined && { unknownBank }),
    ...(accountName !== undefined && { accountName }),
  };
}

/** A doubtful label is one only where what follows fits it: `Bank GTBank`, but not `Bank of my uncle`. */
function asBankRead<Row>(piece: Piece, named: BankNamer<Row>): Piece {
  const whole = { ...piece, kind: "loose" as const, text: `${piece.label} ${piece.text}` };
  if (piece.kind === "other" && piece.text.includes(numberMark)) {
    if (!piece.isSure) return whole;
    return piece.label.toLowerCase() === "to" ? { ...piece, kind: "loose" } : piece;
  }
  if (piece.kind === "bank" && !piece.isSure) return named(piece.text) === undefined ? whole : piece;
  if (piece.kind !== "name") return piece;
  // Columns and lines may be in another order than their labels.
  if (named(piece.text) !== undefined && plainWords(piece.text).length < 3)
    return { ...piece, kind: "loose" };
  return piece.isSure || isLikelyName(tidy(piece.text)) ? piece : whole;
}

function partsOf<Row>(piece: Piece, named: BankNamer<Row>): Part[] {
  const hasNumber = piece.text.includes(numberMark);
  const chunks = piece.text.split(anyMark);
  const texts = chunks.flatMap((chunk) => {
    const parts = chunk.split(/[,()[\]/]|\s[-\u2010-\u2015]+\s|:\s|(?<=\p{Ll}{4})\.\s/u).map(tidy);
    const isList = hasNumber || parts.some((part) => isBank(part, named));
    return isList ? parts : [tidy(chunk)];
  });
  return texts.filter((text) => text !== "").map((text) => ({ text, piece }));
}

/** `Hope Ltd` is a company, though there is a bank called Hope. */
function isBank<Row>(text: string, named: BankNamer<Row>): boolean {
  if (!/\p{L}/u.test(text) || named(text) === undefined) return false;
  return !/\b(?:ltd|limited)\b/i.test(text) || isSaid(text, undefined, true);
}

function tidy(text: string): string {
  const bare = text
    .replace(anyMark, " ")
    .replace(/\s+/g, " ")
    .replace(/^[ ,.:;'\u2018(<\u2010-\u2015-]{1,20}/, "")
    .replace(/(?<![ ,:;'\u2018)>(\u2010-\u2015-])[ ,:;'\u2018)>(\u2010-\u2015-]+$/, "")
    .replace(/(?<!\b(?:ltd|nig|co|inc|plc|ent|jr|sr|esq|\p{L}))\.$|['\u2019]s$/iu, "");
  return bare.lastIndexOf("(") > bare.lastIndexOf(")") ? `${bare})` : bare;
}

type BankRead<Row> = { bank?: Row | undefined; unknownBank?: string | undefined };

function bankOf<Row extends SearchableBank>(
  pieces: readonly Piece[],
  parts: readonly Part[],
  numbered: ReadonlySet<number>,
  named: BankNamer<Row>,
): BankRead<Row> {
  const labelled = pieces.filter(({ kind }) => kind === "bank");
  if (labelled.length > 0) {
    const rows = labelled.map(({ text }) => labelledBank(tidy(text), named));
    const found = [...new Set(rows.filter((row) => row !== undefined))];
    if (found.length > 0) return { bank: only(found) };
    const unknown = labelled.map(({ text }) => tidy(text)).find((text) => !saysNothing(text));
    if (unknown !== undefined) return { unknownBank: unknown.slice(0, 60) };
  }
  const whole = parts.flatMap((part) =>
    isBank(part.text, named) ? [{ ...part, row: named(part.text)?.row }] : [],
  );
  const within = (whole.length > 0 ? [] : parts).flatMap((part) =>
    banksIn(part.text, named).map(({ row }) => ({ ...part, row })),
  );
  const found = [...whole, ...within];
  const rows = (some: typeof found) => [...new Set(some.map(({ row }) => row))];
  const besideNumber = found.filter(({ piece }) => numbered.has(piece.line));
  const sure = found.filter(({ text }) => !ordinary.has(withoutNoise(plainWords(text)).join(" ")));
  const bank = [found, besideNumber, sure].map(rows).find((each) => each.length === 1)?.[0];
  return { bank };
}

function only<Row>(rows: readonly Row[]): Row | undefined {
  return rows.length === 1 ? rows[0] : undefined;
}

function labelledBank<Row>(text: string, named: BankNamer<Row>): Row | undefined {
  const whole =
    named(text) ??
    text
      .split(/[,()/-]/)
      .map((part) => named(tidy(part)))
      .find((found) => found !== undefined);
  return whole?.row ?? only([...new Set(banksIn(text, named).map(({ row }) => row))]);
}

type Within<Row> = { row: Row; start: number; end: number };

/** Banks in a sentence, by as many words as fit: with the word "bank" or its like, or known by that name and no other. */
function banksIn<Row>(text: string, named: BankNamer<Row>): Within<Row>[] {
  const words = [...text.matchAll(/[\p{L}\p{N}\p{M}'\u2019.&]+/gu)];
  const found: Within<Row>[] = [];
  for (let at = 0; at < words.length; at++) {
    for (let count = Math.min(longestBank, words.length - at); count > 0; count--) {
      const [first, last] = [words[at], words[at + count - 1]];
      if (first === undefined || last === undefined || startsNoBank.test(first[0])) continue;
      const [start, end] = [first.index, last.index + last[0].length];
      const own = text.slice(start, end);
      const bank = /^\p{N}+$/u.test(own) ? undefined : named(own);
      if (bank === undefined || !isSaid(own, words[at + count]?.[0], bank.isKnown)) continue;
      found.push({ row: bank.row, start, end });
      at += count - 1;
      break;
    }
  }
  return found;
}

function isSaid(text: string, next: string | undefined, isKnown: boolean): boolean {
  const words = plainWords(text);
  if (words.length > 1 && (words.includes("bank") || isOtherKind(text))) return true;
  if (!isKnown) return false;
  return !ordinary.has(withoutNoise(words).join(" ")) || /^(?:account|acct?|a\/c|bank)$/i.test(next ?? "");
}

/** An account's own label goes before one of a name alone, and a name without a label needs the number or the bank beside it. */
function nameOf<Row>(
  pieces: readonly Piece[],
  parts: readonly Part[],
  numbered: ReadonlySet<number>,
  named: BankNamer<Row>,
): string | undefined {
  const labelled = pieces
    .filter(({ kind }) => kind === "name")
    .map(({ label, text }) => ({ label, name: labelledName(text, named) }));
  const called = labelled.filter(({ name }) => name !== undefined);
  const ofAccount = called.filter(({ label }) =>
    /acc|a\/c|benefic|payee|recipient|receiver|favou?r|holder/i.test(label),
  );
  const first = ofAccount.length > 0 ? ofAccount : called;
  if (first.length > 0) return same(first.map(({ name }) => name ?? ""));
  const told = [
    ...pieces.filter(({ text }) => text.includes(numberMark)),
    ...parts.filter(({ text }) => isBank(text, named)).map(({ piece }) => piece),
  ];
  const blocks = new Set(told.map(({ block }) => block));
  const candidates = parts.flatMap(({ text, piece }) =>
    isBank(text, named) || piece.isAfterEnd || !blocks.has(piece.block)
      ? []
      : besideBanks(text, named)
          .filter(isLikelyName)
          .map((name) => ({ name, line: piece.line })),
  );
  return (
    same(candidates.filter(({ line }) => numbered.has(line)).map(({ name }) => name)) ??
    same(candidates.map(({ name }) => name))
  );
}

/** `Sunday Okoro Fidelity` may be a name and a bank, or a name. `Unity Okafor` is a name. */
function isBesideBank<Row>(name: string, named: BankNamer<Row>): boolean {
  const words = name.split(" ");
  return [
    [words[0], words.slice(1)],
    [words.at(-1), words.slice(0, -1)],
  ].some(([word, rest]) => isBank(String(word), named) && isLikelyName([rest].flat().join(" ")));
}

/** The one name of several readings. */
function same(names: readonly string[]): string | undefined {
  const distinct = new Map(names.map((name) => [plainWords(name).sort().join(" "), name]));
  return distinct.size === 1 ? names[0] : undefined;
}

/** And whatever follows it. */
const thanks = /[\s,.;!-]*\b(?:thanks|thank you|thank u|pls|please|kindly|regards)\b.*$/i;

function labelledName<Row>(text: string, named: BankNamer<Row>): string | undefined {
  const chunks = text
    .replace(thanks, "")
    .split(anyMark)
    .map(tidy)
    .filter((chunk) => chunk !== "");
  const parts = (chunks[0] ?? "").split(/[,()/]|\s[-\u2010-\u2015]\s/).map(tidy);
  const [name = ""] = parts.some((part) => isBank(part, named))
    ? parts.filter((part) => !isBank(part, named))
    : chunks;
  return mayBeName(name) ? name : undefined;
}

/** What stands beside a bank in one part. */
function besideBanks<Row>(text: string, named: BankNamer<Row>): string[] {
  const [bank] = banksIn(text, named);
  return bank === undefined ? [text] : [text.slice(0, bank.start), text.slice(bank.end)].map(tidy);
}
