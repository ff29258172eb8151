import { plainWords } from "#lib/text/plain-words";
import { knownBanks } from "./bank-names";

/** Codes repeat in the real list, so a row is known by its place and never by its code. */
export type SearchableBank = { code: string; name: string };

/** Made once for each list. */
type Entry<Row> = {
  row: Row;
  code: string;
  /** Simplified, with its words and those of every short name. */
  name: string;
  spoken: string;
  short: readonly string[];
  words: readonly string[];
  cbnCode: string | undefined;
};
export type BankIndex<Row extends SearchableBank> = readonly Entry<Row>[];

const noise = new Set(
  "bank banks plc ltd limited mfb microfinance micro finance nigeria nig ng of the company".split(" "),
);

function withoutNoise(words: string[]): string[] {
  const kept = words.filter((word) => !noise.has(word));
  return kept.length === 0 ? words : kept;
}

function isNamed(name: string, pattern: string): boolean {
  const start = pattern.replace("*", "");
  return name === start || (start !== pattern && name.startsWith(`${start} `));
}

export function indexBanks<Row extends SearchableBank>(rows: readonly Row[]): BankIndex<Row> {
  return rows.map((row) => {
    const spoken = plainWords(row.name);
    const words = withoutNoise(spoken);
    const name = words.join(" ");
    const known = knownBanks.find(({ names }) => names.some((pattern) => isNamed(name, pattern)));
    const short = [
      ...(known?.short ?? []),
      ...(known?.names ?? []).map((pattern) => pattern.replace("*", "")),
    ];
    return {
      row,
      code: row.code.toLowerCase(),
      name,
      spoken: spoken.join(" "),
      short,
      words: [...spoken, ...short.flatMap((text) => text.split(" "))],
      cbnCode: known?.cbnCode,
    };
  });
}

/**
 * Ranks by exact code, CBN code, short name, whole name, start of the name, starts of its words, start of the code, part of
 * the name, and only if nothing else matches, one typing slip. Equal ranks keep the list's order; an empty query returns
 * all.
 */
export function searchBanks<Row extends SearchableBank>(index: BankIndex<Row>, query: string): Row[] {
  const spoken = plainWords(query);
  if (spoken.length === 0) return index.map(({ row }) => row);
  const asked = { spoken: spoken.join(" "), words: withoutNoise(spoken), code: query.trim().toLowerCase() };
  const ranked = index.map((entry, place) => ({ entry, place, rank: rankOf(entry, asked) }));
  const found = ranked.filter(({ rank }) => rank < unfit);
  if (found.length === 0) {
    return index
      .filter((entry) => asked.words.every((word) => entry.words.some((own) => isOneSlip(word, own))))
      .map(({ row }) => row);
  }
  return found.toSorted((a, b) => a.rank - b.rank || a.place - b.place).map(({ entry }) => entry.row);
}

const unfit = 9;
type Asked = { spoken: string; words: string[]; code: string };

function rankOf(entry: Entry<SearchableBank>, { spoken, words, code }: Asked): number {
  const joined = words.join(" ");
  if (entry.code === code) return 0;
  if (entry.cbnCode === code) return 1;
  if (entry.short.includes(spoken) || entry.short.includes(joined)) return 2;
  if (entry.name === joined || entry.spoken === spoken) return 3;
  if (entry.spoken.startsWith(spoken) || entry.name.startsWith(joined)) return 4;
  if (words.every((word) => entry.words.some((own) => own.startsWith(word)))) return 5;
  if (/^\d{2,}$/.test(code) && entry.code.startsWith(code)) return 6;
  if (entry.spoken.replaceAll(" ", "").includes(words.join(""))) return 7;
  return unfit;
}

/** One letter too many, too few, wrong, or two swapped. Needs four letters, to still tell words apart. */
function isOneSlip(typed: string, own: string): boolean {
  if (typed === own) return true;
  if (typed.length < 4 || Math.abs(typed.length - own.length) > 1) return false;
  let start = 0;
  while (typed[start] !== undefined && typed[start] === own[start]) start += 1;
  const a = typed.slice(start);
  const b = own.slice(start);
  if (a.slice(1) === b || b.slice(1) === a || a.slice(1) === b.slice(1)) return true;
  return a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
}
