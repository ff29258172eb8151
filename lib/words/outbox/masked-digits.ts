import { showExactly } from "#lib/text/visible-text";

/**
 * Leaves the last four of six digits or more, also where up to three of whatever is no letter part them: a stranger's text can
 * hold the number of an account.
 */
export function maskDigits(text: string): string {
  return text.replace(
    /\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){5,}/gu,
    (digits) => `…${digits.replace(/[^\p{Nd}]/gu, "").slice(-4)}`,
  );
}

/** What people wrote, on one line and without the whole number of an account; digits are looked for before blanks are spelt out. */
export function showMasked(text: string): string {
  return showExactly(maskDigits(text));
}
