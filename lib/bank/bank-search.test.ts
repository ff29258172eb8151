import { describe, expect, test } from "vitest";
import { bankLists } from "#lib/sandbox/banks";
import { plainWords } from "#lib/text/plain-words";
import { knownBanks } from "./bank-names";
import { indexBanks, searchBanks } from "./bank-search";

const banks = [
  { code: "000014", name: "ACCESS BANK" },
  { code: "000005", name: "ACCESS BANK (DIAMOND)" },
  { code: "090134", name: "ACCION MICROFINANCE BANK" },
  { code: "000009", name: "CITI BANK" },
  { code: "000010", name: "ECOBANK PLC" },
  { code: "000003", name: "FCMB" },
  { code: "000007", name: "FIDELITY BANK" },
  { code: "000016", name: "FIRST BANK OF NIGERIA" },
  { code: "090164", name: "FIRST ROYAL MICROFINANCE BANK" },
  { code: "000013", name: "GTBANK PLC" },
  { code: "090500", name: "Gwong MFB" },
  { code: "000006", name: "JAIZ BANK" },
  { code: "000002", name: "KEYSTONE BANK" },
  { code: "090267", name: "Kuda Microfinance Bank" },
  { code: "090405", name: "Moniepoint Microfinance Bank" },
  { code: "100004", name: "OPAY" },
  { code: "100004", name: "PAYCOM" },
  { code: "100033", name: "PALMPAY" },
  { code: "000008", name: "POLARIS BANK" },
  { code: "000012", name: "STANBIC IBTC BANK" },
  { code: "000021", name: "STANDARD CHARTERED BANK" },
  { code: "000001", name: "STERLING BANK" },
  { code: "000018", name: "UNION BANK OF NIGERIA" },
  { code: "000004", name: "UNITED BANK FOR AFRICA" },
  { code: "000004", name: "UBA MONI" },
  { code: "000011", name: "UNITY BANK PLC" },
  { code: "000017", name: "WEMA BANK" },
  { code: "000015", name: "ZENITH BANK PLC" },
  { code: "090999", name: "\u1ecc\u0300y\u1ecd\u0301 Micro-Finance Bank Ltd." },
  { code: "044", name: "Old Code Bank" },
];
const index = indexBanks(banks);
const names = (query: string) => searchBanks(index, query).map(({ name }) => name);

describe("the first bank for what is typed", () => {
  test.each([
    ["GTB", "GTBANK PLC"],
    ["gtbank", "GTBANK PLC"],
    ["gt bank", "GTBANK PLC"],
    ["Guaranty", "GTBANK PLC"],
    ["guaranty trust bank", "GTBANK PLC"],
    ["058", "GTBANK PLC"],
    ["000013", "GTBANK PLC"],
    ["UBA", "UNITED BANK FOR AFRICA"],
    ["united bank for africa", "UNITED BANK FOR AFRICA"],
    ["033", "UNITED BANK FOR AFRICA"],
    ["fcmb", "FCMB"],
    ["first city", "FCMB"],
    ["FBN", "FIRST BANK OF NIGERIA"],
    ["first bank", "FIRST BANK OF NIGERIA"],
    ["First Bank Nigeria Plc", "FIRST BANK OF NIGERIA"],
    ["first bank plc", "FIRST BANK OF NIGERIA"],
    ["o pay", "OPAY"],
    ["Zenith Bank Plc.", "ZENITH BANK PLC"],
    ["011", "FIRST BANK OF NIGERIA"],
    ["stanbic", "STANBIC IBTC BANK"],
    ["IBTC", "STANBIC IBTC BANK"],
    ["stanbic ibtc plc", "STANBIC IBTC BANK"],
    ["zenith", "ZENITH BANK PLC"],
    ["zen", "ZENITH BANK PLC"],
    ["057", "ZENITH BANK PLC"],
    ["access", "ACCESS BANK"],
    ["access bank plc", "ACCESS BANK"],
    ["kuda mfb", "Kuda Microfinance Bank"],
    ["opay", "OPAY"],
    ["alat", "WEMA BANK"],
    ["skye", "POLARIS BANK"],
    ["union bank", "UNION BANK OF NIGERIA"],
    ["unity", "UNITY BANK PLC"],
    ["oyo", "\u1ecc\u0300y\u1ecd\u0301 Micro-Finance Bank Ltd."],
    ["chartered", "STANDARD CHARTERED BANK"],
    ["scb", "STANDARD CHARTERED BANK"],
    ["moniepiont", "Moniepoint Microfinance Bank"],
    ["kudaa", "Kuda Microfinance Bank"],
    ["  Fid\u00e9lity  ", "FIDELITY BANK"],
    ["eco bank", "ECOBANK PLC"],
    ["gaurantee", "GTBANK PLC"],
    ["guarantee trust", "GTBANK PLC"],
    ["first bnk", "FIRST BANK OF NIGERIA"],
  ])("%s finds %s", (query, name) => {
    expect(names(query)[0]).toBe(name);
  });
});

