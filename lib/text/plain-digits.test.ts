import { expect, test } from "vitest";
import { plainDigits } from "./plain-digits";

test.each([
  ["plain", "0123456789"],
  ["full-width", "０１２３４５６７８９"],
  ["Arabic", "٠١٢٣٤٥٦٧٨٩"],
  ["Persian", "۰۱۲۳۴۵۶۷۸۹"],
  ["N’Ko", "߀߁߂߃߄߅߆߇߈߉"],
  ["Devanagari", "०१२३४५६७८९"],
  ["Thai", "๐๑๒๓๔๕๖๗๘๙"],
  ["Adlam", "𞥐𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘𞥙"],
  ["bold, which follow other digits without a gap", "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗"],
  ["monospaced, the last of five rows", "𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿"],
])("%s digits are 0 to 9", (_, digits) => {
  expect(plainDigits(`No. ${digits}!`)).toBe("No. 0123456789!");
});

test("what is no decimal digit stays: a raised two, a circled one, a half, a Roman four", () => {
  expect(plainDigits("5² ① ½ Ⅳ 二")).toBe("5² ① ½ Ⅳ 二");
});
