import { plainDigits } from "#lib/text/plain-digits";
import { withoutUnseen } from "#lib/text/unseen";
import { gluedLabel } from "./may-be-account";

/** What is longer is no message about an account, and isn't read. */
export const longestRead = 2_000;

/** Of keys as pictures: `0️⃣`. */
const keycap = /\ufe0f?\u20e3/g;

/** Words that people write right after a number, without a blank between. */
const gluedNext =
  /(?<=\p{Nd})(?=(?:bank|account|acct?|a\/c|name|beneficiary|amount|narration|swift|sort|phone|tel|branch|type))/giu;

const months =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
/** Numbers of a line that say their own kind by their form: a link, the number of a list, a day, a time, an amount. */
const otherForms = [
  /(?:https?:\/\/|www\.)\S+/giu,
  /^[^\S\n]*\(?\d{1,2}[.)][^\S\n]+/gmu,
  /(?<![\p{L}\p{N}-])(?:\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|\d{4}[-/.]\d{1,2}[-/.]\d{1,2})(?![\p{N}-])/gu,
  /(?<!\p{N})\d{1,2}:\d{2}(?::\d{2})?(?!\p{N})/gu,
  new RegExp(`(?<!\\p{L})(?:${months})\\.?,?[^\\S\\n]+\\d{4}(?!\\p{N})`, "giu"),
  /(?<![\p{N}.])\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?(?!\p{N})/gu,
  /(?<![\p{N}.])\d+(?:\.\d{1,2}|,\d{1,2})(?![\p{N}.])/gu,
];

