import { describe, expect, test } from "vitest";
import { groupThousands, readAmountText } from "./amount-text";

const pasted = (text: string) => readAmountText(text, { symbol: "USDC", isPasted: true });

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
    ["1 250 000", "1250000"],
    ["1,25", "1.25"],
    ["1250,500", "1250.500"],
    ["0,250", "0.250"],
    ["0.250", "0.250"],
    ["1.5", "1.5"],
    ["1.2500", "1.2500"],
    ["1.250,500", "1250.500"],
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
  expect(pasted(text)).toMatchObject({ kind: "ask", choices: [text.replace(".", ""), text] });
});

test("the same text, typed, keeps the field's own notation and asks nothing", () => {
  expect(readAmountText("1.250", { symbol: "USDC" })).toEqual({ kind: "amount", text: "1.250" });
});

test("a comma alone is never read in silence", () => {
  expect(pasted("1,250")).toHaveProperty("note");
  expect(pasted("1,25")).toHaveProperty("note");
  expect(pasted("1,250.50")).not.toHaveProperty("note");
});

test.each([
  "1,250,00",
  "1.250,50.1",
  "12 50",
  "1 25 0",
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
  "\u0661\u0662",
  "\uff11\uff12",
  "\u00bd",
  "\u00b2",
  "Infinity",
  "USDC 5 USDC",
  "9".repeat(90),
])("%j is not read as any amount", (text) => {
  expect(pasted(text)).toMatchObject({ kind: "unreadable", message: expect.stringMatching(/\S/) });
});

test("an amount in another unit is refused by the unit's name", () => {
  expect(pasted("USDT 1250")).toMatchObject({ kind: "unreadable", message: expect.stringContaining("USDT") });
  expect(pasted("\u20a61,250,000")).toMatchObject({
    kind: "unreadable",
    message: expect.stringContaining("\u20a6"),
  });
  expect(pasted("-5")).toMatchObject({ kind: "unreadable", message: expect.stringContaining("sign") });
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
