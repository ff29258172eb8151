import { formatCount } from "#lib/money/format";
import { showInvisible } from "#lib/text/visible-text";

/** `A`, `B`, ..., as a spreadsheet calls its columns. */
export function lettersOf(at: number): string {
  return at < 26
    ? String.fromCharCode(65 + at)
    : lettersOf(Math.floor(at / 26) - 1) + String.fromCharCode(65 + (at % 26));
}

export function firstUpper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** What a line has in its cells, for a person to know it by. */
export function lineText(cells: readonly string[]): string {
  return showInvisible(cells.filter((text) => text.trim() !== "").join(" · "));
}
