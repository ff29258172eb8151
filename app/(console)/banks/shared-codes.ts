import type { Bank } from "#lib/contract/api";

/** For each row of the list, the other names under its code; the real list holds one code for several names. */
export function findSharedCodes(banks: readonly Bank[]): string[][] {
  const namesByCode = new Map<string, Set<string>>();
  for (const { code, name } of banks) {
    const names = namesByCode.get(code) ?? new Set();
    namesByCode.set(code, names.add(name));
  }
  return banks.map(({ code, name }) => [...(namesByCode.get(code) ?? [])].filter((other) => other !== name));
}
