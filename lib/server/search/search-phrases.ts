import { plainDigits } from "#lib/text/plain-digits";
import { plainWords } from "#lib/text/plain-words";
import { withoutUnseen } from "#lib/text/unseen";

/** Invariant: a line of text becomes at most `mostTerms` terms, each of which must fit; what a term may mean is not decided here. */

/** A word, or what a phrase was recognised as. */
export type Segment<Meaning> = { word: string } | { meaning: Meaning };

const mostTerms = 8;
/** `United Bank for Africa Plc` has five. */
const longestPhrase = 5;

/** They only say what stands beside them. */
const noise = new Set(
  (
    "a account acct acc amount an and at bank by for from id in invoice no number of on payment payments payout payouts plc " +
    "ref reference sent the to transaction transfer transfers tx txn with who"
  ).split(" "),
);

/** The words of a text, each a term. */
export function wordsOf(text: string): string[] {
  return plainWords(plainDigits(withoutUnseen(text))).slice(0, mostTerms);
}

/**
 * From left to right the longest phrase that is recognised, else the words of the next token. Words of noise are left out where
 * something else is left. `undefined` where that is no other reading than the words.
 */
export function segmentsOf<Meaning>(
  text: string,
  recognise: (phrase: string) => Meaning | undefined,
): Segment<Meaning>[] | undefined {
  const tokens = tokensOf(text);
  const segments: Segment<Meaning>[] = [];
  for (let at = 0; at < tokens.length && segments.length < mostTerms; ) {
    let length = Math.min(longestPhrase, tokens.length - at);
    let meaning: Meaning | undefined;
    for (; length > 0 && meaning === undefined; length--) {
      meaning = recognise(tokens.slice(at, at + length).join(" "));
    }
    if (meaning !== undefined) segments.push({ meaning });
    else for (const word of plainWords(tokens[at] ?? "")) if (!isNoise(word)) segments.push({ word });
    at += meaning === undefined ? 1 : length + 1;
  }
  const words = wordsOf(text);
  const isSame =
    segments.length === words.length &&
    segments.every((each, at) => "word" in each && each.word === words[at]);
  return segments.length === 0 || isSame ? undefined : segments.slice(0, mostTerms);
}

function isNoise(token: string): boolean {
  return noise.has(token.toLowerCase());
}

/** Longer ones are no name with a figure. */
const longestGlued = 64;

/** Names and figures that were written together are taken apart: `GTB3900`, `GTBank••3900`, `Okonkwo,1250`. */
function tokensOf(text: string): string[] {
  return plainDigits(withoutUnseen(text))
    .split(/[\s|;]+|,(?=\p{L})|(?<=\p{L}),/u)
    .map((token) => token.replace(/^[,:"'<>()[\]{}]+|(?<![,:"'<>()[\]{}.])[,:"'<>()[\]{}.]+$/g, ""))
    .flatMap((token) => {
      if (token.length > longestGlued) return [token];
      const [, letters, figure] =
        /^(\p{L}{2,}[\p{L}.'-]*?)[-_/,:#]*((?:[$\u20a6]|[\u2022\u00b7*\u2026]+)?\d[\d.,]*)$/u.exec(token) ??
        [];
      return letters === undefined || figure === undefined ? [token] : [letters, figure];
    })
    .filter((token) => token !== "");
}
