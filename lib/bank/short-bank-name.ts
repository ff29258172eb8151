/** As people say them, where dropping words alone doesn't lead there. Compared without `bank`, `plc` and their like. */
const spoken: Record<string, string> = {
  "united for africa": "UBA",
  "united for africa uba": "UBA",
  "guaranty trust": "GTBank",
  "first city monument": "FCMB",
  "first city monument fcmb": "FCMB",
  "guaranty trust gtbank": "GTBank",
  gtbank: "GTBank",
  opay: "OPay",
  palmpay: "PalmPay",
  uba: "UBA",
  fcmb: "FCMB",
};
/** Names that are nothing without the word. */
const bareNames = new Set("access first union unity wema zenith sterling keystone polaris jaiz".split(" "));
const legalWords = new Set("plc ltd limited nigeria nig of the".split(" "));
const small = new Set(["for", "and"]);

/** `FIRST BANK OF NIGERIA PLC` as `First Bank`, `GWONG MICROFINANCE BANK LTD` as `Gwong MFB`. */
export function shortBankName(name: string): string {
  const known =
    spoken[
      name
        .toLowerCase()
        .split(/[^a-z]+/)
        .filter((word) => word !== "" && word !== "bank" && !legalWords.has(word))
        .join(" ")
    ];
  if (known !== undefined) return known;
  const words = name
    .replace(/\bmicro-?\s?finance(\s+bank)?\b/gi, "MFB")
    .split(/\s+/)
    .filter((word) => word !== "" && !legalWords.has(word.toLowerCase().replace(/(?<![.,])[.,]+$/, "")));
  const isNamed = words.length > 2 || !bareNames.has((words[0] ?? "").toLowerCase());
  const kept =
    isNamed && words.length > 1 && words.at(-1)?.toLowerCase() === "bank" ? words.slice(0, -1) : words;
  return kept.length === 0 ? name : kept.map(inTitleCase).join(" ");
}

/** Only a word in capitals that is long enough to be no abbreviation. */
function inTitleCase(word: string, at: number): string {
  if (small.has(word.toLowerCase()) && at > 0) return word.toLowerCase();
  if (!/^\(?[A-Z]{4,}\)?$/.test(word) || !/[AEIOU].*[AEIOU]|[AEIO]/.test(word) || word === "IBTC")
    return word;
  return word.replace(/[A-Z]+/, (letters) => letters.charAt(0) + letters.slice(1).toLowerCase());
}