test("an exact code of the list goes before the CBN code of another bank", () => {
  expect(names("044")).toEqual(["Old Code Bank", "ACCESS BANK", "ACCESS BANK (DIAMOND)"]);
});

test("every row of a code that stands twice is kept", () => {
  expect(names("100004")).toEqual(["OPAY", "PAYCOM"]);
  expect(names("000004")).toEqual(["UNITED BANK FOR AFRICA", "UBA MONI"]);
  expect(names("uba")).toEqual(["UNITED BANK FOR AFRICA", "UBA MONI"]);
});

test("a code's first digits list the banks that share them, and nothing else", () => {
  expect(names("0904")).toEqual(["Moniepoint Microfinance Bank"]);
});

test("First Royal is not found by the short name of First Bank", () => {
  expect(names("fbn")).toEqual(["FIRST BANK OF NIGERIA"]);
});

describe("another kind of institution comes after the bank of its name, unless its kind is typed", () => {
  /** As three services list them. */
  const styles = [
    [
      ...[
        "FCMB Microfinance Bank",
        "Gtb Microfinance Bank",
        "Access Mobile",
        "UBA Moni",
        "Zenith Eazy Wallet",
      ],
      ...["Sterling Mortgage Bank", "First Mortgages", "Unity Savings and Loans", "Fidelity Mobile"],
      ...["First City Monument Bank (FCMB)", "GTBank Plc", "Access Bank Nigeria Plc", "Zenith Bank"],
      ...[
        "United Bank for Africa (UBA)",
        "Sterling Bank",
        "First Bank of Nigeria",
        "Unity Bank",
        "Fidelity Bank",
      ],
    ],
    [
      ...["FCMB MFB LTD", "GTB MICROFINANCE BANK LIMITED", "ACCESS MONEY", "UBA WALLET", "ZENITH MOBILE"],
      ...[
        "STERLING MORTGAGE BANK LTD",
        "FIRST MICRO-FINANCE BANK",
        "UNITY MFB",
        "FIDELITY MICROFINANCE BANK",
      ],
      ...["FCMB PLC", "GUARANTY TRUST BANK", "ACCESS BANK PLC", "ZENITH BANK PLC"],
      ...["UNITED BANK FOR AFRICA PLC", "STERLING BANK PLC", "FIRST BANK OF NIGERIA PLC", "UNITY BANK PLC"],
      "FIDELITY BANK PLC",
    ],
  ];
  const lists = styles.flatMap((style) => [style, style.toReversed()]);
  const find = (list: string[], query: string) =>
    searchBanks(indexBanks(list.map((name, at) => ({ code: `${900_000 + at}`, name }))), query)[0]?.name ??
    "";

  test.each([
    ["fcmb", /^(First City Monument Bank|FCMB PLC)/],
    ["first city", /^(First City Monument Bank|FCMB PLC)/],
    ["gtb", /^(GTBank Plc|GUARANTY TRUST BANK)/],
    ["gt", /^(GTBank Plc|GUARANTY TRUST BANK)/],
    ["access", /^access bank/i],
    ["uba", /^united bank for africa/i],
    ["zenith", /^zenith bank/i],
    ["sterling", /^sterling bank/i],
    ["first", /^first bank/i],
    ["unity", /^unity bank/i],
    ["fidelity", /^fidelity bank/i],
    ["fcmb microfinance", /^FCMB M/],
    ["fcmb mfb", /^FCMB M/],
    ["gtb microfinance bank", /^GTB MICRO/i],
    ["sterling mortgage", /^sterling mortgage/i],
  ])("%s", (query, name) => {
    expect(lists.map((list) => name.test(find(list, query)))).toEqual(lists.map(() => true));
  });
});

test("an empty query gives the list as it came, and nonsense gives nothing", () => {
  expect(names(" - ")).toHaveLength(banks.length);
  expect(names("qqqqqq")).toEqual([]);
  expect(names("99")).toEqual([]);
});

test("five thousand banks are searched within a keystroke", () => {
  const many = Array.from({ length: 5000 }, (_, place) => ({
    code: `${100_000 + place}`,
    name: `Bank number ${place} Microfinance`,
  }));
  const big = indexBanks(many);
  expect(searchBanks(big, "number 4999")[0]?.code).toBe("104999");
  expect(searchBanks(big, "numbre 4999").length).toBeGreaterThan(0);
});

