import { moveCaret, type TextAndCaret } from "#lib/text/grouped-text";
import { plainDigits } from "#lib/text/plain-digits";
import { withoutUnseen } from "#lib/text/unseen";
import { longestRead, numbersIn, walletOfPhone } from "./numbers-in";

/** What groups its digits. */
const mark = /[\s\-\u2010-\u2015\u2212.]/;
const marks = new RegExp(mark, "g");

/**
 * Removes spaces, hyphens, what nobody sees and a spreadsheet's apostrophe, and takes the account out of other words where
 * the text has one; everything else stays, to be judged, such as an amount or a day.
 */
export function stripAccountNumber(text: string): string {
  if (text.length > longestRead) return text;
  const plain = plainDigits(withoutUnseen(text)).replace(/^'(?=\d)/, "");
  const bare = plain.replace(marks, "");
  if (/^\d{0,9}$/.test(bare)) return /^[\d\s]+\.\d{1,2}$/.test(plain) ? plain : bare;
  if (walletOfPhone(bare) !== undefined) return bare;
  const { accounts } = numbersIn(text);
  if (accounts.length === 1) return accounts[0] ?? bare;
  return /^\d{10}$/.test(bare) ? plain : bare;
}

/** Groups as four, three and three for checking by eye; other text stays as it is. */
export function groupAccountNumber(digits: string): string {
  if (!/^\d{1,10}$/.test(digits)) return digits;
  return [digits.slice(0, 4), digits.slice(4, 7), digits.slice(7)].filter((group) => group !== "").join(" ");
}

/** Groups during typing and keeps the caret in its place. */
export function editAccountNumber(after: TextAndCaret, isForward: boolean): TextAndCaret {
  const text = groupAccountNumber(stripAccountNumber(after.text));
  return { text, caret: moveCaret(after, text, mark, isForward) };
}

/** The account in a text, wherever it stands and in whatever script; a telephone number’s where there is no other. */
export function typedAccountNumber(text: string): string | undefined {
  const { accounts, phones } = numbersIn(text);
  return accounts[0] ?? phones[0];
}
