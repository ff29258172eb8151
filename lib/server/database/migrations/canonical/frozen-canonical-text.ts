import "server-only";

/** A frozen copy of the rule of `lib/text/canonical-text.ts` as it was at migration 0032: a migration never changes. */

/** Small letters without a decomposition, and those of other alphabets that look like Latin ones, large or small. */
const latin = Object.fromEntries(
  (
    "аa вb сc ԁd еe һh нh іi јj кk мm оo рp ԛq ѕs тt уy ԝw хx " +
    "αa βb εe ζz ηh ιi κk μm νv οo ρp τt υy χx ɓb ɗd ƙk ƴy øo łl đd ðd ıi"
  )
    .split(" ")
    .map(([letter = "", like = ""]) => [letter, like]),
);
const unlike = new RegExp(`[${Object.keys(latin).join("")}]`, "g");

/** Blanks, dashes and other punctuation, and signs that are drawn like a dash or a blank. */
const separators = /[\s\p{P}\p{Z}\u02d7\u2212\u2796\u2800]+/gu;

/** The form in which a reference or a name is compared. */
export function canonicalText(text: string): string {
  const folded = text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toUpperCase()
    .toLowerCase()
    .replace(unlike, (letter) => latin[letter] ?? letter)
    .normalize("NFKC");
  const joined = folded
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(separators, "-")
    .replace(/(?<!\p{Nd})-|-(?!\p{Nd})/gu, "");
  return joined === "" ? folded.trim() : joined;
}
