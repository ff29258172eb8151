import { expect, it } from "vitest";
import { inMonths, periodsOf, rangeOf } from "./ranges";

it.each([
  ["month", "2026-11-24", 24, "2026-11-01"],
  ["7d", "2026-03-03", 7, "2026-02-25"],
  ["30d", "2026-03-01", 30, "2026-01-31"],
  ["13w", "2026-11-24", 13, "2026-08-31"],
  ["12m", "2026-02-28", 12, "2025-03-01"],
] as const)("makes %s up to %s of %i parts that follow each other", (range, today, count, first) => {
  const { from, to, parts } = rangeOf(range, today);
  expect([from, to, parts.length]).toEqual([first, today, count]);
  for (const [at, part] of parts.entries()) {
    const before = parts[at - 1]?.to;
    if (before !== undefined)
      expect(Date.parse(part.from) - Date.parse(before), `${before} to ${part.from}`).toBe(86_400_000);
  }
});

it("reads as few totals as a span is made of, each day once", () => {
  const month = { first: "2026-11", last: "2026-11" };
  expect(inMonths({ from: "2026-11-01", to: "2026-11-24" })).toEqual([month]);
  expect(inMonths({ from: "2026-11-18", to: "2026-11-24" })).toEqual([
    { first: "2026-11-18", last: "2026-11-24" },
  ]);
  expect(inMonths({ from: "2026-10-26", to: "2026-11-24" })).toEqual([
    { first: "2026-10-26", last: "2026-10-31" },
    month,
  ]);
  expect(inMonths({ from: "2026-10-31", to: "2026-11-01" })).toEqual([
    { first: "2026-10-31", last: "2026-10-31" },
    month,
  ]);
  expect(inMonths({ from: "2025-12-01", to: "2026-11-24" })).toEqual([{ first: "2025-12", last: "2026-11" }]);
  expect(periodsOf({ from: "2025-12-01", to: "2026-11-24", step: "month" })).toEqual({
    first: "2025-12",
    last: "2026-11",
  });
});
