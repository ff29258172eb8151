/** Letters that Unicode doesn't decompose: Hausa's hooked ones, and Europe's. */
const plainOf: Record<string, string> = {
  ɓ: "b",
  ɗ: "d",
  ƙ: "k",
  ƴ: "y",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ı: "i",
};
const unplain = new RegExp(`[${Object.keys(plainOf).join("")}]`, "g");

/** Normalises for comparing: lower case, no marks, apostrophes or full stops. `Ọlá O’Brien` gives `ola` and `obrien`. */
export function plainWords(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(unplain, (letter) => plainOf[letter] ?? letter)
    .replace(/['\u2019.]/g, "");
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

/** Whether two names have the same words: banks put the family name first, people the given name. */
export function isSameName(a: string, b: string): boolean {
  const words = (name: string) => plainWords(name).sort().join(" ");
  return words(a) === words(b);
}
