/** How the field looks in which a body stands as it came. */
export const bodyClasses =
  "block w-full resize-y rounded-lg border border-line bg-sunken p-3 font-mono text-xs break-all";

/** How many lines of it are shown at once. */
export function bodyRows(shown: string): number {
  return Math.min(14, 1 + shown.split("\n").length + Math.floor(shown.length / 40));
}
