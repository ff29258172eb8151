import "server-only";
import { typedAccountNumber } from "#lib/bank/account-number";
import { readAmountText } from "#lib/money/amount-text";
import { plainDigits } from "#lib/text/plain-digits";
import { withoutUnseen } from "#lib/text/unseen";

/** What a typed or pasted text may be; a text can be several things at once. */
export type SearchText = {
  /** Whole IDs of ours, as in a copied link. */
  ids: string[];
  /** The first and last ID that start as typed. */
  idRange: { first: string; last: string } | undefined;
  /** Transaction IDs or addresses. */
  references: string[];
  lastFour: string | undefined;
  accountNumber: string | undefined;
  /** Decimal text; more than one where the marks are ambiguous. */
  amounts: string[];
  /** Whether the text says that the amount is in naira. */
  isNaira: boolean;
};

const uuid = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/gi;
const marks = /[\s:=,;|"'<>()[\]{}/?#&\u201c\u201d\u2018\u2019]+/;
const mostReferences = 6;
const longestReference = 128;
/** Typed by hand, fewer letters of an ID would fit too many. */
const shortestIdStart = 6;

export function readSearchText(given: string): SearchText {
  const text = withoutUnseen(given);
  const plain = plainDigits(text);
  const tokens = text
    .split(marks)
    .map((token) => token.replace(/^[.\u2026*]+|[.\u2026*]+$/g, ""))
    .filter((token) => token !== "");
  const unit = /\u20a6|\bngn\b|\bnaira\b|^n(?=\s?\d)/i;
  return {
    ids: [...new Set((text.match(uuid) ?? []).map(asId))],
    idRange: idRangeOf(tokens),
    references: referencesOf(text, tokens),
    lastFour: /^(?:.*(?:[\u2022*\u2026.]\s*|\bending(?: in)?\s+|\blast four:?\s+))?(\d{4})$/is.exec(
      plain,
    )?.[1],
    accountNumber: typedAccountNumber(text),
    amounts: amountsOf(plain.replace(unit, "").replace(/\bUSD[CT]?\b|\$/gi, "")),
    isNaira: unit.test(text),
  };
}

function asId(text: string): string {
  const hex = text.replaceAll("-", "").toLowerCase();
  return [0, 8, 12, 16, 20]
    .map((start, at, all) => hex.slice(start, all[at + 1] ?? 32))
    .filter((part) => part !== "")
    .join("-");
}

/** Filled up to whole IDs, which every collation puts in the same order. */
function idRangeOf(tokens: readonly string[]): SearchText["idRange"] {
  const start = tokens.find((token) => /^[0-9a-f][0-9a-f-]*$/i.test(token) && isStart(token));
  if (start === undefined) return undefined;
  const hex = start.replaceAll("-", "");
  return { first: asId(hex.padEnd(32, "0")), last: asId(hex.padEnd(32, "f")) };
}

function isStart(token: string): boolean {
  const { length } = token.replaceAll("-", "");
  return length >= shortestIdStart && length < 32;
}

/** The text as it is, without its blanks, without a label before it, and each part that has a digit. */
function referencesOf(text: string, tokens: readonly string[]): string[] {
  const bare = text.replace(/^[^:=]{1,40}[:=](?!\/)/, "");
  const parts = tokens.filter((token) => token.length >= 4 && /\d/.test(token));
  const all = [text, bare, bare.replace(/\s+/g, ""), ...parts.sort((a, b) => b.length - a.length)];
  const fitting = all
    .map((each) => each.trim())
    .filter(({ length }) => length > 0 && length <= longestReference);
  return [...new Set(fitting)].slice(0, mostReferences);
}

/** With a zero before it, a number is a code. */
function amountsOf(text: string): string[] {
  if (/^\s*0\d/.test(text)) return [];
  const reading = readAmountText(text, { isPasted: true });
  if (reading.kind === "amount") return [reading.text];
  return reading.kind === "ask" ? reading.choices : [];
}
