import fc from "fast-check";
import { expect, it } from "vitest";
import { indentJson } from "./indent-json";

/** What stands outside of strings, without blanks, and each string as it is. */
const bare = (text: string) => text.replace(/("(?:[^"\\]|\\[\s\S]?)*(?:"|$))|[ \t\r\n]+/g, "$1");

it("sets JSON on lines, and keeps every digit, name and repeat", () => {
  const text =
    '{"amount":1250.500000000000000001,"n":1e400,"a":0.10,"a":-0,"none":{},"empty":[ ],"list":[1,{"x":"\\u202e, {\\"}"}],"t":true}';
  expect(indentJson(text)).toBe(`{
  "amount": 1250.500000000000000001,
  "n": 1e400,
  "a": 0.10,
  "a": -0,
  "none": {},
  "empty": [],
  "list": [
    1,
    {
      "x": "\\u202e, {\\"}"
    }
  ],
  "t": true
}`);
});

it("changes nothing but blanks between the parts, whatever JSON comes", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, cut) => {
      expect(bare(indentJson(json))).toBe(bare(json));
      const start = json.slice(0, cut % (json.length + 1));
      expect(bare(indentJson(start, true))).toBe(bare(start));
      expect(JSON.parse(indentJson(json))).toEqual(JSON.parse(json));
    }),
  );
});

it.each([
  "OK",
  "",
  "<html>{}</html>",
  "[2026-01-01] refused, {try} again",
  '{"a":1} and more',
  '{"a":1',
  '{"a":1]',
  "{'a':1}",
  "[01, 1.]",
  "status=paid&amount=1",
])("leaves what is no JSON as it is: %j", (text) => {
  expect(indentJson(text)).toBe(text);
});

it("lets no hostile body grow without end", () => {
  for (const part of ["[", "{", "[,", "[[],", '{"":', ",", "[1,"]) {
    const text = `[${part.repeat(65_536 / part.length)}`;
    expect(indentJson(text, true).length).toBeLessThanOrEqual(4 * text.length + 64);
  }
  // Each quote would be read to the end again.
  expect(indentJson(`["${'\\"'.repeat(30_000)}\\`, true)).toMatch(/^\[/);
  const deep = `${"[".repeat(10_000)}1${"]".repeat(10_000)}`;
  expect(bare(indentJson(deep))).toBe(deep);
});
