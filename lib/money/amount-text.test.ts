import { describe, expect, test } from "vitest";
import { groupThousands, readAmountText } from "./amount-text";

const pasted = (text: string) => readAmountText(text, { symbol: "USDC", isPasted: true });
const typed = (text: string) => readAmountText(text, { symbol: "USDC" });
const notAnAmount = { kind: "unreadable", message: "Enter the amount in digits, such as 1250.50." };
const asDecimals = (text: string) => `We read the comma as a decimal point: ${text}.`;
const asThousands = "We read the comma as a thousands separator. For decimals, use a point.";

describe("a pasted amount that leaves no doubt", () => {
  test.each([
    ["1250", "1250"],
    ["1,250.50", "1250.50"],
    ["1 250,50", "1250.50"],
    ["1\u00a0250,50", "1250.50"],
    ["1\u202f250,50", "1250.50"],
    ["1\u2009250.5", "1250.5"],
    ["1.250,50", "1250.50"],
    ["1'250.50", "1250.50"],
    ["1\u2019250,50", "1250.50"],
    ["USDC 1250.5", "1250.5"],
    ["1250.5 USDC", "1250.5"],
    ["1250.5usdc", "1250.5"],
    ["$1,250", "1250"],
    ["$ 1,250.00", "1250.00"],
    ["  1250.50\n", "1250.50"],
    ["\u200e1,250.50\ufeff", "1250.50"],
    ["1,250", "1250"],
    ["12,345,678", "12345678"],
    ["1.250.000", "1250000"],
    ["1.250.000,5", "1250000.5"],
    ["12,34,567.89", "1234567.89"],
    ["1,23,456.5", "123456.5"],
    ["1,23,45,678", "12345678"],
    ["1 250 000", "1250000"],
    ["1,25", "1.25"],
    ["1250,500", "1250.500"],
    ["0,250", "0.250"],
    ["0.250", "0.250"],
    ["1.5", "1.5"],
    ["1.2500", "1.2500"],
    ["1.250,500", "1250.500"],
    ["1 250,", "1250"],
    ["1 250.500", "1250.500"],
    ["1\u02bc250.5", "1250.5"],
    ["0", "0"],
    ["000", "0"],
    [".5", "0.5"],
    [",5", "0.5"],
    ["5.", "5"],
    ["00012", "12"],
    ["0.000001", "0.000001"],
    ["100.1000", "100.1000"],
  ])("%j is %s", (text, amount) => {
    expect(pasted(text)).toMatchObject({ kind: "amount", text: amount });
  });
});

test.each(["1.250", "12.500", "999.999"])("a pasted %j asks which of the two it is", (text) => {
  expect(pasted(text)).toEqual({
    kind: "ask",
    message: `${text} can be read in two ways. Which amount do you mean?`,
    choices: [text.replace(".", ""), text],
  });
});

test("the same text, typed, keeps the field's own notation and asks nothing", () => {
  expect(typed("1.250")).toEqual({ kind: "amount", text: "1.250" });
});

describe("a comma alone is never read in silence", () => {
  test.each([
    ["1,250", "1250", asThousands],
    ["999,999", "999999", asThousands],
    ["1,25", "1.25", asDecimals("1.25")],
    ["0,250", "0.250", asDecimals("0.250")],
    ["1250,500", "1250.500", asDecimals("1250.500")],
    ["1,2500", "1.2500", asDecimals("1.2500")],
    [",5", "0.5", asDecimals("0.5")],
    ["1 250,50", "1250.50", asDecimals("1250.50")],
    ["1 250,500", "1250.500", asDecimals("1250.500")],
  ])("%j, typed or pasted, is %s with a note", (text, amount, note) => {
    expect(pasted(text)).toEqual({ kind: "amount", text: amount, note });
    expect(typed(text)).toEqual({ kind: "amount", text: amount, note });
  });

  test("behind the commas of the field, it is typed before decimals", () => {
    expect(typed("1,250,5")).toEqual({ kind: "amount", text: "1250.5", note: asDecimals("1250.5") });
    expect(typed("1,250,50")).toEqual({ kind: "amount", text: "1250.50", note: asDecimals("1250.50") });
    for (const text of ["1,25,5", "1.250.5", "12,3,4"]) expect(typed(text)).toEqual(notAnAmount);
  });

  test.each([
    ["1,250,000", "1250000"],
    ["1.250.000", "1250000"],
    ["12,34,567", "1234567"],
    ["1,250.50", "1250.50"],
    ["1.250,50", "1250.50"],
    ["1250,", "1250"],
    ["1 250,", "1250"],
    ["1,250,", "1250"],
  ])("%j leaves no doubt and gets no note", (text, amount) => {
    expect(typed(text)).toEqual({ kind: "amount", text: amount });
  });
});

