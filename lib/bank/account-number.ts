import { moveCaret, type TextAndCaret } from "#lib/text/grouped-text";
import { withoutUnseen } from "#lib/text/unseen";

/** Removes spaces, hyphens and what nobody sees; everything else stays, to be judged. */
export function stripAccountNumber(text: string): string {
  return withoutUnseen(text).replace(/[\s\-\u2010-\u2015\u2212.]/g, "");
}

/** Groups as four, three and three for checking by eye; other text stays as it is. */
export function groupAccountNumber(digits: string): string {
  if (!/^\d{1,10}$/.test(digits)) return digits;
  return [digits.slice(0, 4), digits.slice(4, 7), digits.slice(7)].filter((group) => group !== "").join(" ");
}

/** Groups during typing and keeps the caret in its place. */
export function editAccountNumber(after: TextAndCaret, isForward: boolean): TextAndCaret {
  const text = groupAccountNumber(stripAccountNumber(after.text));
  return { text, caret: moveCaret(after, text, /[\s\-\u2010-\u2015\u2212.]/, isForward) };
}

/** Ten digits, grouped or not, perhaps behind a word such as `Account:`; `undefined` for any other text. */
export function typedAccountNumber(text: string): string | undefined {
  const digits = /^\D{0,40}?((?:\d[\s\u00a0-]?){9}\d)$/.exec(withoutUnseen(text))?.[1];
  return digits?.replace(/\D/g, "");
}

/** The ten digits of an account; a form without scripts refuses them, since it would put them in the address. */
export const noAccountPattern = "(?!\\D*(\\d[\\s\\-]?){9}\\d$).*";
export const noAccountTitle = "Search for the last four digits of an account, not for all ten.";

/** Whether {@link typedAccountNumber} may know it; small, for every page. */
export function mayBeAccount(text: string): boolean {
  return /(?:\d[\s\u00a0-]?){9}\d$/.test(withoutUnseen(text));
}
