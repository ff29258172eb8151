import { expect, test } from "vitest";
import { showInvisible } from "./visible-text";

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