test.each([
  "1,250,00",
  "1.250,50.1",
  "1,250.50.1",
  "1.250,50,1",
  "12,50.5",
  "1234,567.5",
  "123,45,678",
  "12,345,67,890",
  "12,34,5678",
  "12,345,6789",
  "1,2345,678",
  "12,3,456",
  "0,250,000",
  "0.250.000",
  "12 50",
  "1 25 0",
  "1234 567",
  "1 2345",
  "1 250.5 000",
  "1,2,3",
  "1.2.3",
  "1_000",
  "1e3",
  "0x10",
  "12abc34",
  "USDC",
  ".",
  ",",
  "1k",
  "k1",
  "\u00bd",
  "\u00b2",
  "USDC 5 USDC",
  "$5 USDC",
  "--5",
  "-$5",
  "$-5",
  "\u20a6\u20a65",
  "US$ 5",
  "$US 5",
  `${"k".repeat(11)} 5`,
])("%j is not read as any amount", (text) => {
  expect(pasted(text)).toEqual(notAnAmount);
});

test("a text without any digit is no amount", () => {
  for (const text of ["Infinity", "USDC", "what", "-"]) expect(pasted(text)).toEqual(notAnAmount);
});

test("81 characters are too long, 80 are not", () => {
  expect(pasted("9".repeat(80))).toEqual({ kind: "amount", text: "9".repeat(80) });
  expect(pasted("9".repeat(81))).toEqual({ kind: "unreadable", message: "The amount is too long." });
});

describe("a unit beside the amount", () => {
  const wrongUnit = (unit: string) => `The text says ${unit}, but the amount is in USDC.`;
  const withSign = "Enter an amount above zero, without a sign.";

  test.each([
    ["USDT 1250", wrongUnit("USDT")],
    ["1250 usdt", wrongUnit("usdt")],
    ["kg 5", wrongUnit("kg")],
    [`${"k".repeat(10)} 5`, wrongUnit("k".repeat(10))],
    ["\u20a61,250,000", wrongUnit("\u20a6")],
    ["5 \u20ac", wrongUnit("\u20ac")],
    ["-5", withSign],
    ["+5", withSign],
    ["\u22125", withSign],
    ["\u2013 5", withSign],
    ["5-", withSign],
  ])("%j is refused, and the sentence says why", (text, message) => {
    expect(pasted(text)).toEqual({ kind: "unreadable", message });
  });

  test("may be a dollar sign for a token of the dollar, or before a token is chosen", () => {
    const five = { kind: "amount", text: "5" };
    for (const symbol of ["USDC", "usdt", "PYUSD", undefined])
      expect([symbol, readAmountText("$5", { symbol })]).toEqual([symbol, five]);
    expect(readAmountText("$5")).toEqual(five);
    expect(readAmountText("$5", { symbol: "EURC" })).toEqual({
      kind: "unreadable",
      message: "The text says $, but the amount is in EURC.",
    });
  });

  test.each(["NGN 5,000,000", "\u20a65,000,000.00", "N5,000,000", "5 000 000 naira", "5.000.000,00 ngn"])(
    "may be naira's own, as people write it: %j",
    (text) => {
      const { text: read } = readAmountText(text, { symbol: "NGN", isPasted: true }) as { text: string };
      expect(read.replace(".00", "")).toBe("5000000");
      expect(pasted(text).kind).toBe("unreadable");
    },
  );

  test("of any other kind is not read before a token is chosen", () => {
    for (const text of ["USDC 5", "\u20a65", "5 EUR"]) expect(readAmountText(text)).toEqual(notAnAmount);
    expect(readAmountText("-5")).toEqual({ kind: "unreadable", message: withSign });
  });
});

test("nothing is nothing, and no mistake", () => {
  expect(pasted("")).toEqual({ kind: "empty" });
  expect(pasted(" \u00a0\u200b")).toEqual({ kind: "empty" });
});

test.each([
  ["1250", "1,250"],
  ["1250.", "1,250."],
  ["1234567.8900", "1,234,567.8900"],
  ["0.1234567", "0.1234567"],
  ["", ""],
])("%s is written %s", (text, written) => {
  expect(groupThousands(text)).toBe(written);
});
