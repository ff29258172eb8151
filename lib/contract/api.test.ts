import { describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import { sandboxAssets } from "#lib/asset/asset-tables";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { faults, sentences } from "#lib/testing/service/field-faults";
import { BanksInput, IdempotencyKey, type InputRules, quoteInput, transferInput } from "./api";
import { TransferListInput } from "./transfer-list";

const rules: InputRules = { assets: sandboxAssets, allowPrivateCallbacks: false };
const quote = quoteInput(rules);
const transfer = transferInput(rules);
const goodQuote = { amount: "1250.50", asset: "base:usdc" };

const both = [
  { name: "a quote", schema: quote as z.ZodMiniType, good: goodQuote as Record<string, unknown> },
  { name: "a transfer", schema: transfer as z.ZodMiniType, good: goodTransfer as Record<string, unknown> },
];

describe.each(both)("$name", ({ schema, good }) => {
  test("is let through when all is well, every default applied", () => {
    const defaults = { currency: "NGN", country: "NG", ...("bankCode" in good ? {} : { channel: "BANK" }) };
    expect(schema.safeParse(good)).toEqual({ success: true, data: { ...good, ...defaults } });
    expect(schema.safeParse({ ...good, ...defaults })).toEqual({
      success: true,
      data: { ...good, ...defaults },
    });
  });

  test.each([
    "0",
    "0.0",
    "-1",
    "-0",
    "+5",
    ".5",
    "5.",
    "00012",
    "1,000",
    "1_000",
    "1 000",
    "0x10",
    "1e3",
    "1e21",
    "1E-7",
    "Infinity",
    "NaN",
    "null",
    "true",
    "[]",
    "{}",
    "",
    " 12 ",
    "12abc",
    "١٢",
    "１２",
    "٣",
    "\u00a05",
    "½",
    "²",
  ])("C01 refuses the amount %j at its field", (amount) => {
    expect(faults(schema, { ...good, amount })).toEqual(["amount"]);
    for (const text of sentences(schema, { ...good, amount })) expect(text).toMatch(/^[A-Z].*\.$/);
  });

  test("C03, C04 takes the token's decimals and 15 digits, and no more", () => {
    const cases = [
      ["base:usdc", "1.123456", true],
      ["base:usdc", "1.1234567", false],
      ["bsc:usdt", "0.000000000000000001", true],
      ["bsc:usdt", "0.0000000000000000001", false],
      ["base:usdc", "123456789.012345", true],
      ["base:usdc", "1234567890.012345", false],
      ["base:usdc", "12345678901.012345", false],
    ] as const;
    for (const [asset, amount, isGood] of cases)
      expect([amount, faults(schema, { ...good, asset, amount })]).toEqual([
        amount,
        isGood ? [] : ["amount"],
      ]);
  });

  test.each([1.1, 5, null, true, [], {}, undefined])(
    "C06, C22 refuses the amount %j, which is no text",
    (amount) => {
      expect(faults(schema, { ...good, amount })).toEqual(["amount"]);
    },
  );

  test("C07 refuses an absurd amount at once", () => {
    for (const amount of ["1e309", "9".repeat(400), "1".repeat(1_000_000)])
      expect(faults(schema, { ...good, amount })).toEqual(["amount"]);
  });

  test.each([
    "",
    "base:doge",
    "BASE:USDC",
    " base:usdc",
    "base:usd\u0441",
    "x".repeat(10_000),
    "' or 1=1 --",
    "<b>",
    "__proto__",
    null,
    5,
    true,
    [],
    {},
    undefined,
  ])("C08, C22 refuses the asset %j", (asset) => {
    expect(faults(schema, { ...good, asset })).toContain("asset");
  });

  test("C10, C20 refuses every unknown field by its name", () => {
    for (const field of [
      "network",
      "fromCurrency",
      "toCurrency",
      "id",
      "submission",
      "created_by",
      "role",
      "status",
    ])
      expect(faults(schema, { ...good, [field]: "x" })).toEqual([field]);
    expect(
      faults(schema, JSON.parse(`{"__proto__":{"role":"admin"},${JSON.stringify(good).slice(1)}`)),
    ).toEqual(["__proto__"]);
  });

  test.each(["ngn", "NG", "USD", "NGNN", "🇳🇬", "", " NGN", null, 5, []])(
    "C11 refuses the currency %j",
    (currency) => {
      expect(faults(schema, { ...good, currency })).toEqual(["currency"]);
    },
  );

  test.each(["ng", "NGA", "XX", "", "N\u0261", null, 5, {}])("C12 refuses the country %j", (country) => {
    expect(faults(schema, { ...good, country })).toEqual(["country"]);
  });

  test.each([null, "text", 5, [], [{}], true])("C21 refuses a body that is %j", (body) => {
    expect(schema.safeParse(body).success).toBe(false);
  });
});

describe("C05 the operator's limits", () => {
  const [row] = sandboxAssets;
  if (row === undefined) throw new Error("no asset");
  const limited = quoteInput({ ...rules, assets: [{ ...row, minAmount: "10", maxAmount: "500.5" }] });

  test.each([
    ["10", true],
    ["10.00", true],
    ["9.999999", false],
    ["500.5", true],
    ["500.500000", true],
    ["500.500001", false],
  ])("%s: %s, both ends included", (amount, isGood) => {
    expect(faults(limited, { amount, asset: row.asset })).toEqual(isGood ? [] : ["amount"]);
    if (!isGood) expect(sentences(limited, { amount, asset: row.asset })[0]).toMatch(/(10|500\.5) USDC\.$/);
  });
});

test("a quote is asked for by one of its two amounts", () => {
  const { amount: _amount, ...rest } = goodQuote as Record<string, unknown>;
  expect(faults(quote, { ...rest, outputAmount: "5000000.01" })).toEqual([]);
  for (const bad of ["", "0", "1.001", "-1", "1e6"])
    expect(faults(quote, { ...rest, outputAmount: bad })).toEqual(["outputAmount"]);
  expect(faults(quote, { ...rest, amount: "1", outputAmount: "1" })).toEqual(["outputAmount"]);
  expect(faults(quote, rest)).toEqual(["amount"]);
});

describe("C13 the channel of a quote", () => {
  test.each(["MOBILE", "bank", "", null, 1])("refuses %j", (channel) => {
    expect(faults(quote, { ...goodQuote, channel })).toEqual(["channel"]);
  });
});

describe("reads", () => {
  test("C23 a key is a UUID", () => {
    expect(IdempotencyKey.safeParse("7a0e2d6c-3c44-4b7e-9d52-3f3b1c9f7a10").success).toBe(true);
    for (const key of [
      "",
      "x",
      "7a0e2d6c3c444b7e9d523f3b1c9f7a10",
      `${"7".repeat(37)}`,
      null,
      "7a0e2d6c-3c44-4b7e-9d52-3f3b1c9f7a10 ",
    ])
      expect(IdempotencyKey.safeParse(key).success).toBe(false);
  });

  test("the bank list takes the country of payouts alone", () => {
    expect(BanksInput.parse({})).toEqual({ country: "NG" });
    for (const country of ["ng", "GH", "", null])
      expect(faults(BanksInput, { country })).toEqual(["country"]);
  });

  test("the list of transfers has 25 a page unless it is asked for 1 to 100", () => {
    expect(TransferListInput.parse({})).toEqual({ limit: 25 });
    expect(TransferListInput.parse({ limit: "100", status: "paid", q: "txn_1", cursor: "aB-_9" })).toEqual({
      limit: 100,
      status: "paid",
      q: "txn_1",
      cursor: "aB-_9",
    });
  });

  test.each([
    ["limit", "0"],
    ["limit", "101"],
    ["limit", "-1"],
    ["limit", "1.5"],
    ["limit", "1e2"],
    ["limit", ""],
    ["limit", "all"],
    ["limit", 10],
    ["limit", ["1", "2"]],
    ["status", "PAID"],
    ["status", "done"],
    ["status", ""],
    ["status", ["paid"]],
    ["status", "__proto__"],
    ["q", "x".repeat(257)],
    ["q", ["a"]],
    ["asset", "base usdc"],
    ["from", "2026-02-30"],
    ["attention", "no"],
    ["find", "a"],
    ["cursor", ""],
    ["cursor", "a b"],
    ["cursor", "'; drop table transfers"],
    ["cursor", "x".repeat(201)],
    ["sort", "amount"],
    ["a[__proto__][x]", "1"],
  ])("C25, C27 refuses %s %j", (field, value) => {
    expect(faults(TransferListInput, { [field]: value })).toEqual([field]);
  });
});
