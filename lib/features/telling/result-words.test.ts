import { expect, it } from "vitest";
import { resultWords } from "./result-words";

it.each([
  [null, undefined],
  ["503", "503"],
  ["private_address", "leads to a private address"],
  ["constructor", "constructor"],
])("says of a webhook that ended with %s: %s", (code, words) => {
  expect(resultWords(code)).toBe(words);
});
