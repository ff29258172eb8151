import { expect, it } from "vitest";
import { countWords } from "./sum-words";

it("counts up to the bound, and says where there are more", () => {
  expect(countWords({ count: 1, isMore: false })).toBe("1 transfer");
  expect(countWords({ count: 1_000, isMore: false })).toBe("1,000 transfers");
  expect(countWords({ count: 1_001, isMore: true })).toBe("more than 1,000 transfers");
});
