import { plainWords } from "#lib/text/plain-words";
import { isOtherKind, knownBanks, withoutNoise } from "./bank-names";
import type { BankEntry, BankIndex, SearchableBank } from "./bank-search";

/** `isKnown`: by a name that it alone is known by, and not only by one that it has on the list. */
type Named<Row> = { row: Row; isKnown: boolean };
export type BankNamer<Row> = (text: string) => Named<Row> | undefined;

/** Of banks: no microfinance bank is meant by one, though the list may have it and not the bank. */
const bankNames = new Set(
  knownBanks.flatMap(({ cbnCode, names, short }) =>
    cbnCode === undefined ? [] : [...short, ...names.map((name) => name.replace("*", ""))],
  ),
);

/**
 * Finds the bank that is called exactly so: by name, short name, code, or what is in brackets. Reads the list once, so that a
 * text may ask for each of its words.
 */
export function bankNamer<Row extends SearchableBank>(index: BankIndex<Row>): BankNamer<Row> {
  const called = new Map<string, BankEntry<Row>[]>();
  const add = (entry: BankEntry<Row>, key: string | undefined) => {
    if (key !== undefined && key !== "") called.set(key, [...(called.get(key) ?? []), entry]);
  };
  // A name on the list goes before a short name.
  const plainFirst = [...index].sort((a, b) => Number(a.isVariant) - Number(b.isVariant));
  for (const entry of plainFirst) {
    for (const key of new Set([entry.code, entry.cbnCode, entry.spoken, entry.compact])) add(entry, key);
    if (!entry.isVariant) add(entry, entry.bracketed);
  }
  for (const entry of plainFirst) for (const short of entry.short) add(entry, short);
  return (text) => {
    const spoken = plainWords(text);
    const words = withoutNoise(spoken);
    const joined = words.join(" ");
    const keys = [text.trim().toLowerCase(), spoken.join(" "), joined, words.join("")];
    const found = keys.flatMap((key) => called.get(key) ?? []);
    const isOther = isOtherKind(spoken.join(" "));
    const entry = ofKind(found, isOther);
    if (entry === undefined || (entry.isOther && !isOther && bankNames.has(joined))) return undefined;
    return {
      row: entry.row,
      isKnown: entry.short.includes(joined) || entry.short.includes(spoken.join(" ")),
    };
  };
}

/** Another kind of institution only where there is no bank of the name; and where one is asked for, no bank. */
function ofKind<Row>(found: readonly BankEntry<Row>[], isOther: boolean): BankEntry<Row> | undefined {
  const isWallet = ({ cbnCode, short }: BankEntry<Row>) => cbnCode === undefined && short.length > 0;
  if (isOther) return found.find((entry) => entry.isSpecial) ?? found.find(isWallet);
  return found.find((entry) => !entry.isOther) ?? found[0];
}
