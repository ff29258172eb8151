import fc from "fast-check";
import { expect, it } from "vitest";
import { withSheetMarks } from "./sheet-marks";
import { withoutSheetMarks } from "./without-sheet-marks";

it("gives every text back that it marked", () => {
  const text = fc.string({ unit: fc.constantFrom(...";\t|,\"'=+-@ \r\n＝xA1./\u2019"), maxLength: 12 });
  fc.assert(
    fc.property(text, (one) => {
      expect(withoutSheetMarks(withSheetMarks(one))).toBe(one);
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  ["'0123456789", "0123456789"],
  ["\u20190123456789", "0123456789"],
  ["'000013", "000013"],
  ["'2026-11-20", "2026-11-20"],
  ["'=HYPERLINK", "=HYPERLINK"],
  ["'+234 801", "+234 801"],
  ["''quoted", "'quoted"],
  ["'\u2019=1", "\u2019=1"],
  // No export marks these.
  ["'tis Ada", "'tis Ada"],
  ["'7 seas' Ltd", "'7 seas' Ltd"],
  ["O'Neil", "O'Neil"],
  ["0123456789", "0123456789"],
])("takes %j for %j", (pasted, text) => {
  expect(withoutSheetMarks(pasted)).toBe(text);
});
