import { expect, it } from "vitest";
import { hideKey } from "./hide-key";

const key = 'sk/live+a.b\\c"d';

it.each([
  ["as it is", key],
  ["as JSON writes it", JSON.stringify(key)],
  ["with escaped slashes, as PHP writes it", JSON.stringify(key).replaceAll("/", "\\/")],
  ["as code units", [...key].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")],
])("hides the key %s", (_name, written) => {
  expect(hideKey(`<${written}>`, key)).toMatch(/^<"?\[API key\]"?>$/);
});

it("leaves a text alone that holds only something like it", () => {
  expect(hideKey("sk/live+aXb", key)).toBe("sk/live+aXb");
});
