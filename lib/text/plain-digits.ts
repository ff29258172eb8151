const notPlain = /[^\0-\x7f]/;
const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));

/** Writes the decimal digits of every script as 0 to 9. Unicode has each script's ten in a row, from zero on. */
export function plainDigits(text: string): string {
  if (!notPlain.test(text)) return text;
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let first = code;
    while (isDigit(first - 1)) first -= 1;
    return `${(code - first) % 10}`;
  });
}
