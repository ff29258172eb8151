import { expect, test } from "vitest";
import { readDay, spanWords, writeDay, writeMonth } from "./day-text";

test.each([
  "2026-11-02",
  "2026/11/2",
  "2 Nov 2026",
  "02 nov 2026",
  "2 November 2026",
  "2nd Nov 2026",
  "2-Nov-2026",
  "Nov 2, 2026",
  "November 2 2026",
  "2/11/2026",
  "02.11.2026",
  "2-11-2026",
  "  2 Nov 2026 ",
  // Copied from a list, a timeline or the title of a time.
  "2 Nov 2026, 14:02",
  "2 Nov 2026, 13:02:05 UTC",
])("%j is the second of November", (text) => {
  expect(readDay(text)).toBe("2026-11-02");
});

test.each([
  ["29 Feb 2028", "2028-02-29"],
  ["21 Sept 2026", "2026-09-21"],
  ["31/12/2026", "2026-12-31"],
])("%j is read", (text, day) => {
  expect(readDay(text)).toBe(day);
});

test.each([
  "",
  "yesterday",
  "11/21/2026",
  "2/11/26",
  "2 Nov",
  "31 Nov 2026",
  "29 Feb 2026",
  "2026-02-30",
  "2026-13-01",
  "2026-00-10",
  "0/11/2026",
  "2 Ma 2026",
  "2 Now 2026",
  "2 Nov 2026 3",
  "2026-11-02T13:00:00Z",
  "2 11 2026; drop table",
  "٢/١١/٢٠٢٦",
])("%j is no day, or does not say which", (text) => {
  expect(readDay(text)).toBeUndefined();
});

test.each([
  ["today", "2026-11-23"],
  [" Yesterday ", "2026-11-22"],
  ["22/11/2026", "2026-11-22"],
  ["22 Nov", "2026-11-22"],
  ["nov 22", "2026-11-22"],
  ["22 Nov 2026", "2026-11-22"],
  ["2026-11-22", "2026-11-22"],
  ["23 November", "2026-11-23"],
  // Not yet come this year: the last one is meant.
  ["24 Nov", "2025-11-24"],
  ["31 Dec", "2025-12-31"],
  ["29 Feb", "2024-02-29"],
  ["22/11", undefined],
  ["31 Nov", undefined],
  ["Nov", undefined],
  ["tomorrow", undefined],
  ["", undefined],
])("on 23 November 2026, %j is %j", (text, day) => {
  expect(readDay(text, "2026-11-23")).toBe(day);
});

test("yesterday of the first of a month and of a year is the last day before it", () => {
  expect(readDay("yesterday", "2026-03-01")).toBe("2026-02-28");
  expect(readDay("yesterday", "2027-01-01")).toBe("2026-12-31");
});

test("what is written is read back as the same day", () => {
  for (let day = 0; day < 400; day++) {
    const iso = new Date(Date.UTC(2027, 11, 1 + day)).toISOString().slice(0, 10);
    expect(readDay(writeDay(iso))).toBe(iso);
  }
  expect(writeDay("2026-05-09")).toBe("9 May 2026");
  expect(writeDay("2026-13-09")).toBe("2026-13-09");
  expect(writeDay("soon")).toBe("soon");
});

test("a month is written with its name", () => {
  expect(writeMonth("2026-01")).toBe("January 2026");
  expect(writeMonth("2026-12")).toBe("December 2026");
  expect(writeMonth("2026-13")).toBe("2026-13");
  expect(writeMonth("2026-00")).toBe("2026-00");
});

test.each([
  ["2026-11-01", "2026-11-22", "1 to 22 Nov 2026"],
  ["2026-10-24", "2026-11-22", "24 Oct to 22 Nov 2026"],
  ["2025-12-01", "2026-11-22", "1 Dec 2025 to 22 Nov 2026"],
  ["2026-11-01", "2026-11-01", "1 Nov 2026"],
])("says a span of days from %s to %s", (from, to, words) => {
  expect(spanWords({ from, to })).toBe(words);
});
