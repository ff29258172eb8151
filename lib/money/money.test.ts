import fc from "fast-check";
import Database from "libsql";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { readJson, WireAmount, writeJson } from "#lib/contract/wire";
import { compareAmounts, parseAmount } from "./amount";
import {
  type Amount,
  addAmounts,
  divideAmounts,
  multiplyAmounts,
  percentChange,
  readDecimal,
  roundAmount,
  subtractAmounts,
} from "./money";

const tokenDecimals = [0, 2, 6, 8, 18];

/** Any amount that may be typed: at most 15 significant digits, at most so many decimals, above zero. */
function typedAmount(decimals: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.bigInt(1n, 10n ** 15n - 1n), fc.integer({ min: 0, max: decimals }))
    .map(([digits, places]) => decimalText(digits, places));
}

function decimalText(digits: bigint, places: number): string {
  const sign = digits < 0n ? "-" : "";
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, "0");
  const whole = text.slice(0, text.length - places);
  return sign + (places === 0 ? whole : `${whole}.${text.slice(text.length - places)}`);
}

/** The value in units of 10^-scale: an oracle without the decimal library. */
function units(text: string, scale: number): bigint {
  const [whole = "", fraction = ""] = text.replace("-", "").split(".");
  const value = BigInt(whole + fraction.padEnd(scale, "0"));
  return text.startsWith("-") ? -value : value;
}

const decimal = fc
  .tuple(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.integer({ min: 0, max: 18 }))
  .map(([digits, places]) => decimalText(digits, places) as Amount);

