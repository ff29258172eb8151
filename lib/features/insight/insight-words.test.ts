import { expect, it } from "vitest";
import type { Amount } from "#lib/money/money";
import {
  dayWords,
  durationWords,
  paidFinding,
  partWords,
  rateFinding,
  shareSentence,
  shortDuration,
  successWords,
  timesFinding,
  usualTimeWords,
} from "./insight-words";

it("calls a part of a range by its first day, or by its month", () => {
  expect(partWords("2026-10-24", "day", "2026-11-22")).toBe("24 Oct");
  expect(partWords("2025-12-01", "month", "2026-11-22")).toBe("Dec 2025");
  expect(partWords("2026-01-01", "month", "2026-11-22")).toBe("Jan");
});

it("adds no more to a sum than two decimals, and leaves no more than six", () => {
  expect(paidFinding("ETH", "0.1234567" as Amount, "2" as Amount)).toBe(
    "0.123457 of 2.00 ETH is reported paid",
  );
});

it.each([
  [0, 0, "None has ended"],
  [3, 1, "Too few to say: 3 of 4"],
  [603, 32, "603 of 635, 95.0\u00a0%"],
  [9_999, 1, "9,999 of 10,000, 99.9\u00a0%"],
  [1, 9_999, "1 of 10,000, 0.1\u00a0%"],
  [10, 0, "10 of 10, 100.0\u00a0%"],
])("says a success with both counts: %i paid, %i failed", (paid, failed, words) => {
  expect(successWords(paid, failed)).toBe(words);
});

it.each([
  [
    672,
    34,
    22,
    "Of the 706 that ended, 672 were reported paid, 95.2\u00a0%. 22 are still open and count in neither.",
  ],
  [1, 9, 1, "Of the 10 that ended, 1 was reported paid, 10.0\u00a0%. 1 is still open and counts in neither."],
  [12, 0, 0, "Of the 12 that ended, 12 were reported paid, 100.0\u00a0%."],
  [6, 1, 2, "Too few have ended to give a rate: 6 of 7 were reported paid. 2 are still open."],
  [0, 0, 1, "None has ended yet. 1 is still open."],
])("says of how many a share is: %i paid, %i failed, %i open", (paid, failed, open, words) => {
  expect(Object.values(shareSentence(paid, failed, open)).join("")).toBe(words);
});

it("calls a day by its name where that is enough", () => {
  const days = ["2026-11-25", "2026-11-24", "2026-11-19", "2026-11-18"];
  expect(days.map((day) => dayWords(day, "2026-11-25"))).toEqual([
    ...["Today", "Tuesday 24", "Thursday 19", "18 Nov"],
  ]);
  expect(dayWords("2025-12-31", "2026-01-08")).toBe("31 Dec 2025");
});

it.each([
  [20, "under 1 minute", "< 1 min"],
  [61, "1 minute", "1 min"],
  [240, "4 minutes", "4 min"],
  [7_300, "2 hours", "2 h"],
  [400_000, "5 days", "5 days"],
])("says %i seconds without more than is known", (seconds, words, short) => {
  expect([durationWords(seconds), shortDuration(seconds)]).toEqual([words, short]);
});

it("tells the form how long payouts take only where there were enough", () => {
  expect(usualTimeWords({ timed: 10, half: 240 })).toBe("half within about 4 min");
  expect(usualTimeWords({ timed: 10, half: 12 })).toBe("half within 1 min");
  expect(usualTimeWords({ timed: 9, half: 240 })).toBeUndefined();
  expect(usualTimeWords({ timed: 0, half: null })).toBeUndefined();
});

it("names the slowest bank only where it can be compared", () => {
  const gtb = { name: "GTBank", timed: 40, half: 240 };
  const uba = { name: "UBA", timed: 12, half: 360 };
  const few = { name: "OPay", timed: 3, half: 9_000 };
  const all = { timed: 55, half: 240 };
  const half = "Half of all payouts are reported within about 4 minutes";
  expect(timesFinding(all, [gtb, uba, few])).toBe(`${half}; UBA takes the longest`);
  expect(timesFinding(all, [gtb, few])).toBe(half);
  expect(timesFinding({ timed: 9, half: 240 }, [gtb])).toBe("Too few payouts to say how long they take: 9");
  expect(timesFinding({ timed: 0, half: null }, [])).toBe("No payout is reported in this range");
});

it("compares the latest rate with a real one of 30 days, where there are enough", () => {
  const rates = (latest: string, middle30: string | null) => ({
    ...{ asset: "base:usdc", currency: "NGN", days: [], middle7: null },
    middle30: middle30 as Amount | null,
    latest: { rate: latest as Amount, at: "2026-11-22T09:00:00.000Z" },
  });
  expect(rateFinding(rates("1543.01", "1540.70"), "USDC")).toBe("The rate is 0.15 % above its 30-day median");
  expect(rateFinding(rates("1500", "1540.70"), "USDC")).toBe("The rate is 2.64 % below its 30-day median");
  expect(rateFinding(rates("1540.7", "1540.70"), "USDC")).toBe("The rate is at its 30-day median");
  expect(rateFinding(rates("1543.01", null), "USDC")).toBe("1 USDC is 1,543.01 NGN");
});
