import { showBody } from "#lib/text/visible-text";
import { indentJson } from "./indent-json";

export const bodyClasses =
  "block w-full resize-y rounded-lg border border-line bg-sunken p-3 font-mono text-xs wrap-anywhere";

/** As it is read: JSON on lines of its own, and what is invisible by its code. */
export function shownBody(raw: string, isCut = false): string {
  return showBody(indentJson(raw, isCut));
}

export function bodyRows(shown: string): number {
  const rows = shown.split("\n").map((line) => Math.max(1, Math.ceil(line.length / 44)));
  return Math.min(
    14,
    rows.reduce((sum, count) => sum + count, 1),
  );
}
