import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  formatAge,
  formatAgo,
  formatDeadline,
  formatMoment,
  formatOffset,
  formatSortable,
  formatTime,
  formatUtc,
} from "#lib/text/format-time";
import { accountGroups, addressGroups, formatExact, formatFiat, lastFour } from "./format";
import type { Amount } from "./money";

describe("formatExact", () => {
  test.each([
    ["0", "0"],
    ["0.1", "0.10"],
    ["999", "999"],
    ["1000", "1,000"],
    ["1250.50", "1,250.50"],
    ["1250.00", "1,250.00"],
    ["1234567.000001", "1,234,567.000001"],
    ["0.000000000000000001", "0.000000000000000001"],
    ["123456789012345", "123,456,789,012,345"],
    ["9007199254740993.12345678", "9,007,199,254,740,993.12345678"],
    ["-1250.5", "-1,250.50"],
  ])("%s is written %s", (amount, written) => {
    expect(formatExact(amount as Amount)).toBe(written);
  });
});

describe("formatFiat", () => {
  test.each([
    ["1913409.88", "1,913,409.88"],
    ["1913409.875", "1,913,409.88"],
    ["1913409.874999999999999999", "1,913,409.87"],
    ["0.1", "0.10"],
    ["0", "0.00"],
    ["-0", "0.00"],
    ["-0.004", "0.00"],
    ["-0.005", "-0.01"],
    ["0.30000000000000004", "0.30"],
    ["9007199254740993.01", "9,007,199,254,740,993.01"],
    ["123456789012345678901234567890.125", "123,456,789,012,345,678,901,234,567,890.13"],
  ])("%s is written %s", (amount, written) => {
    expect(formatFiat(amount as Amount)).toBe(written);
  });
});

test("formatFiat writes what Intl would write of the same text", () => {
  const intl = new Intl.NumberFormat("en-GB", {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: "negative",
  });
  const amounts = fc.stringMatching(/^-?(0|[1-9]\d{0,24})(\.\d{1,18})?$/);
  fc.assert(
    fc.property(amounts, (amount) => {
      expect(formatFiat(amount as Amount)).toBe(intl.format(amount as Intl.StringNumericLiteral));
    }),
    { numRuns: 2_000 },
  );
});

test("formatUtc writes what Intl would write of the same moment", () => {
  const written = (iso: string) => `${formatTime(iso, "Etc/UTC", { hasSeconds: true })} UTC`;
  const moments = fc.date({ min: new Date("1000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(moments, (moment) => {
      expect(formatUtc(moment.toISOString())).toBe(written(moment.toISOString()));
    }),
    { numRuns: 500 },
  );
});

describe("formatTime", () => {
  test.each([
    ["2026-11-20T13:02:09.120Z", "Africa/Lagos", "20 Nov 2026, 14:02"],
    ["2026-11-20T23:30:00.000Z", "Africa/Lagos", "21 Nov 2026, 00:30"],
    ["2026-12-31T23:59:59.999Z", "UTC", "31 Dec 2026, 23:59"],
    ["2026-01-05T00:00:00.000Z", "America/New_York", "4 Jan 2026, 19:00"],
    ["yesterday", "UTC", "yesterday"],
  ])("%s in %s is %s", (iso, timeZone, written) => {
    expect(formatTime(iso, timeZone)).toBe(written);
  });

  test("a log has seconds", () => {
    expect(formatTime("2026-11-20T13:02:09.120Z", "UTC", { hasSeconds: true })).toBe("20 Nov 2026, 13:02:09");
  });
});

describe("a browser with another Intl", () => {
  const at = "2026-11-03T23:02:11.000Z";
  const Real = Intl.DateTimeFormat;
  function stub(make: (locale: string, options: Intl.DateTimeFormatOptions) => Intl.DateTimeFormat) {
    vi.stubGlobal("Intl", { ...Intl, DateTimeFormat: make });
    onTestFinished(() => void vi.unstubAllGlobals());
  }

  test("that doesn't know the zone shows UTC, and says so", () => {
    stub(function formatter(locale, options) {
      if (options.timeZone !== "UTC") throw new RangeError("Invalid time zone specified");
      return new Real(locale, options);
    });
    const zone = "Europe/Kyiv";
    expect(formatTime(at, zone)).toBe("3 Nov 2026, 23:02 UTC");
    expect(formatTime(at, zone, { hasSeconds: true })).toBe("3 Nov 2026, 23:02:11 UTC");
    expect(formatOffset(at, zone)).toBe("UTC");
    expect(formatAge(at, Date.parse("2026-12-24T12:00:00Z"), zone)).toBe("3 Nov");
  });

  test("that knows English alone writes no American dates", () => {
    stub(function formatter(_locale, options) {
      return new Real("en-US", options);
    });
    expect(formatTime(at, "Africa/Accra")).toBe("3 Nov 2026, 23:02");
    expect(formatSortable(at, "Africa/Kampala")).toBe("2026-11-04 02:02:11");
  });
});