describe("the whole real list", () => {
  const list = bankLists.get("NG") ?? [];
  const simple = (text: string) => plainWords(text).join(" ");
  const plainName = ({ name }: { name: string }) => name.replace(/ \((Diamond|CBN code)\)$/, "");
  const plainOnes = list.filter((bank) => plainName(bank) === bank.name);
  // The list's order must not decide: the plain bank is first whichever way round it comes.
  const indexes = [indexBanks(list), indexBanks(list.toReversed())];
  const firsts = (query: string) => indexes.map((one) => searchBanks(one, query)[0]);

  test("every bank comes first for its own name, with the plain bank before its variants", () => {
    const wrong = list.filter((bank) => firsts(bank.name).some((first) => first?.name !== bank.name));
    expect(wrong).toEqual([]);
    const bare = plainOnes.filter(({ name }) =>
      firsts(name.replace(/ \(.*\)$/, "")).some((first) => first?.name !== name),
    );
    expect(bare).toEqual([]);
    expect([list.length, plainOnes.length]).toEqual([278, 274]);
  });

  test("for a bank's first word a plain bank comes first, and the one that is called no more than that", () => {
    const words = new Set(list.map(({ name }) => plainWords(name)[0] ?? ""));
    const wrong = [...words].filter((word) => {
      const own = plainOnes.filter((bank) => plainWords(bank.name)[0] === word);
      const exact = plainOnes.filter(({ name }) =>
        [word, `${word} bank`, `(${word})`].some((text) =>
          [simple(name), /\(.*\)$/.exec(name.toLowerCase())?.[0]].includes(text),
        ),
      );
      return firsts(word).some(
        (first) => !(exact.length > 0 ? exact : own).some(({ name }) => name === first?.name),
      );
    });
    expect(wrong).toEqual([]);
    expect(words.size).toBe(255);
  });

  test.each([
    ["Access Bank", ["access", "access bank"]],
    ["Citibank Nigeria", ["citi"]],
    ["Ecobank Nigeria", ["eco", "ebn", "eti"]],
    ["Fidelity Bank", ["fidelity", "fbp"]],
    [
      "First Bank of Nigeria",
      ["first", "fbn", "fbnbank", "first bank", "first bank of nigeria", "first bnk"],
    ],
    ["First City Monument Bank (FCMB)", ["fcmb", "first city"]],
    [
      "Guaranty Trust Bank (GTBank)",
      ["gt", "gtb", "gtbank", "gtco", "gt bank", "guaranty", "guarantee", "gaurantee"],
    ],
    ["Heritage Bank", ["heritage", "hbn"]],
    ["Jaiz Bank", ["jaiz"]],
    ["Keystone Bank", ["keystone", "kbl"]],
    ["Polaris Bank", ["skye", "skye bank"]],
    ["Providus Bank", ["pvb"]],
    ["Stanbic IBTC Bank", ["ibtc", "stanbic", "stanbic ibtc"]],
    ["Standard Chartered Bank Nigeria", ["scb", "stanchart"]],
    ["Sterling Bank", ["sterling", "sbn"]],
    ["SunTrust Bank", ["sun trust"]],
    ["Titan Trust Bank", ["ttb"]],
    ["Union Bank of Nigeria", ["ubn", "union bank"]],
    ["United Bank for Africa (UBA)", ["uba"]],
    ["Unity Bank", ["unity"]],
    ["Wema Bank", ["alat", "wema"]],
    ["Zenith Bank", ["zenith", "zib"]],
    ["TAJBank", ["taj"]],
    ["Globus Bank", ["globus"]],
    ["Parallex Bank", ["parallex"]],
    ["PremiumTrust Bank", ["ptb"]],
    ["Lotus Bank", ["lotus"]],
    ["Signature Bank", ["signature"]],
    ["Optimus Bank", ["optimus"]],
    ["OPAY", ["opay", "o pay"]],
    ["PAYCOM", ["paycom"]],
    ["PALMPAY", ["palm pay", "palmpay"]],
    ["Kuda Bank", ["kuda"]],
    ["Moniepoint Microfinance Bank", ["monie point"]],
    // A bank's own name goes before another bank's former one.
    ["TeamApt", ["teamapt"]],
    ["VFD Microfinance Bank", ["v bank", "vbank"]],
    ["Sparkle Microfinance Bank", ["sparkle"]],
    ["Carbon", ["carbon", "one finance", "paylater"]],
    ["The Alternative Bank", ["altbank", "alt bank"]],
    ["9 Payment Service Bank (9PSB)", ["9psb", "9 psb", "9mobile"]],
    ["HopePSB", ["hope", "hope psb", "hopepsb"]],
    ["MoMo Payment Service Bank", ["momo", "mtn", "mtn momo", "momo psb"]],
    ["SmartCash Payment Service Bank", ["smartcash", "smart cash", "airtel"]],
    ["MoneyMaster Payment Service Bank", ["moneymaster", "money master"]],
  ])("%s comes first for each of its short names", (name, short) => {
    expect(short.map((text) => firsts(text).map((first) => first?.name))).toEqual(
      short.map(() => [name, name]),
    );
    for (const text of short) said.delete(text);
  });
  const said = new Set(knownBanks.flatMap(({ short }) => short));
  test("no short name that the search knows is missing above", () => {
    expect([...said]).toEqual([]);
  });
});
