import type { Bank } from "#lib/contract/api";

/** The list is the service's, and may have one code for every name. */
const mostNames = 5;

/** Returns, for each row, the other names under its code: several banks share one in the real list. */
export function findSharedCodes(banks: readonly Bank[]): string[][] {
  const namesByCode = new Map<string, Set<string>>();
  for (const { code, name } of banks) {
    const names = namesByCode.get(code) ?? new Set();
    namesByCode.set(code, names.add(name));
  }
  const firstByCode = new Map(
    [...namesByCode].map(([code, names]) => [code, [...names].slice(0, mostNames + 1)]),
  );
  return banks.map(({ code, name }) => {
    const told = (firstByCode.get(code) ?? []).filter((other) => other !== name).slice(0, mostNames);
    const left = (namesByCode.get(code)?.size ?? 1) - 1 - told.length;
    return left > 0 ? [...told, `${left} more`] : told;
  });
}
