import { expect, test } from "vitest";
import { isSeen, showInvisible } from "./visible-text";

test.each([
  ['{"status":"paid"}\n\t', '{"status":"paid"}\n\t'],
  ["Ọláìdé O’Brien ₦", "Ọláìdé O’Brien ₦"],
  ["0x12\u202Ediap", "0x12\\u{202E}diap"],
  ["a\u200Bb", "a\\u{200B}b"],
  ["nul\u0000", "nul\\u{0000}"],
  ["\uD800", "\\u{D800}"],
  ["\u{E0041}", "\\u{E0041}"],
])("%j is shown as %j", (sent, shown) => {
  expect(showInvisible(sent)).toBe(shown);
});

test.each([
  "\u3164",
  "\u2800\u2800",
  "\u200B \u00AD",
  "\u115F\uFFA0",
  "\u0301",
  "\u{E0041}",
  " \u00A0",
  "\u180E\u17B5",
])("%j cannot be seen", (text) => {
  expect(isSeen(text)).toBe(false);
});
test.each(["A", "Ọláìdé", "7", "李", "نور", "\u{1F600}", "\u200Ba"])("%j can be seen", (text) => {
  expect(isSeen(text)).toBe(true);
});
