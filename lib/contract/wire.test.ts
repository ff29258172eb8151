import fc from "fast-check";
import { LosslessNumber } from "lossless-json";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { numberText, ReadAmount, readJson, tryReadJson, WireAmount, writeJson } from "./wire";

const literalOf = (text: string) => numberText((readJson(`{"n":${text}}`) as { n: unknown }).n);

describe("a JSON document", () => {
  test("keeps the literal of every number", () => {
    for (const text of [
      "1.10",
      "1e3",
      "-0",
      "0.30000000000000004",
      "123456789012345678901234567890",
      "1E-7",
    ]) {
      expect(literalOf(text)).toBe(text);
      expect(writeJson(readJson(`{"n":${text}}`))).toBe(`{"n":${text}}`);
    }
  });

  test("is written as it was read, byte for byte", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        expect(writeJson(readJson(text))).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    "",
    " ",
    "{",
    "[1",
    '{"a":1,}',
    "[1,]",
    "01",
    "+1",
    ".5",
    "5.",
    "1e",
    "NaN",
    "Infinity",
    "-",
    "'a'",
    "undefined",
    '{"a":1,"a":2}',
    '{"a" 1}',
    "{} {}",
    '"\u0001"',
    '"\\x41"',
    "\ufeff{}",
    "// x\n1",
    "nul",
  ])("is refused as a syntax error: %j", (text) => {
    expect(() => readJson(text)).toThrow(SyntaxError);
    expect(tryReadJson(text)).toBeUndefined();
  });

  test("of a million levels is refused, and nothing overflows", () => {
    const refusal = new SyntaxError("The JSON is nested too deeply.");
    for (const open of ["[", '{"a":']) expect(() => readJson(open.repeat(1_000_000))).toThrow(refusal);
    expect(() => readJson("{")).toThrow(/^(?!The JSON is nested)/);
  });

  test("pollutes no prototype", () => {
    const read = readJson('{"__proto__":{"success":true},"constructor":{"prototype":{"x":1}}}') as object;
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect("success" in {}).toBe(false);
    expect("x" in {}).toBe(false);
    expect((read as { success?: unknown }).success).toBeUndefined();
  });

  test("has a form, or is refused", () => {
    expect(() => writeJson(undefined)).toThrow(new TypeError("This value has no JSON form."));
    expect(writeJson(null)).toBe("null");
  });
});

describe("an amount that is sent", () => {
  test("is a JSON number, never text", () => {
    expect(writeJson(z.encode(WireAmount, z.decode(WireAmount, new LosslessNumber("1250.50"))))).toBe(
      "1250.50",
    );
    for (const value of ["5", 5, null, true, [], {}, undefined])
      expect(WireAmount.safeParse(value as never).success, JSON.stringify(value)).toBe(false);
  });

  test("is never written from a JavaScript number, which is a double", () => {
    for (const value of [0.1, 5, 1250n, null, undefined])
      expect(() => z.encode(WireAmount, value as never)).toThrow(z.core.$ZodError);
  });
});

describe("an amount that is read", () => {
  const read = (text: string) => ReadAmount.safeParse(readJson(text));

  test("says what is wrong with it", () => {
    const issues = (text: string) => read(text).error?.issues;
    expect(issues('"five"')).toEqual([
      { code: "custom", path: [], message: "must be a number of at most 40 digits and 18 decimals" },
    ]);
    expect(issues("null")).toMatchObject([{ path: [], message: "must be a number" }]);
  });

  test("may be a number or the same in text", () => {
    for (const [text, amount] of [
      ["1500.50", "1500.50"],
      ['"1500.50"', "1500.50"],
      ["1e2", "100"],
      ['"0"', "0"],
    ])
      expect(read(text as string)).toMatchObject({ success: true, data: amount });
  });

  test.each([
    "1e309",
    "1e-19",
    '"NaN"',
    '"Infinity"',
    '""',
    '" 5"',
    '"1,500"',
    '"0x10"',
    '"five"',
    "null",
    "true",
    "[]",
    "{}",
    "[5]",
    `"${"9".repeat(500)}"`,
    "9".repeat(41),
  ])("is refused: %s", (text) => {
    expect(read(text).success).toBe(false);
  });
});
