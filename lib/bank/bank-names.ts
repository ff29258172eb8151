type KnownBank = { names: string[]; short: string[]; cbnCode?: string };

const bank = (cbnCode: string, names: string[], ...short: string[]): KnownBank => ({ cbnCode, names, short });

/**
 * The service's list mostly has 6-digit NIP codes, while people know the CBN's 3-digit codes and short names. `names` are
 * simplified: lower case, no accents, no "bank" or "plc". A `*` allows further words, unsafe for names such as "first".
 */
export const knownBanks: readonly KnownBank[] = [
  bank("044", ["access", "access diamond"], "access"),
  bank("023", ["citi*", "citibank*"], "citi"),
  bank("050", ["ecobank*", "eco"], "eco", "ebn", "eti"),
  bank("070", ["fidelity"], "fidelity", "fbp"),
  bank("011", ["first", "firstbank*"], "fbn", "fbnbank", "first bank", "first bank of nigeria"),
  bank("214", ["fcmb*", "first city monument*"], "fcmb", "first city"),
  bank(
    "058",
    ["guaranty trust*", "gtbank*", "gt"],
    "gt",
    "gtb",
    "gtbank",
    "gtco",
    "gt bank",
    "guaranty",
    "guarantee",
  ),
  bank("030", ["heritage"], "heritage", "hbn"),
  bank("301", ["jaiz*"], "jaiz"),
  bank("082", ["keystone"], "keystone", "kbl"),
  bank("076", ["polaris*"], "skye", "skye bank"),
  bank("101", ["providus*"], "pvb"),
  bank("221", ["stanbic ibtc*", "stanbic*"], "ibtc", "stanbic", "stanbic ibtc"),
  bank("068", ["standard chartered*", "standardchartered*"], "scb", "stanchart"),
  bank("232", ["sterling"], "sterling", "sbn"),
  bank("100", ["suntrust*"], "sun trust"),
  bank("102", ["titan trust*"], "ttb"),
  bank("032", ["union"], "ubn", "union bank"),
  bank("033", ["united for africa*", "uba*"], "uba"),
  bank("215", ["unity"], "unity"),
  bank("035", ["wema*"], "alat", "wema"),
  bank("057", ["zenith*"], "zenith", "zib"),
  bank("302", ["taj*"], "taj"),
  bank("103", ["globus*"], "globus"),
  bank("104", ["parallex*"], "parallex"),
  bank("105", ["premiumtrust*", "premium trust*"], "ptb"),
  bank("303", ["lotus"], "lotus"),
  bank("106", ["signature"], "signature"),
  bank("107", ["optimus"], "optimus"),
  { names: ["opay*", "paycom*"], short: ["opay", "paycom", "o pay"] },
  { names: ["palmpay*"], short: ["palm pay", "palmpay"] },
  { names: ["kuda*"], short: ["kuda"] },
  { names: ["moniepoint*"], short: ["teamapt", "monie point"] },
  { names: ["vfd*"], short: ["v bank", "vbank"] },
  { names: ["sparkle*"], short: ["sparkle"] },
  { names: ["carbon*"], short: ["one finance", "paylater"] },
];
