import { expect, test } from "vitest";
import { cut, isSeen, showBody, showExactly, showInvisible, showLines } from "./visible-text";

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

test.each([
  ["txn_7 of Ọláìdé", "txn_7 of Ọláìdé"],
  ["0x12\u202Ediap", "0x12\\u{202E}diap"],
  ["a\u00A0b\u3000", "a\\u{00A0}b\\u{3000}"],
  ["a\u034Fb\u3164\u2800", "a\\u{034F}b\\u{3164}\\u{2800}"],
  ["\u001B[2Jok\r\nbad\t", "\\u{001B}[2Jok\\u{000D}\\u{000A}bad\\u{0009}"],
])("%j is shown exactly as %j", (sent, shown) => {
  expect(showExactly(sent)).toBe(shown);
});

test("lines of our own stay lines", () => {
  expect(showLines("The configuration cannot be used:\n  - x\u001B[2J")).toBe(
    "The configuration cannot be used:\n  - x\\u{001B}[2J",
  );
});

test("a body of control characters stays as long as it is", () => {
  expect(showBody("\u0000\u0001\u001F a\n\tb \u202E")).toBe("\u2400\u2401\u241F a\n\tb \\u{202E}");
  expect(showBody("\u0001".repeat(65_536))).toHaveLength(65_536);
});

test("ends what is too long with an ellipsis, within the length", () => {
  expect(cut("settled", 7)).toBe("settled");
  expect(cut("settled", 6)).toBe("settl…");
});

test("counts characters, and cuts none in two", () => {
  expect(cut("𐍈𐍈𐍈", 3)).toBe("𐍈𐍈𐍈");
  for (let most = 1; most < 6; most++) expect(cut("a𐍈b𐍈c𐍈", most).isWellFormed()).toBe(true);
});
