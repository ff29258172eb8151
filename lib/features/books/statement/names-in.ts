import type { StatementLine } from "./statement";

/** What a line says of a transfer by name. The two IDs are unlike any other; a reference is a person's text. */
export type Naming = { by: "transaction_id" | "transfer_id" | "reference"; text: string };
type Named = { id: string; transactionId: string | null; reference: string | null };

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
): (line: Pick<StatementLine, "narration" | "reference">) => Map<string, Naming> {
  const index = new Map<string, { id: string; naming: Naming }[]>();
  let longest = 0;
  const add = (id: string, by: Naming["by"], text: string | null) => {
    const words = wordsIn(text ?? "");
    if (text === null || words.join("").length < leastLetters || words.length > mostWords) return;
    longest = Math.max(longest, words.length);
    for (const key of new Set([words.join(" "), words.join("")])) {
      const known = index.get(key);
      if (known === undefined) index.set(key, [{ id, naming: { by, text } }]);
      else known.push({ id, naming: { by, text } });
    }
  };
  for (const { id, transactionId, reference } of transfers) {
    add(id, "transaction_id", transactionId);
    add(id, "transfer_id", id);
    add(id, "reference", reference);
  }
  return ({ narration, reference }) => {
    const found = new Map<string, Naming>();
    for (const text of [reference, narration])
      for (const run of runsOf(wordsIn(text), longest))
        for (const { id, naming } of index.get(run) ?? [])
          if (!found.has(id) || naming.by !== "reference") found.set(id, naming);
    return found;
  };
}

/** All that stands between two ends of words, of so many words at the most. */
function runsOf(words: readonly string[], longest: number): string[] {
  return words.flatMap((_, from) => {
    const most = Math.min(longest, words.length - from);
    return Array.from({ length: most }, (_, more) => words.slice(from, from + more + 1).join(" "));
  });
}
