import { withoutUnseen } from "#lib/text/unseen";

/** What every page knows of account numbers: small, and rather too careful. */

/** Words that people write right before a number, without a blank between. */
export const gluedLabel =
  /(?<!\p{L})(?:(?:bank ?)?(?:account|acct?|a\/c|nuban|wallet)[ _-]?(?:numbers?|num|no)?|numbers?|num|no)\.?(?=\p{Nd})/giu;

/** An account’s ten digits; a form without scripts refuses them, since it would put them in the address. */
export const noAccountPattern =
  "(?!(.*[^\\p{L}\\p{Nd}])?(\\p{Nd}[\\s\\-]?){9,10}\\p{Nd}([^\\p{L}\\p{Nd}].*)?$).*";
export const noAccountTitle = "Search for the last four digits of an account, not for all ten.";

/** Whether it may have an account number. What reads it knows more. */
export function mayBeAccount(text: string): boolean {
  return /(?:\p{Nd}[^\p{L}\p{Nd}]{0,3}){10}/u.test(withoutUnseen(text));
}

/** Ends in all but a digit or two of an account number. An ID or a hash whose last digits follow a letter is none. */
export function isNearlyAccount(text: string): boolean {
  return /(?<![\p{L}\p{N}_])(?:\p{Nd}[\s-]?){8,9}$/u.test(text.replace(gluedLabel, "$& "));
}
