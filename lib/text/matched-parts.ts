import { plainWords } from "./plain-words";

/** Where a part starts in a text, and how long it is. */
export type Part = [start: number, length: number];

/** The parts of a text that typed words match: the starts of its words, without regard to marks and case. */
export function matchedParts(text: string, typed: readonly string[]): Part[] {
  const parts: Part[] = [];
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}'\u2019.]+/gu)) {
    const [plain = ""] = plainWords(word);
    const longest = typed.filter((each) => each !== "" && plain.startsWith(each)).sort(byLength)[0];
    if (longest !== undefined) parts.push([index, lengthOf(word, longest.length)]);
  }
  return parts;
}

function byLength(one: string, other: string): number {
  return other.length - one.length;
}

/** How much of a word makes so many plain letters, with the marks that follow. */
function lengthOf(word: string, letters: number): number {
  let [length, plain] = [0, 0];
  for (const character of word) {
    if (plain >= letters && !/^\p{M}/u.test(character)) return length;
    length += character.length;
    plain += plainWords(character).join("").length;
  }
  return length;
}
