import fc from "fast-check";
import { expect, it } from "vitest";
import { transferInput } from "#lib/contract/api";
import { assets, banks, gtbank, storedRow, zenith } from "#lib/testing/bulk/batch-rows";
import { casesOf } from "#lib/testing/cases";
import { judgeBatch, type Said, type StoredRow } from "./judge-batch";
import { type PayoutField, payoutFieldIds } from "./payout-fields";

const facts = { assets, banks };

/** Any text, and those that are read, alone and with something around. */
const plausible = fc.constantFrom(
  ...["100", "1.250", "1,250.50", "250.000,00", "₦5,000", "0", "-1", "1e9", "1.23E+09", "####", "#REF!"],
  ...["USDC", "usdt", "NGN", "base:usdc", "Tron", "TRC20", "USDT (TRC20)", "Base", "one"],
  ...["GTB", "Zenith Bank", "000004", "58", "UBA", "Bank of Nowhere", "zenithh"],
  ...["0123456785", "123456785", "'0123456785", "+234 803 123 4567", "ADA EZE", "Total", "2025-11-24"],
  ...[
    "",
    " ",
    "\u202e",
    "\ud800",
    "__proto__",
    "constructor",
    "toString",
    "=1+1",
    "\u0661\u0662\u0660",
    "$&",
  ],
);
const text = fc.oneof(
  { weight: 6, arbitrary: plausible },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.tuple(plausible, plausible).map(([a, b]) => `${a} ${b}`) },
  {
    weight: 1,
    arbitrary: fc.tuple(plausible, fc.nat(200)).map(([a, count]) => a.repeat(count).slice(0, 2_000)),
  },
);
const form = fc.option(fc.constantFrom("number" as const, "date" as const, "error" as const), {
  freq: 8,
  nil: undefined,
});
const cell = fc.record({ text, form });
/** A few of the fields, so that some rows have no fault. */
const some = <Value>(value: fc.Arbitrary<Value>) =>
  fc
    .array(fc.tuple(fc.constantFrom(...payoutFieldIds), value), { maxLength: 3 })
    .map((pairs) => Object.fromEntries(pairs) as { [Field in PayoutField]?: Value });

const rowOf = (n: number) =>
  fc
    .record({
      cells: some(cell),
      edits: some(text),
      bank: fc.option(fc.constantFrom(gtbank, zenith, { code: "1", name: "Gone" }), { freq: 1 }),
      isLeftOut: fc.nat(9).map((at) => at === 0),
    })
    .map(({ cells, ...more }) => storedRow(n, cells, more));
const rows: fc.Arbitrary<StoredRow[]> = fc
  .integer({ min: 1, max: 8 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, n) => rowOf(n))));
const said: fc.Arbitrary<Said> = fc.record({
  asset: fc.constantFrom(null, "base:usdc", "tron:usdt", "gone", "__proto__"),
  amountIs: fc.constantFrom(null, "token", "naira"),
  decimalMark: fc.constantFrom(null, "point", "comma"),
  banks: fc.array(fc.record({ text, bank: fc.constantFrom(gtbank, zenith) }), { maxLength: 3 }),
  hasZerosBack: fc.boolean(),
});

const schema = transferInput({ assets, allowPrivateCallbacks: false });

const cases = casesOf(1_500);

it("throws at no text, and reads nothing that a transfer wouldn't take", () => {
  let taken = 0;
  fc.assert(
    fc.property(rows, said, (given, words) => {
      const batch = judgeBatch(given, words, facts);
      expect(batch.rows.map(({ row }) => row)).toEqual(given);
      for (const { row, read, faults, asks } of batch.rows) {
        const places = faults.map(({ path }) => payoutFieldIds.indexOf(path));
        expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
        if (row.isLeftOut) expect([faults, asks]).toEqual([[], []]);
        if (row.isLeftOut || faults.length > 0) continue;
        taken += 1;
        expect([read.amount, read.naira].filter((each) => each === null)).toHaveLength(1);
        const { amount, naira, asset, bank, ...others } = read;
        const input = {
          ...others,
          ...(naira !== null && { askedOutput: naira }),
          // Of naira the amount is found later.
          ...{ amount: amount ?? "10", asset: asset ?? "", bankCode: bank?.code ?? "", bankName: bank?.name },
        };
        expect(schema.safeParse(input)).toMatchObject({ success: true, data: input });
      }
    }),
    { numRuns: cases },
  );
  expect(taken).toBeGreaterThan(cases / 30);
});

it("reads a text in the same way whatever else is a name of it", () => {
  const strange = ["__proto__", "constructor", "hasOwnProperty"].map((name, n) =>
    storedRow(n, { bank: name, reference: name, amount: `${n + 1}` }),
  );
  const words = { asset: "base:usdc", amountIs: null, decimalMark: null, hasZerosBack: false } as const;
  const batch = judgeBatch(strange, { ...words, banks: [{ text: "__proto__", bank: gtbank }] }, facts);
  expect(batch.rows.map(({ read }) => [read.bank, read.reference])).toEqual([
    [gtbank, "__proto__"],
    [null, "constructor"],
    [null, "hasOwnProperty"],
  ]);
});
