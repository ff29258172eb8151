/** Naira as whole kobo. A text with more than two decimals has no such number. */
export function toKobo(amount: string): bigint | undefined {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d*?)0*)?$/.exec(amount) ?? [];
  if (whole === "" || fraction.length > 2) return undefined;
  return BigInt(sign + whole + fraction.padEnd(2, "0"));
}

/** Always with two decimals, so that one amount has one text. */
export function koboText(kobo: bigint): string {
  const digits = `${kobo < 0n ? -kobo : kobo}`.padStart(3, "0");
  return `${kobo < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
