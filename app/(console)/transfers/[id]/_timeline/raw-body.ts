export const bodyClasses =
  "block w-full resize-y rounded-lg border border-line bg-sunken p-3 font-mono text-xs break-all";

export function bodyRows(shown: string): number {
  return Math.min(14, 1 + shown.split("\n").length + Math.floor(shown.length / 40));
}
