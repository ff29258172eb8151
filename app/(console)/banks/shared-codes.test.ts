import { expect, test } from "vitest";
import { findSharedCodes } from "./shared-codes";

test("each row names the others under its code, and a code is text", () => {
  const banks = [
    { code: "100004", name: "OPAY" },
    { code: "044", name: "Access Bank" },
    { code: "100004", name: "PAYCOM" },
    { code: "44", name: "Another bank" },
  ];
  expect(findSharedCodes(banks)).toEqual([["PAYCOM"], [], ["OPAY"], []]);
});

test("a row that stands twice is not its own double", () => {
  const banks = [
    { code: "1", name: "A" },
    { code: "1", name: "A" },
  ];
  expect(findSharedCodes(banks)).toEqual([[], []]);
});
