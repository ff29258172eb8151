/**
 * Leaves the last four of six digits or more, also where blanks, dots or dashes part them: a stranger's text can hold the
 * number of an account.
 */
export function maskDigits(text: string): string {
  return text.replace(
    /\p{Nd}(?:[\s.-]?\p{Nd}){5,}/gu,
    (digits) => `…${digits.replace(/[\s.-]/g, "").slice(-4)}`,
  );
}
