import { expect, test } from "vitest";
import { readDays } from "./day-phrase";

/** A Wednesday; in Lagos it is half past midnight already. */
const now = Date.parse("2026-11-24T23:30:00Z");
const read = (text: string) => {
  const days = readDays(text, now, "Africa/Lagos");
  return days && (days.from === days.to ? days.from : `${days.from} ${days.to}`);
};

test.each([
  ["today", "2026-11-25"],
  ["Yesterday", "2026-11-24"],
  ["25 Nov", "2026-11-25"],
  ["Nov 25, 2026", "2026-11-25"],
  ["Wed, 25 November 2026 14:32", "2026-11-25"],
  ["25th of November", "2026-11-25"],
  ["26 nov", "2025-11-26"],
  ["25/11/2026", "2026-11-25"],
  ["25/11/26", "2026-11-25"],
  ["25-Nov-26", "2026-11-25"],
  ["2026-11-25", "2026-11-25"],
  ["2026-11-25T23:30:00Z", "2026-11-26"],
  ["2026-11-25T23:30:00+01:00", "2026-11-25"],
  ["wednesday", "2026-11-25"],
  ["last Wednesday", "2026-11-18"],
  ["Tue", "2026-11-24"],
  ["this week", "2026-11-23 2026-11-25"],
  ["last week", "2026-11-16 2026-11-22"],
  ["this month", "2026-11-01 2026-11-25"],
  ["last month", "2026-10-01 2026-10-31"],
  ["last 7 days", "2026-11-19 2026-11-25"],
  ["last year", "2025-01-01 2025-12-31"],
  ["November", "2026-11-01 2026-11-30"],
  ["Dec", "2025-12-01 2025-12-31"],
  ["Feb 2024", "2024-02-01 2024-02-29"],
  ["2026-10", "2026-10-01 2026-10-31"],
])("%j is %s", (text, days) => expect(read(text)).toBe(days));

test.each([
  "",
  "25",
  "1250",
  "31 Feb",
  "11/25/2026",
  "2026",
  "constructor",
  "last",
  "last 0 days",
  "Marchetti",
  "Sunday school",
  "12.50",
])("%j names no day", (text) => expect(read(text)).toBeUndefined());