/** Digits in one line, perhaps in groups, and not a part of a word. */
const digitRun = /(?<![\p{L}\p{N}+])[+(]?\(?\d(?:[^\S\r\n\t]?[-\u2010-\u2015\u2212().]?[^\S\r\n\t]?\d)*/gu;

const [labelEnd, numberWords] = [
  "[\\s.:#=/_-]*",
  "(?:(?:no|num|number|id|code|ref|of)(?!\\p{L})[\\s.:#=/_-]*)*$",
];
/** What says, right before a number, that it is the number of something else. */
const namesOther =
  "(?:ref(?:erence)?|inv(?:oice)?|order|p\\.?o|l\\.?p\\.?o|receipt|rrn|session|transaction|txn?|trx|trans|" +
  "tin|vat|rc|bvn|nin|fax|otp|pin|code|id|meter|policy|ticket|booking|waybill|batch|serial|swift|card|" +
  `amount|amt|total|sum)${labelEnd}${numberWords}`;
const namesPhone = `(?:tel(?:ephone)?|ph(?:one)?|mobile|whats ?app|call|cell|gsm|sms)${labelEnd}(?:(?:line|us|me|on)(?!\\p{L})${labelEnd})*${numberWords}`;
/** Before a number in its line, or alone in the line above. */
const ofOther = new RegExp(`(?<!\\p{L})${namesOther}`, "iu");
const ofPhone = new RegExp(`(?<!\\p{L})${namesPhone}`, "iu");
const linesOfOther = new RegExp(`^\\s*(?:[\\p{L}]{1,12} )?${namesOther}`, "iu");
/** One that is not of the amount before it. */
const currencyBefore = /(?<![\d;]\s?)(?:[\u20a6$\u20ac\u00a3]|(?<!\p{L})(?:ngn|usd[ct]?|naira|=n=))\s?$/iu;
/** A letter, decimals, a time, an address of mail, a currency that is not of the amount after it. */
const isMoreAfter =
  /^(?:[\p{L}\p{N}_]|:\d|%|@|\s?(?:naira|ngn|usd[ct]?|kobo|million|bn|\u20a6)(?!\p{L}|\s?[\d;]))/iu;

/** The account numbers in a text, and the wallets' accounts among its telephone numbers, in its order and each once. */
export type NumbersIn = { accounts: string[]; phones: string[] };

export function numbersIn(text: string): NumbersIn {
  const [accounts, phones] = [new Set<string>(), new Set<string>()];
  for (const { digits, kind } of runsIn(readable(text))) (kind === "phone" ? phones : accounts).add(digits);
  return { accounts: [...accounts], phones: [...phones] };
}

/** With plain digits, without what nobody sees, and with labels set apart from numbers. Empty for what is too long. */
export function readable(text: string): string {
  if (text.length > longestRead) return "";
  return plainDigits(withoutUnseen(text).replace(keycap, ""))
    .replace(gluedLabel, "$& ")
    .replace(gluedNext, " ");
}

type Run = { digits: string; kind: "account" | "phone"; start: number; end: number };

/** Where a text that is {@link readable} has an account or a telephone number. */
export function* runsIn(text: string): Generator<Run> {
  // Of the same length, so that places stay.
  const plain = otherForms.reduce((left, form) => left.replace(form, (all) => ";".repeat(all.length)), text);
  for (const { 0: found, index } of plain.matchAll(digitRun)) {
    const whole = withoutEnd(found, plain.slice(index + found.length, index + found.length + 12));
    const before = plain.slice(Math.max(0, index - 60), index);
    for (const { part, at } of partsOf(whole)) {
      // What stands before a number beside others is about the first of them.
      const read = readNumber(part, at === 0 ? before : "");
      if (read !== undefined) yield { ...read, start: index + at, end: index + at + part.length };
    }
  }
}

/** A last group that belongs to what follows is none of the run. */
function withoutEnd(run: string, after: string): string {
  if (!isMoreAfter.test(after)) return run;
  const last = Math.max(run.lastIndexOf(" "), run.lastIndexOf("\u00a0"));
  return last === -1 ? "" : run.slice(0, last);
}

/** A number beside others, such as a bank's code, is whole by itself. */
function partsOf(run: string): { part: string; at: number }[] {
  if (run.replace(/\D/g, "").length === 10 || walletOfPhone(run) !== undefined) return [{ part: run, at: 0 }];
  return [...run.matchAll(/[\d+.]+/g)].map(({ 0: part, index }) => ({ part, at: index }));
}

function readNumber(part: string, before: string): Pick<Run, "digits" | "kind"> | undefined {
  const wallet = walletOfPhone(part);
  if (wallet !== undefined) return { digits: wallet, kind: "phone" };
  const digits = part.replace(/\D/g, "");
  if (digits.length !== 10 || !isGroupedAsAccount(part)) return undefined;
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const above = line.trim() === "" ? (before.trimEnd().split("\n").at(-1) ?? "") : "";
  if (ofOther.test(line) || linesOfOther.test(above) || currencyBefore.test(line)) return undefined;
  if (!ofPhone.test(line)) return { digits, kind: "account" };
  return mobile.test(digits) ? { digits, kind: "phone" } : undefined;
}

/** Neither decimals, nor thousands, nor a telephone number of another country, nor a year beside a number. */
function isGroupedAsAccount(part: string): boolean {
  const text = part.replace(/^\(|[.()\s-]+$/g, "");
  if (/[+)]/.test(text) || /^[^.]*\.\d+$/.test(text)) return false;
  return !/^\d([ .\u00a0\u202f])\d{3}\1\d{3}\1\d{3}$/.test(text) && !/^(?:19|20)\d{2}[^\d]\d{6}$/.test(text);
}

/** Without its zero. 0700 and 0800 are no person's. */
const mobile = /^[789](?!00)[01]\d{8}$/;

/**
 * Wallets such as OPay have the holder’s telephone number without its zero as the account: `0801 234 5678` and
 * `+234 801 234 5678` as `8012345678`. `undefined` for a text that is no Nigerian mobile number.
 */
export function walletOfPhone(text: string): string | undefined {
  if (text.length > longestRead) return undefined;
  const digits = plainDigits(text).replace(/[^\d+]/g, "");
  const number = /^(?:\+?2340?|\+?0|009234)(\d{10})$/.exec(digits)?.[1] ?? "";
  return mobile.test(number) ? number : undefined;
}
