import { expect, it } from "vitest";
import { mailResultWords } from "./mail-faults";

it.each([
  [null, undefined],
  ["OFF", "e-mail is not set up"],
  ["550", "address not taken (550)"],
  ["451", "refused (451)"],
  ["UNREADABLE", "contents can’t be read"],
  ["ECONNREFUSED", "mail server not reached"],
  ["constructor", "mail server not reached"],
])("says of an e-mail that ended with %s: %s", (code, words) => {
  expect(mailResultWords(code)).toBe(words);
});
