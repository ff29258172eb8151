import { assert, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { dayOf, endOfDay, startOfDay } from "./zone-day";

describe("a day of the calendar in a time zone", () => {
  it.each([
    ["2026-11-20", "UTC", "2026-11-20T00:00:00.000Z", "2026-11-21T00:00:00.000Z"],
    ["2026-11-20", "Africa/Lagos", "2026-11-19T23:00:00.000Z", "2026-11-20T23:00:00.000Z"],
    ["2026-11-20", "Pacific/Kiritimati", "2026-11-19T10:00:00.000Z", "2026-11-20T10:00:00.000Z"],
    ["2026-11-20", "Pacific/Pago_Pago", "2026-11-20T11:00:00.000Z", "2026-11-21T11:00:00.000Z"],
    // 23 and 25 hours long.
    ["2026-03-29", "Europe/London", "2026-03-29T00:00:00.000Z", "2026-03-29T23:00:00.000Z"],
    ["2026-10-25", "Europe/London", "2026-10-24T23:00:00.000Z", "2026-10-26T00:00:00.000Z"],
    // Egypt's clocks go from 23:59:59 to 1:00, and from there back to 23:00 the day before.
    ["2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00.000Z", "2026-04-24T21:00:00.000Z"],
    ["2026-10-29", "Africa/Cairo", "2026-10-28T21:00:00.000Z", "2026-10-29T22:00:00.000Z"],
    // Samoa left this day out.
    ["2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00.000Z", "2011-12-30T10:00:00.000Z"],
  ])("%s in %s", (day, timeZone, start, end) => {
    expect(startOfDay(day, timeZone)).toBe(start);
    expect(endOfDay(day, timeZone)).toBe(end);
  });

  it("leaves no moment between two days, and none in both", async () => {
    const days = integer({ min: 0, max: 20_000 });
    await assert(
      property(days, (number) => {
        const [day, next] = [number, number + 1].map((at) =>
          new Date(Date.UTC(2000, 0, 1 + at)).toISOString().slice(0, 10),
        ) as [string, string];
        for (const zone of ["Africa/Lagos", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo"]) {
          expect(endOfDay(day, zone)).toBe(startOfDay(next, zone));
          expect(startOfDay(day, zone) <= startOfDay(next, zone)).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });
});

it("a moment is on the day that its time zone has", () => {
  const moment = Date.parse("2026-11-22T23:30:00Z");
  expect(["UTC", "Africa/Lagos", "America/New_York"].map((zone) => dayOf(moment, zone))).toEqual([
    "2026-11-22",
    "2026-11-23",
    "2026-11-22",
  ]);
});
