import { describe, expect, it } from "vitest";
import type { Cell } from "#lib/table/table";
import { type DayOrder, readDays } from "./read-days";

const today = "2026-11-30";
const column = (cells: (string | Cell)[], said?: DayOrder) =>
  readDays(
    cells.map((cell, at) => ({ n: at + 2, cell: typeof cell === "string" ? { text: cell } : cell })),
    today,
    said,
  );
const daysOf = (cells: (string | Cell)[], said?: DayOrder) => {
  const read = column(cells, said);
  return "days" in read ? read.days : read.daysUnclear;
};
const date = (text: string): Cell => ({ text, form: "date" });

it.each([
  "24/11/2026",
  "24-11-2026",
  "24.11.2026",
  "24/11/26",
  "24-Nov-2026",
  "24-NOV-26",
  "24 Nov 26",
  "24 Nov ’26",
  "24 November 2026",
  "Nov 24, 2026",
  "24/Nov/2026",
  "2026-11-24",
  "2026/11/24",
  "2026-Nov-24",
  "20261124",
  "24/11/2026 14:03:22",
  "24/11/2026, 2:03 PM",
  "2026-11-24T14:03:22Z",
  "2026-11-24T14:03:22+01:00",
  "Tue, 24 Nov 2026",
  "٢٤/١١/٢٠٢٦",
  "11/24/2026",
])("reads %j", (text) => {
  expect(daysOf([text])).toEqual(["2026-11-24"]);
});

it("takes a date of a workbook for what it is", () => {
  expect(daysOf([date("2026-11-03"), date("2026-11-24 14:03:00")])).toEqual(["2026-11-03", "2026-11-24"]);
});

it.each(["yesterday", "24 Nov", "24112026", "31/11/2026", "2026-02-30", "24/11/2026 and more", "2411/26"])(
  "reads no day in %j",
  (text) => {
    expect(daysOf([text], "day_month")).toEqual([null]);
  },
);

it("reads no day in a number or an error of a workbook, and tells an empty cell apart", () => {
  expect(daysOf([{ text: "46350", form: "number" }, { text: "#REF!", form: "error" }, "", " "])).toEqual([
    ...[null, null],
    ...[undefined, undefined],
  ]);
});

describe("which number is the month", () => {
  it("is settled by one day of the column", () => {
    expect(daysOf(["03/04/2026", "24/11/2026"])).toEqual(["2026-04-03", "2026-11-24"]);
    expect(daysOf(["03/04/2026", "11/24/2026"])).toEqual(["2026-03-04", "2026-11-24"]);
  });

  it("is asked where every day could be a month, with both readings of three that differ", () => {
    expect(daysOf(["03/03/2026", "03/04/2026", "05/06/2026", "07/08/2026", "09/10/2026"])).toEqual(
      [
        [3, "03/04/2026", "2026-04-03", "2026-03-04"],
        [4, "05/06/2026", "2026-06-05", "2026-05-06"],
        [5, "07/08/2026", "2026-08-07", "2026-07-08"],
      ].map(([n, text, first, second]) => ({
        n,
        text,
        readings: [
          { order: "day_month", day: first },
          { order: "month_day", day: second },
        ],
      })),
    );
  });

  it("is what a person says then, and not where the column shows otherwise", () => {
    expect(daysOf(["03/04/2026"], "month_day")).toEqual(["2026-03-04"]);
    expect(daysOf(["03/04/2026", "24/11/2026"], "month_day")).toEqual(["2026-04-03", "2026-11-24"]);
  });

  it("is no matter where both are the same", () => {
    expect(daysOf(["03/03/2026", "11/11/2026"])).toEqual(["2026-03-03", "2026-11-11"]);
  });

  it("is asked where the column shows both, and then the others are no days", () => {
    expect(daysOf(["24/11/2026", "11/24/2026"])).toHaveLength(2);
    expect("daysUnclear" in column(["24/11/2026", "11/24/2026"])).toBe(true);
    expect(daysOf(["24/11/2026", "11/24/2026"], "day_month")).toEqual(["2026-11-24", null]);
  });

  it("never depends on today", () => {
    // As a day and then a month it would be ahead.
    expect("daysUnclear" in column(["05/12/2026"])).toBe(true);
  });
});

it("asks where the year may stand first, since nothing else makes days of our time of them", () => {
  expect(daysOf(["26/11/05", "26/11/24"])).toEqual([
    {
      n: 2,
      text: "26/11/05",
      readings: [
        { order: "day_month", day: "2005-11-26" },
        { order: "year_month_day", day: "2026-11-05" },
      ],
    },
    {
      n: 3,
      text: "26/11/24",
      readings: [
        { order: "day_month", day: "2024-11-26" },
        { order: "year_month_day", day: "2026-11-24" },
      ],
    },
  ]);
  expect(daysOf(["26/11/05", "26/11/24"], "year_month_day")).toEqual(["2026-11-05", "2026-11-24"]);
  expect(daysOf(["25/11/26", "26/11/26"])).toEqual(["2026-11-25", "2026-11-26"]);
});

describe("dates that a spreadsheet may have swapped", () => {
  const mixed = [date("2026-03-11"), "24/11/2026", "25/11/2026"];

  it("are asked about, and put right when a person says so", () => {
    expect(daysOf(mixed)).toEqual([
      {
        n: 2,
        text: "2026-03-11",
        readings: [
          { order: "day_month", day: "2026-11-03" },
          { order: "month_day", day: "2026-03-11" },
        ],
      },
    ]);
    expect(column(mixed, "day_month")).toEqual({
      order: "day_month",
      isSwapped: true,
      days: ["2026-11-03", "2026-11-24", "2026-11-25"],
    });
    expect(column(mixed, "month_day")).toMatchObject({
      isSwapped: false,
      days: ["2026-03-11", "2026-11-24", "2026-11-25"],
    });
  });

  it("are none where a date or a text could not have come from that", () => {
    expect(daysOf([date("2026-11-24"), "25/11/2026"])).toEqual(["2026-11-24", "2026-11-25"]);
    expect(daysOf([date("2026-03-11"), "05/11/2026", "25/11/2026"])).toEqual([
      ...["2026-03-11", "2026-11-05", "2026-11-25"],
    ]);
  });
});
