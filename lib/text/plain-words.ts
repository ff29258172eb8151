/** Letters that Unicode does not take apart into a plain letter and a mark: Hausa's hooked ones, and Europe's. */
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

/**
 * The words of a text as they are compared: small letters without marks, apostrophes and full stops left out. `Ọlá
 * O’Brien` gives `ola` and `obrien`.
 */
export function plainWords(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(unplain, (letter) => plainOf[letter] ?? letter)
    .replace(/['\u2019.]/g, "");
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}