describe("an amount that is typed", () => {
  test.each(tokenDecimals)(
    "goes out as it was typed, over the store and the wire (%i decimals)",
    (decimals) => {
      const store = new Database(":memory:");
      store.exec("create table amounts (amount text not null) strict");
      fc.assert(
        fc.property(typedAmount(decimals), (text) => {
          const parsed = parseAmount(text, decimals);
          if (!parsed.ok) throw new Error(parsed.message);
          store.prepare("insert into amounts values (?)").run(parsed.amount);
          const { amount } = store
            .prepare("select amount from amounts where rowid = last_insert_rowid()")
            .get() as {
            amount: Amount;
          };
          const body = writeJson({ amount: z.encode(WireAmount, amount) });
          expect(body).toBe(`{"amount":${text}}`);
          expect(z.decode(z.object({ amount: WireAmount }), readJson(body) as never).amount).toBe(text);
        }),
        { numRuns: 2_000 },
      );
      store.close();
    },
  );

  test.each(tokenDecimals)("survives a service that reads doubles (%i decimals)", (decimals) => {
    fc.assert(
      fc.property(typedAmount(decimals), (text) => {
        const echoed = readDecimal(String(Number(text)));
        expect(echoed).toBeDefined();
        expect(compareAmounts(echoed as Amount, text as Amount)).toBe(0);
      }),
      { numRuns: 5_000 },
    );
  });

  test.each(tokenDecimals)("has at most the token's decimals (%i)", (decimals) => {
    const exact = decimals === 0 ? "7" : `0.${"1".padStart(decimals, "0")}`;
    expect(parseAmount(exact, decimals)).toEqual({ ok: true, amount: exact });
    const finer = decimals === 0 ? "7.1" : `${exact}1`;
    expect(parseAmount(finer, decimals)).toEqual({ ok: false, message: expect.stringMatching(/decimals/) });
    // Zeros at the end are decimals too: nothing is cut off.
    expect(parseAmount(`${decimals === 0 ? "7." : exact}0`, decimals).ok).toBe(false);
  });

  test.each([
    ["", 6, "Enter an amount."],
    ["0.00", 6, "Enter an amount above zero."],
    ["1,5", 6, "Enter the amount in digits, such as 1250.50."],
    ["7.1", 0, "Use a whole number: this token has no decimals."],
    ["1.234", 2, "Use at most 2 decimals: there is no smaller unit."],
    ["1234567890123456", 6, "Use at most 15 digits: more cannot be sent exactly."],
    ["9".repeat(64), 6, "Use at most 15 digits: more cannot be sent exactly."],
    ["9".repeat(65), 6, "The amount is too long."],
  ])("is refused with the fault that it has: %j with %i decimals", (text, decimals, message) => {
    expect(parseAmount(text, decimals)).toEqual({ ok: false, message });
  });

  test("has at most 15 digits that count", () => {
    const good = ["123456789012345", "12345678901.2345", "0.000123456789012345", "999999999999999"];
    for (const text of good) expect(parseAmount(text, 18)).toEqual({ ok: true, amount: text });
    const bad = [
      "1234567890123456",
      "12345678901234567",
      "12345678901.23456",
      "0.1234567890123456",
      "1000000000000000",
    ];
    for (const text of bad)
      expect(parseAmount(text, 18)).toEqual({ ok: false, message: expect.stringMatching(/15 digits/) });
  });

  test.each([
    "0",
    "0.0",
    "0.000000",
    "-1",
    "-0",
    "+5",
    ".5",
    "5.",
    "00012",
    "01.5",
    "1,000",
    "1_000",
    "1 000",
    "0x10",
    "0b1",
    "1e3",
    "1e21",
    "1E-7",
    "Infinity",
    "-Infinity",
    "NaN",
    "null",
    "true",
    "[]",
    "{}",
    "",
    " ",
    " 12 ",
    "12\n",
    "12abc",
    "١٢",
    "１２",
    "٣",
    "\u00a05",
    "½",
    "²",
    "1.2.3",
    "--1",
    "1e309",
    "1\u200b2",
    "12n",
    "0.1f",
  ])("is refused with a sentence: %j", (text) => {
    expect(parseAmount(text, 6)).toEqual({ ok: false, message: expect.stringMatching(/^[A-Z].*\.$/) });
  });

  test("is refused at once when it is absurdly long", () => {
    for (const text of ["9".repeat(400), `0.${"0".repeat(1_000_000)}1`, "1".repeat(1_000_000)])
      expect(parseAmount(text, 18).ok).toBe(false);
  });

  test("is refused, never thrown at, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[0-9.,eE+-]{0,70}$/)),
        (text) => {
          const parsed = parseAmount(text, 6);
          if (parsed.ok) expect(parsed.amount).toMatch(/^(0|[1-9]\d{0,14})(\.\d{1,6})?$/);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

describe("a decimal that somebody else wrote", () => {
  test("keeps its literal, and loses only the exponent", () => {
    const kept = ["0", "1.10", "0.000000000000000001", "-5.50", "12345678901234567890.123456789012345678"];
    for (const text of kept) expect(readDecimal(text)).toBe(text);
    expect(readDecimal("1e3")).toBe("1000");
    expect(readDecimal("1.5E+2")).toBe("150");
    expect(readDecimal("1E-7")).toBe("0.0000001");
    expect(readDecimal("-2.5e1")).toBe("-25");
  });

  test.each([
    ["9".repeat(40), "9".repeat(40)],
    [`-${"9".repeat(40)}`, `-${"9".repeat(40)}`],
    [`${"9".repeat(22)}.${"1".repeat(18)}`, `${"9".repeat(22)}.${"1".repeat(18)}`],
    [`${"9".repeat(23)}.${"1".repeat(18)}`, undefined],
    // 1,024 characters, and one more: the value is the same.
    [`1.${"0".repeat(1_020)}e1`, "10"],
    [`1.${"0".repeat(1_021)}e1`, undefined],
  ])("has at most 40 digits and 1,024 characters: %s", (text, read) => {
    expect(readDecimal(text)).toBe(read);
  });

  test.each([
    ["1538.42000000000000000000", "1538.42"],
    [`1538.42${"0".repeat(900)}`, "1538.42"],
    ["1538.000000000000000000000000000000000000000", "1538"],
    [`${"9".repeat(38)}.50000`, `${"9".repeat(38)}.5`],
    ["-0.00000000000000000000", "0"],
    ["1.5E+00000000000000000000000000000000000003", "1500"],
  ])("counts zeros at the end for no limit: %s", (text, read) => {
    expect(readDecimal(text)).toBe(read);
  });

  test("has no negative zero", () => {
    for (const [text, read] of [
      ["-0", "0"],
      ["-0.00", "0.00"],
      ["-0e5", "0"],
    ] as const)
      expect(readDecimal(text)).toBe(read);
  });

  test.each([
    "1e309",
    "1e-19",
    "1e999",
    "9".repeat(41),
    "9".repeat(400),
    `0.${"1".repeat(19)}`,
    "1e1000",
    "",
    " 1",
    "1 ",
    "+1",
    "01",
    ".5",
    "5.",
    "NaN",
    "Infinity",
    "-",
    "e5",
    "1e",
    "0x10",
    "1,5",
    "١",
    "null",
    "--1",
    "1\n",
  ])("is no decimal: %j", (text) => {
    expect(readDecimal(text)).toBeUndefined();
  });

  test("never throws, and means what the literal means", () => {
    const literal = fc
      .tuple(decimal, fc.option(fc.integer({ min: -30, max: 30 })))
      .map(([text, exponent]) => (exponent === null ? text : `${text}e${exponent}`));
    fc.assert(
      fc.property(fc.oneof(literal, fc.string(), fc.double().map(String)), (text) => {
        const read = readDecimal(text);
        if (read === undefined) return;
        expect(read).toMatch(/^-?(0|[1-9]\d*)(\.\d{1,18})?$/);
        const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
        const shift = 60 + Number.parseInt(exponent, 10);
        expect(units(read, 60)).toBe(units(mantissa, shift));
      }),
      { numRuns: 5_000 },
    );
  });
});

describe("arithmetic, held against whole numbers", () => {
  test("compares, adds, subtracts and multiplies exactly", () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const [x, y] = [units(a, 18), units(b, 18)];
        expect(compareAmounts(a, b)).toBe(x < y ? -1 : x > y ? 1 : 0);
        expect(units(addAmounts(a, b), 18)).toBe(x + y);
        expect(units(subtractAmounts(a, b), 18)).toBe(x - y);
        expect(units(multiplyAmounts(a, b), 36)).toBe(x * y);
      }),
      { numRuns: 3_000 },
    );
  });

  test("rounds half away from zero, to exactly the decimals asked for", () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 18 }), (amount, decimals) => {
        const step = 10n ** BigInt(18 - decimals);
        const value = units(amount, 18);
        const size = value < 0n ? -value : value;
        const rounded = ((size + step / 2n) / step) * step;
        const text = roundAmount(amount, decimals);
        expect(units(text, 18)).toBe(value < 0n ? -rounded : rounded);
        expect((text.split(".")[1] ?? "").length).toBe(decimals);
      }),
      { numRuns: 3_000 },
    );
  });

  test("knows that 0.1 + 0.2 is 0.3", () => {
    expect(addAmounts("0.1" as Amount, "0.2" as Amount)).toBe("0.3");
    expect(subtractAmounts("0.3" as Amount, "0.1" as Amount)).toBe("0.2");
    expect(multiplyAmounts("1.1" as Amount, "1.1" as Amount)).toBe("1.21");
  });

  test("refuses a JavaScript number, which is a double", () => {
    const half = 0.5 as unknown as Amount;
    const one = "1" as Amount;
    for (const compute of [addAmounts, subtractAmounts, multiplyAmounts, percentChange]) {
      expect(() => compute(half, one)).toThrow(TypeError);
      expect(() => compute(one, half)).toThrow(TypeError);
    }
    expect(() => roundAmount(half, 2)).toThrow(TypeError);
  });

  test("divides to a rate that rounds half up, as a share that ends in five or more does", () => {
    const divide = (a: string, b: string) => divideAmounts(a as Amount, b as Amount, 4);
    expect(divide("2", "3")).toBe("0.6667");
    expect(divide("1538.42005", "1")).toBe("1538.4201");
    expect(divide("1538.42004", "1")).toBe("1538.42");
  });

  test("tells a change in per cent, never as a negative zero", () => {
    const change = (from: string, to: string) => percentChange(from as Amount, to as Amount);
    expect(change("100", "101")).toBe("1.00");
    expect(change("100", "98.995")).toBe("-1.01");
    expect(change("3", "4")).toBe("33.33");
    expect(change("1000000", "999999.99")).toBe("0.00");
    expect(change("1500", "1500.00")).toBe("0.00");
  });
});