describe("formatDeadline", () => {
  const now = Date.parse("2026-11-25T13:32:00Z");
  test.each([
    ["2026-11-25T14:00:00Z", "15:00", "today"],
    ["2026-11-25T23:00:00Z", "00:00", "tomorrow"],
    ["2026-11-26T13:31:00Z", "14:31", "tomorrow"],
    ["2026-11-27T13:31:00Z", "14:31", "on 27 Nov"],
    ["2026-11-24T13:31:00Z", "14:31", "on 24 Nov"],
    ["2027-01-02T13:31:00Z", "14:31", "on 2 Jan 2027"],
  ])("says %s in Lagos as %s, %s", (iso, clock, day) => {
    expect(formatDeadline(iso, now, "Africa/Lagos")).toEqual({ clock, day });
  });

  test("counts days of the calendar where one of them has 25 hours", () => {
    const late = Date.parse("2026-10-24T22:30:00Z");
    expect(formatDeadline("2026-10-25T23:30:00Z", late, "Europe/London")).toEqual({
      clock: "23:30",
      day: "tomorrow",
    });
  });
});

describe("formatMoment", () => {
  const now = Date.parse("2026-11-25T13:32:00Z");
  test.each([
    ["2026-11-25T13:31:00Z", "14:31"],
    ["2026-11-24T23:00:00Z", "00:00"],
    ["2026-11-24T22:59:00Z", "24 Nov, 23:59"],
    ["2025-12-31T12:00:00Z", "31 Dec 2025, 13:00"],
    ["no time", "no time"],
  ])("says %s in Lagos as %s", (iso, words) => {
    expect(formatMoment(iso, now, "Africa/Lagos")).toBe(words);
  });
});

describe("formatOffset", () => {
  test.each([
    ["Africa/Lagos", "UTC+1"],
    ["UTC", "UTC"],
    ["Asia/Kolkata", "UTC+5:30"],
    ["America/St_Johns", "UTC−3:30"],
  ])("%s is %s in winter", (timeZone, written) => {
    expect(formatOffset("2026-11-20T13:02:09.620Z", timeZone)).toBe(written);
  });
});

describe("groups", () => {
  const evm = "0x7F4b1C2a9D83E6f05A1bC4d2E97F3308aB6c51De";
  const tron = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
  const solana = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

  test.each([evm, tron, solana, "", "short", "0x", "T0x1234", "abc\ndef gh"])(
    "the groups of %j are the address, and nothing else",
    (address) => {
      expect(addressGroups(address).join("")).toBe(address);
    },
  );

  test("0x stands alone and every group but the last has four characters", () => {
    expect(addressGroups(evm)).toEqual([
      "0x",
      "7F4b",
      "1C2a",
      "9D83",
      "E6f0",
      "5A1b",
      "C4d2",
      "E97F",
      "3308",
      "aB6c",
      "51De",
    ]);
    expect(addressGroups(tron)).toEqual([
      "TR7N",
      "Hqje",
      "KQxG",
      "TCi8",
      "q8ZY",
      "4pL8",
      "otSz",
      "gjLj",
      "6t",
    ]);
    expect(addressGroups("T0x1234")).toEqual(["T0x1", "234"]);
    expect(addressGroups("0X12345")).toEqual(["0X", "1234", "5"]);
    expect(addressGroups("abc\ndef gh")).toEqual(["abc\n", "def ", "gh"]);
  });

  test("an account number keeps its leading zero", () => {
    expect(accountGroups("0123456789")).toEqual(["0123", "456", "789"]);
    expect(lastFour("0123450089")).toBe("0089");
  });

  test("an account number of another length is cut into fours", () => {
    expect(accountGroups("012345678")).toEqual(["0123", "4567", "8"]);
    expect(accountGroups("01234567890")).toEqual(["0123", "4567", "890"]);
    expect(accountGroups("")).toEqual([]);
  });
});

describe("formatAgo", () => {
  const now = Date.parse("2026-11-20T13:02:05.000Z");
  test.each([
    ["2026-11-20T13:02:05.000Z", "just now"],
    ["2026-11-20T13:03:00.000Z", "just now"],
    ["2026-11-20T13:01:05.000Z", "1 minute ago"],
    ["2026-11-20T12:02:06.000Z", "59 minutes ago"],
    ["2026-11-20T11:02:06.000Z", "1 hour ago"],
    ["2026-11-19T13:02:06.000Z", "23 hours ago"],
    ["2026-11-17T13:02:05.000Z", "3 days ago"],
    ["2026-11-20T13:03:05.000Z", "in 1 minute"],
    ["2026-11-21T01:02:05.000Z", "in 12 hours"],
    ["no time", "no time"],
  ])("%s is %s", (iso, words) => {
    expect(formatAgo(iso, now)).toBe(words);
  });
});

test("a moment in UTC is written to the second, with its zone", () => {
  expect(formatUtc("2026-11-20T13:02:05.000Z")).toBe("20 Nov 2026, 13:02:05 UTC");
  expect(formatUtc("no time")).toBe("no time");
});
