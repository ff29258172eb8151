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

test("tells a few of many names, and how many more there are", () => {
  const banks = Array.from({ length: 5_000 }, (_, at) => ({ code: "1", name: `Bank ${at}` }));
  const shared = findSharedCodes(banks);
  expect(shared[0]).toEqual(["Bank 1", "Bank 2", "Bank 3", "Bank 4", "Bank 5", "4994 more"]);
  expect(shared[4_999]).toEqual(["Bank 0", "Bank 1", "Bank 2", "Bank 3", "Bank 4", "4994 more"]);
});
