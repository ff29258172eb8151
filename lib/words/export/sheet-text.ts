/** A text as a cell of an `.xlsx` holds it: the format reads `_x0041_` as a letter, and takes no text with the last two signs. */
export function escapedText(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replace(/[\uFFFE\uFFFF]/g, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase()}_`);
}
