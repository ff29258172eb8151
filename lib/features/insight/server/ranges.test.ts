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
  expect(inMonths({ from: "2026-11-01", to: "2026-11-24" })).toEqual(["2026-11"]);
  expect(inMonths({ from: "2026-11-22", to: "2026-11-24" })).toEqual([
    "2026-11-22",
    "2026-11-23",
    "2026-11-24",
  ]);
  expect(inMonths({ from: "2026-10-30", to: "2026-11-24" })).toEqual(["2026-10-30", "2026-10-31", "2026-11"]);
  expect(inMonths({ from: "2026-02-28", to: "2026-03-01" })).toEqual(["2026-02-28", "2026-03"]);
  const year = inMonths({ from: "2025-12-01", to: "2026-11-24" });
  expect([year.length, year[0], year[11]]).toEqual([12, "2025-12", "2026-11"]);
  expect(periodsOf({ from: "2025-12-01", to: "2026-11-24", step: "month" })).toEqual(year);
  expect(periodsOf({ from: "2026-10-26", to: "2026-11-24", step: "week" })).toHaveLength(30);
});
