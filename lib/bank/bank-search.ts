import { plainWords } from "#lib/text/plain-words";
import { isOneSlip } from "#lib/text/typed/one-slip";
import { bareName, isOtherKind, knownBanks, withoutNoise } from "./bank-names";

/** Codes repeat in the real list, so a row is known by its place and never by its code. */
export type SearchableBank = { code: string; name: string };

/** No bank has a longer name. */
const longestQuery = 120;

/** Made once for each list. */
export type BankEntry<Row> = {
  row: Row;
  code: string;
  /** Simplified, without what is in brackets. */
  name: string;
  compact: string;
  bracketed: string;
  spoken: string;
  short: readonly string[];
  words: readonly string[];
  cbnCode: string | undefined;
  /** The plain bank is on the list too: "Access Bank (Diamond)". */
  isVariant: boolean;
  /** The name says that it is a microfinance bank, a wallet or the like. */
  isSpecial: boolean;
  /** And it is not known by that name alone, as Kuda is. */
  isOther: boolean;
};
export type BankIndex<Row extends SearchableBank> = readonly BankEntry<Row>[];

function isNamed(name: string, pattern: string): boolean {
  const start = pattern.replace("*", "");
  return name === start || (start !== pattern && name.startsWith(`${start} `));
}

export function indexBanks<Row extends SearchableBank>(rows: readonly Row[]): BankIndex<Row> {
  const read = rows.map(readRow);
  const plain = new Set(read.filter(({ hasMore }) => !hasMore).map(({ plainName }) => plainName));
  return read.map(({ entry, hasMore, plainName }) => ({
    ...entry,
    isVariant: hasMore && plain.has(plainName),
  }));
}

function readRow<Row extends SearchableBank>(row: Row) {
  const spoken = plainWords(row.name);
  const bracketed = plainWords(/\(([^)]*)\)$/.exec(row.name.trim())?.[1] ?? "").join(" ");
  const name = bareName(row.name);
  const isSpecial = isOtherKind(row.name);
  const named = knownBanks.find(({ names }) => names.some((pattern) => isNamed(name, pattern)));
  // A bank's microfinance bank or wallet is another institution, whatever it is called.
  const isOther = isSpecial && (named === undefined || named.cbnCode !== undefined);
  const known = isOther ? undefined : named;
  const own = (known?.names ?? []).map((pattern) => pattern.replace("*", ""));
  const short = [...(known?.short ?? []), ...own];
  const entry = {
    row,
    code: row.code.toLowerCase(),
    name,
    compact: name.replaceAll(" ", ""),
    bracketed,
    spoken: spoken.join(" "),
    short,
    words: [...spoken, ...short.flatMap((text) => text.split(" "))],
    cbnCode: known?.cbnCode,
    isSpecial,
    isOther,
  };
  // A bracket that only repeats its short name, such as "(UBA)", sets nothing apart.
  const hasBracket = bracketed !== "" && !short.includes(bracketed);
  const isLonger = known !== undefined && !own.includes(name);
  return { entry, hasMore: hasBracket || isLonger, plainName: known?.names[0] ?? name };
}

/**
 * Ranks by exact code, CBN code, whole name, short name, first words, start of the name, starts of its words, start of the
 * code, part of the name, and only if nothing else matches, one typing slip a word. Another kind of institution, such as a
 * microfinance bank, goes after the banks of that name, unless its kind was typed. Of equal ranks a plain bank goes before its
 * variants, then the list's order holds; an empty query returns all.
 */
export function searchBanks<Row extends SearchableBank>(index: BankIndex<Row>, query: string): Row[] {
  const typed = query.trim().slice(0, longestQuery);
  const spoken = plainWords(typed);
  if (spoken.length === 0) return index.map(({ row }) => row);
  const found = ranked(index, [spoken], typed.toLowerCase());
  return found.length > 0 ? found : ranked(index, withoutSlips(index, spoken), "");
}

function ranked<Row extends SearchableBank>(
  index: BankIndex<Row>,
  readings: readonly string[][],
  code: string,
): Row[] {
  const asked = readings.map((spoken) => ({ spoken: spoken.join(" "), words: withoutNoise(spoken), code }));
  return index
    .map((entry, place) => ({ entry, place, rank: Math.min(...asked.map((one) => placeOf(entry, one))) }))
    .filter(({ rank }) => rank < unfit)
    .sort(
      (a, b) => a.rank - b.rank || Number(a.entry.isVariant) - Number(b.entry.isVariant) || a.place - b.place,
    )
    .map(({ entry }) => entry.row);
}

const unfit = 10;
/** The last rank of a bank that is called so, and of one whose name starts so. */
const [lastOfName, lastOfStart] = [5, 6];
type Asked = { spoken: string; words: string[]; code: string };

function placeOf(entry: BankEntry<SearchableBank>, asked: Asked): number {
  const rank = rankOf(entry, asked);
  const isOut = isOtherKind(asked.spoken) ? !entry.isSpecial : entry.isOther;
  if (!isOut || rank <= 1 || rank > lastOfStart) return rank;
  return (rank <= lastOfName ? lastOfName : lastOfStart) + 0.5;
}

function rankOf(entry: BankEntry<SearchableBank>, { spoken, words, code }: Asked): number {
  const joined = words.join(" ");
  if (entry.code === code) return 0;
  if (entry.cbnCode === code) return 1;
  if (entry.spoken === spoken) return 2;
  const isBracketed = entry.bracketed === joined && !entry.isVariant;
  if (entry.compact === words.join("") || isBracketed) return 3;
  if (entry.short.includes(spoken) || entry.short.includes(joined)) return 4;
  if (startsWithWords(entry.spoken, spoken) || startsWithWords(entry.name, joined)) return 5;
  if (entry.spoken.startsWith(spoken) || entry.name.startsWith(joined)) return 6;
  if (words.every((word) => entry.words.some((own) => own.startsWith(word)))) return 7;
  if (/^\d{2,}$/.test(code) && entry.code.startsWith(code)) return 8;
  if (entry.spoken.replaceAll(" ", "").includes(words.join(""))) return 9;
  return unfit;
}

function startsWithWords(text: string, start: string): boolean {
  return text.startsWith(start) && (text.length === start.length || text[start.length] === " ");
}

/** More readings of one text than this help nobody. */
const mostReadings = 16;

/** Every reading of the words with the list's own words in place of those with a slip; none where a word is like no other. */
function withoutSlips(index: BankIndex<SearchableBank>, spoken: readonly string[]): string[][] {
  const own = [...new Set(index.flatMap(({ words }) => words))];
  let readings: string[][] = [[]];
  for (const word of spoken) {
    const isKnown = own.some((other) => other.startsWith(word));
    const meant = isKnown ? [word] : own.filter((other) => isOneSlip(word, other));
    readings = readings.flatMap((before) => meant.map((one) => [...before, one])).slice(0, mostReadings);
  }
  return readings;
}
