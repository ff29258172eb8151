import Big from "big.js";

/** What a spreadsheet keeps of a number, and all that it shows. */
export const digitsOfCell = 15;

/** A sum of cells is stored as 3750.2999999999997, where every spreadsheet shows 3750.3. */
export function asShown(text: string): string {
  if (!/^-?\d{1,14}\.\d+$/.test(text) || text.replace(/\D/g, "").length <= digitsOfCell) return text;
  return Big(text).prec(digitsOfCell).toFixed();
}
