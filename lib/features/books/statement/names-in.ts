import type { StatementLine } from "./statement";

/** What a line says of a transfer by name. The two IDs are unlike any other; a reference is a person's text. */
export type Naming = { by: "transaction_id" | "transfer_id" | "reference"; text: string };
type Named = { id: string; transactionId: string | null; reference: string | null };

/** What a line names. A text may name thousands, of which none is copied for the line. */
export type Names = {
  of: (id: string) => Naming | undefined;
  isNone: boolean;
  /** An ID is enough, unless another one stands there too; a reference that several have tells none of them. */
  alone: string | undefined;
};
/** Of one text: all that it names, and those whose own ID it is. */
type OneText = { all: Map<string, Naming>; byId: Set<string> };

/** Of letters and digits. Shorter ones stand in too many texts by chance. */
const leastLetters = 6;
const mostWords = 16;

/** Small letters and digits; everything else is a blank between words. */
function wordsIn(text: string): string[] {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Finds in a line, as whole words, the names of all transfers. A bank may have left out what stands between their words. */
export function namesIn(
  transfers: readonly Named[],
): (line: Pick<StatementLine, "narration" | "reference">) => Names {
  const index = new Map<string, OneText>();
  let longest = 0;
  const add = (id: string, by: Naming["by"], text: string | null) => {
    const words = wordsIn(text ?? "");
    if (text === null || words.join("").length < leastLetters || words.length > mostWords) return;
    longest = Math.max(longest, words.length);
    for (const key of new Set([words.join(" "), words.join("")])) {
      const known = index.get(key) ?? { all: new Map<string, Naming>(), byId: new Set<string>() };
      index.set(key, known);
      if (by !== "reference" || !known.all.has(id)) known.all.set(id, { by, text });
      if (by !== "reference") known.byId.add(id);
    }
  };
  for (const { id, transactionId, reference } of transfers) {
    add(id, "transaction_id", transactionId);
    add(id, "transfer_id", id);
    add(id, "reference", reference);
  }
  return ({ narration, reference }) => {
    const runs = [reference, narration].flatMap((text) => runsOf(wordsIn(text), longest));
    const texts = [...new Set(runs.flatMap((run) => index.get(run) ?? []))];
    return {
      of: (id) => {
        let said: Naming | undefined;
        for (const { all } of texts) {
          const naming = all.get(id);
          if (said === undefined || naming?.by !== "reference") said = naming ?? said;
        }
        return said;
      },
      isNone: texts.length === 0,
      alone:
        onlyOf(texts.map(({ byId }) => byId)) ??
        (texts.every(({ byId }) => byId.size === 0) ? onlyOf(texts.map(({ all }) => all)) : undefined),
    };
  };
}

/** The one that they have between them; `undefined` where that is none, or several. */
function onlyOf(sets: readonly { keys: () => Iterable<string> }[]): string | undefined {
  let only: string | undefined;
  for (const set of sets)
    for (const id of set.keys()) {
      if (only !== undefined && only !== id) return undefined;
      only = id;
    }
  return only;
}

/** All that stands between two ends of words, of so many words at the most. */
function runsOf(words: readonly string[], longest: number): string[] {
  return words.flatMap((_, from) => {
    const most = Math.min(longest, words.length - from);
    return Array.from({ length: most }, (_, more) => words.slice(from, from + more + 1).join(" "));
  });
}
