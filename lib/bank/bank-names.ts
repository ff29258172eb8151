import { plainWords } from "#lib/text/plain-words";

type KnownBank = { names: string[]; short: string[]; cbnCode?: string; nipCode?: string };

const bank = (cbnCode: string, nipCode: string, names: string[], ...short: string[]): KnownBank => ({
  ...{ cbnCode, nipCode, names, short },
});

const noise = new Set(
  "bank banks plc ltd limited mfb microfinance micro finance nigeria nig ng of the company".split(" "),
);

export function withoutNoise(words: string[]): string[] {
  const kept = words.filter((word) => !noise.has(word));
  return kept.length === 0 ? words : kept;
}

/** Simplified, without what is in brackets at its end. */
export function bareName(name: string): string {
  return withoutNoise(plainWords(name.trim().replace(/\([^)]*\)$/, ""))).join(" ");
}

/** Words that make another institution of a bank's name: its microfinance bank, its mobile money, its wallet. */
const otherKind =
  /\bmicro|\bmfb\b|mortgage|\bpmb\b|mobile|wallet|\bmoney|\bmoni\b|monie\b|momo|xpress|psb\b|payment|merchant|savings|\bloans?\b|homes|insur|securit/;

export function isOtherKind(name: string): boolean {
  return otherKind.test(plainWords(name).join(" "));
}

/**
 * The service's list mostly has 6-digit NIP codes, while people know the CBN's 3-digit codes and short names. `names` are
 * simplified: lower case, no accents, no "bank" or "plc". A `*` allows further words, unsafe for names such as "first".
 */
export const knownBanks: readonly KnownBank[] = [
  bank("044", "000014", ["access", "access diamond"], "access"),
  bank("023", "000009", ["citi*", "citibank*"], "citi"),
  bank("050", "000010", ["ecobank*", "eco"], "eco", "ebn", "eti"),
  bank("070", "000007", ["fidelity"], "fidelity", "fbp"),
  bank("011", "000016", ["first", "firstbank*"], "fbn", "fbnbank", "first bank", "first bank of nigeria"),
  bank("214", "000003", ["fcmb*", "first city monument*"], "fcmb", "first city"),
  bank(
    "058",
    "000013",
    ["guaranty trust*", "gtbank*", "gt"],
    "gt",
    "gtb",
    "gtbank",
    "gtco",
    "gt bank",
    "guaranty",
    "guarantee",
  ),
  bank("030", "000020", ["heritage"], "heritage", "hbn"),
  bank("301", "000006", ["jaiz*"], "jaiz"),
  bank("082", "000002", ["keystone"], "keystone", "kbl"),
  bank("076", "000008", ["polaris*"], "skye", "skye bank"),
  bank("101", "000023", ["providus*"], "pvb"),
  bank("221", "000012", ["stanbic ibtc*", "stanbic*"], "ibtc", "stanbic", "stanbic ibtc"),
  bank("068", "000021", ["standard chartered*", "standardchartered*"], "scb", "stanchart"),
  bank("232", "000001", ["sterling"], "sterling", "sbn"),
  bank("100", "000022", ["suntrust*"], "sun trust"),
  bank("102", "000025", ["titan trust*"], "ttb"),
  bank("032", "000018", ["union"], "ubn", "union bank"),
  bank("033", "000004", ["united for africa*", "uba*"], "uba"),
  bank("215", "000011", ["unity"], "unity"),
  bank("035", "000017", ["wema*"], "alat", "wema"),
  bank("057", "000015", ["zenith*"], "zenith", "zib"),
  bank("302", "000026", ["taj*"], "taj"),
  bank("103", "000027", ["globus*"], "globus"),
  bank("104", "000030", ["parallex*"], "parallex"),
  bank("105", "000031", ["premiumtrust*", "premium trust*"], "ptb"),
  bank("303", "000029", ["lotus"], "lotus"),
  bank("106", "000034", ["signature"], "signature"),
  // Its accounts keep their check digit within Access Bank.
  { cbnCode: "063", nipCode: "000005", names: [], short: [] },
  bank("107", "000036", ["optimus"], "optimus"),
  bank("304", "000037", ["alternative"], "altbank", "alt bank"),
  { names: ["opay*", "paycom*"], short: ["opay", "paycom", "o pay"] },
  { names: ["palmpay*"], short: ["palm pay", "palmpay"] },
  { names: ["kuda*"], short: ["kuda"] },
  { names: ["moniepoint*"], short: ["teamapt", "monie point"] },
  { names: ["vfd*"], short: ["v bank", "vbank"] },
  { names: ["sparkle*"], short: ["sparkle"] },
  { names: ["carbon*"], short: ["one finance", "paylater"] },
  { names: ["9 payment service*", "9psb*"], short: ["9psb", "9 psb", "9mobile"] },
  { names: ["hopepsb*", "hope psb*", "hope payment service*"], short: ["hope", "hope psb", "hopepsb"] },
  { names: ["momo*", "mtn momo*"], short: ["momo", "mtn", "mtn momo", "momo psb"] },
  { names: ["smartcash*", "smart cash*"], short: ["smartcash", "smart cash", "airtel"] },
  { names: ["moneymaster*", "money master*"], short: ["moneymaster", "money master"] },
];

/**
 * The CBN's three-digit code of a bank whose account numbers have a check digit, under whatever code the service lists it;
 * `undefined` for microfinance banks, wallets and others that have none.
 */
export function cbnCodeOf({ code, name }: { code: string; name: string }): string | undefined {
  if (isOtherKind(name)) return undefined;
  const byCode = knownBanks.find(({ cbnCode, nipCode }) => code === cbnCode || code === nipCode);
  return (byCode ?? knownBanks.find((known) => isNameOf(known, bareName(name))))?.cbnCode;
}

/** One bank has two codes. */
export function isOneBank(a: { code: string; name: string }, b: { code: string; name: string }): boolean {
  const cbnCode = cbnCodeOf(a);
  return a.code === b.code || (cbnCode !== undefined && cbnCodeOf(b) === cbnCode);
}

/** More words than its own could make it another institution. */
function isNameOf({ names, short }: KnownBank, name: string): boolean {
  return names.some((pattern) => {
    const start = pattern.replace("*", "");
    const further = name.slice(start.length).trim();
    return name === start || (name.startsWith(`${start} `) && short.includes(further));
  });
}
