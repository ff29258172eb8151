import { expect, test } from "vitest";
import { showBody, showInvisible } from "./visible-text";

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

test("a body of control characters stays as long as it is", () => {
  expect(showBody("\u0000\u0001\u001F a\n\tb \u202E")).toBe("\u2400\u2401\u241F a\n\tb \\u{202E}");
  expect(showBody("\u0001".repeat(65_536))).toHaveLength(65_536);
});
