import { moveCaret, type TextAndCaret } from "#lib/text/grouped-text";
import { plainDigits } from "#lib/text/plain-digits";
import { withoutUnseen } from "#lib/text/unseen";

/**
 * Removes spaces, hyphens, what nobody sees and a spreadsheet's apostrophe, and takes the account out of other words where
 * the text has one; everything else stays, to be judged.
 */
export function stripAccountNumber(text: string): string {
  const bare = plainDigits(withoutUnseen(text))
    .replace(/^'(?=\d)/, "")
    .replace(/[\s\-\u2010-\u2015\u2212.]/g, "");
  if (/^\d{0,10}$/.test(bare) || walletOfPhone(bare) !== undefined) return bare;
  const { accounts } = numbersIn(text);
  return accounts.length === 1 ? (accounts[0] ?? bare) : bare;
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

const gluedLabel = /(acct?|account|number|nuban|no)\.?(?=\p{Nd})/giu;

/** Digits in one line, perhaps in groups; neither a part of a word, nor before a time or decimals. */
const digitRun =
  /(^|[^\p{L}\p{N}+])(\+?\(?\d(?:[^\S\r\n]?[-\u2010-\u2015().]?[^\S\r\n]?\d)*)(?![\p{L}\p{N}]|[:.]\d)/gu;

/** The account numbers in a text, and the wallets' accounts among its telephone numbers, in its order and each once. */
export function numbersIn(text: string): { accounts: string[]; phones: string[] } {
  const [accounts, phones] = [new Set<string>(), new Set<string>()];
  const plain = plainDigits(withoutUnseen(text)).replace(gluedLabel, "$& ");
  for (const [, , run = ""] of plain.matchAll(digitRun)) {
    const whole = run.replace(/\D/g, "");
    // A number beside others, such as a bank's code, is whole by itself.
    const parts = whole.length === 10 || walletOfPhone(run) !== undefined ? [run] : run.split(/[^\d+.]+/);
    for (const part of parts) {
      const digits = part.replace(/\D/g, "");
      const wallet = walletOfPhone(part);
      if (wallet !== undefined) phones.add(wallet);
      else if (digits.length === 10 && !part.startsWith("+")) accounts.add(digits);
    }
  }
  return { accounts: [...accounts], phones: [...phones] };
}

/**
 * Wallets such as OPay have the holder’s telephone number without its zero as the account: `0801 234 5678` and
 * `+234 801 234 5678` as `8012345678`. `undefined` for a text that is no Nigerian mobile number.
 */
export function walletOfPhone(text: string): string | undefined {
  const digits = plainDigits(text).replace(/[^\d+]/g, "");
  return /^(?:\+?2340?|\+?0|009234)([789]\d{9})$/.exec(digits)?.[1];
}

/** The account in a text, wherever it stands and in whatever script; a telephone number’s where there is no other. */
export function typedAccountNumber(text: string): string | undefined {
  const { accounts, phones } = numbersIn(text);
  return accounts[0] ?? phones[0];
}

/** An account’s ten digits; a form without scripts refuses them, since it would put them in the address. */
export const noAccountPattern =
  "(?!(.*[^\\p{L}\\p{Nd}])?(\\p{Nd}[\\s\\-]?){9,10}\\p{Nd}([^\\p{L}\\p{Nd}].*)?$).*";
export const noAccountTitle = "Search for the last four digits of an account, not for all ten.";

/** Whether {@link typedAccountNumber} may know it; small, for every page. */
export function mayBeAccount(text: string): boolean {
  return /(?:\p{Nd}[^\p{L}\p{Nd}]{0,3}){10}/u.test(withoutUnseen(text));
}

/** Ends in all but a digit or two of an account number. An ID or a hash whose last digits follow a letter is none. */
export function isNearlyAccount(text: string): boolean {
  return /(?<![\p{L}\p{N}_])(?:\p{Nd}[\s-]?){8,9}$/u.test(text.replace(gluedLabel, "$& "));
}
