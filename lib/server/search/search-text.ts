import { typedAccountNumber } from "#lib/bank/account-number";
import { readAmountText } from "#lib/money/amount-text";
import { plainDigits } from "#lib/text/plain-digits";
import { withoutUnseen } from "#lib/text/unseen";

/** What a typed or pasted text may be as a whole; a text can be several things at once. */
export type SearchText = {
  /** Whole IDs of ours, as in a copied link. */
  ids: string[];
  /** Transaction IDs, hashes, addresses or references: the text, what follows a label, and what can be nothing else. */
  references: string[];
  /** Whether one of these is an ID, a hash or an address, so that the other words only stand around it. */
  isTelling: boolean;
  /** As a list shows an address: its start and its end. */
  shortened: { start: string; end: string }[];
  lastFour: string | undefined;
  accountNumber: string | undefined;
  /** Decimal text; more than one where the marks are ambiguous. */
  amounts: string[];
  /** Whether the text says that the amount is in naira. */
  isNaira: boolean;
  /** Parts that count only where the text is nothing else. */
  loose: Loose;
};
type Loose = {
  references: string[];
  /** The first and last ID that start as typed. */
  idRange: { first: string; last: string } | undefined;
  lastFour: string | undefined;
};

const uuid = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/gi;
const marks = /[\s:=,;|"'`<>()[\]{}/?#&@\u201c\u201d\u2018\u2019]+/;
/** Around what is copied from a message: quotes, brackets, the end of a sentence. */
const wrapping = /^[\s"'`#(<[{\u201c\u2018]+|[\s"'`)>\]}\u201d\u2019.,;:!?]+$/g;
const mostReferences = 6;
const longestReference = 128;
/** Typed by hand, fewer letters of an ID would fit too many. */
const shortestIdStart = 6;
/** No name has so many letters with a digit among them. */
const shortestTelling = 16;
const mask = "\\u2022\\u00b7\\u25cf*\\u2026";
const naira = /\u20a6|\bngn\b|\bnaira\b|^n(?=\s?\d)/i;
const accountWords =
  /(?<!\p{L})(a\/c|acc|acct|account|nuban|number|no|ending|ends|in|with|last|four|digits)(?!\p{L})/giu;

export function readSearchText(given: string): SearchText {
  const text = withoutUnseen(given);
  const plain = plainDigits(text);
  const tokens = text
    .split(marks)
    .map((token) => token.replace(/^[.\u2026*\u2022]+|(?<![.\u2026*])[.\u2026*]+$/g, ""))
    .filter((token) => token !== "");
  const ids = [...new Set((text.match(uuid) ?? []).map(asId))];
  const telling = [...tokens, bare(text).replace(/\s+/g, "")].filter(isTelling);
  return {
    ids,
    references: fitting([
      text,
      text.replace(wrapping, ""),
      bare(text),
      bare(text).replace(/\s+/g, ""),
      ...telling,
    ]),
    isTelling: ids.length > 0 || telling.length > 0,
    shortened: shortenedIn(plain),
    lastFour: lastFourOf(plain),
    accountNumber: typedAccountNumber(text),
    amounts: amountsIn(plain),
    isNaira: isNaira(plain),
    loose: {
      references: fitting(
        tokens.filter((token) => token.length >= 4 && /\d/.test(token)).sort((a, b) => b.length - a.length),
      ),
      idRange: idRangeOf(tokens),
      lastFour: new RegExp(
        `^.*(?:[${mask}.]\\s*|\\bending(?: in)?\\s+|\\blast four:?\\s+)(\\d{4})$`,
        "is",
      ).exec(plain)?.[1],
    },
  };
}

/** Without a label before it. */
function bare(text: string): string {
  return text.replace(/^[^:=]{1,40}[:=](?!\/)/, "");
}

function isTelling(token: string): boolean {
  return (
    token.length >= shortestTelling && /\d/.test(token) && /\p{L}/u.test(token) && /^[\w.-]+$/.test(token)
  );
}

function fitting(texts: readonly string[]): string[] {
  const all = texts
    .map((each) => each.trim())
    .filter(({ length }) => length > 0 && length <= longestReference);
  return [...new Set(all)].slice(0, mostReferences);
}

/** The last four digits of an account, alone, behind a mask, or behind words that say so. */
export function lastFourOf(plain: string): string | undefined {
  const left = plain.replace(accountWords, " ").trim();
  return new RegExp(`^(?:\\d{0,6}(?:[${mask}.xX\\s-]{2,}|[${mask}])|[\\s:#.-]*)(\\d{4})$`).exec(left)?.[1];
}

/** Not the number of something else. */
export function isAboutAccount(plain: string): boolean {
  return new RegExp(`[${mask}]|\\b(?:a/c|acct?|account|nuban|ending|ends|last)\\b`, "i").test(plain);
}

/** With a zero before it, a number is a code. */
export function amountsIn(plain: string): string[] {
  const text = plain
    .replace(naira, "")
    .replace(/USD[CT]?(?!\p{L})|\$/giu, "")
    .trim();
  if (/^0\d/.test(text)) return [];
  const reading = readAmountText(text, { isPasted: true });
  if (reading.kind === "amount") return [reading.text];
  return reading.kind === "ask" ? reading.choices : [];
}

export function isNaira(plain: string): boolean {
  return naira.test(plain);
}

function shortenedIn(plain: string): SearchText["shortened"] {
  const found = plain.matchAll(
    /([0-9a-z_]{3,60})\s?(?:\u2026|\.{2,3}|\*{2,})\s?([0-9a-z]{4,60})(?![0-9a-z])/gi,
  );
  return [...found].slice(0, 2).map(([, start = "", end = ""]) => ({ start, end }));
}

function asId(text: string): string {
  const hex = text.replaceAll("-", "").toLowerCase();
  return [0, 8, 12, 16, 20]
    .map((start, at, all) => hex.slice(start, all[at + 1] ?? 32))
    .filter((part) => part !== "")
    .join("-");
}

/** Filled up to whole IDs, which every collation puts in the same order. */
export function idRangeOf(tokens: readonly string[]): Loose["idRange"] {
  const start = tokens.find((token) => /^[0-9a-f][0-9a-f-]*$/i.test(token) && isStart(token));
  if (start === undefined) return undefined;
  const hex = start.replaceAll("-", "");
  return { first: asId(hex.padEnd(32, "0")), last: asId(hex.padEnd(32, "f")) };
}

function isStart(token: string): boolean {
  const { length } = token.replaceAll("-", "");
  return length >= shortestIdStart && length < 32;
}
