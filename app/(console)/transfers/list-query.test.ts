import { expect, test } from "vitest";
import { pillWords } from "./_pills/pill-words";
import { countWords, createdOf } from "./count-words";
import { listHref } from "./list-href";
import { readListQuery, withoutEmpty } from "./list-query";

test("an untouched form asks for everything", () => {
  expect(readListQuery({ q: "", status: "", from: "" })).toEqual({ ok: true, input: { limit: 25 } });
});

test("a pasted ID may carry white space around it", () => {
  expect(readListQuery({ q: "  tx_1\n" })).toEqual({ ok: true, input: { q: "tx_1", limit: 25 } });
});

test("parameters that belong to nobody change nothing, and the size of a page is not the visitor's", () => {
  const query = readListQuery({ utm_source: "mail", limit: "100000", __proto__: "x" });
  expect(query).toEqual({ ok: true, input: { limit: 25 } });
});

test.each([
  [{ status: "PAID" }, "This is not a status."],
  [{ status: "paid'; drop table transfers" }, "This is not a status."],
  [{ status: ["paid", "failed"] }, "A filter appears twice in this page’s address."],
  [{ cursor: "../../etc" }, "This is not a cursor."],
  [{ from: "2026-02-30" }, "Enter a day as day/month/year, such as 20/11/2026."],
  [{ min: "1,000" }, "Enter an amount in digits, such as 1250.50."],
  [{ min: "1000.00", max: "999.99" }, "The largest amount is below the smallest."],
  [{ payee: "Ada" }, "This is not the ID of a payee."],
  [{ reason: "late" }, "This is not a reason."],
  [{ days: "ever" }, "These are not days that a list knows."],
  [{ from: "2026-11-02", to: "2026-11-01" }, "The last day is before the first day."],
  [{ asset: "base usdc" }, "This is not a token and its network."],
  [{ q: "x".repeat(257) }, "Search with at most 256 characters."],
])("%j is refused with a sentence", (params, message) => {
  expect(readListQuery(params)).toMatchObject({ ok: false, fault: { message } });
});

test("days are read as people write them, and travel as year-month-day", () => {
  const query = readListQuery({ from: "2 Nov 2026", to: "21/11/2026" });
  expect(query).toEqual({ ok: true, input: { from: "2026-11-02", to: "2026-11-21", limit: 25 } });
});

test("a day without its year is one of the business's days", () => {
  const query = readListQuery({ from: "22 Nov", to: "yesterday" }, "2026-11-23");
  expect(query).toEqual({ ok: true, input: { from: "2026-11-22", to: "2026-11-22", limit: 25 } });
});

test("what cannot be read is given back as it was typed, with the field that has to be corrected", () => {
  expect(readListQuery({ q: "ade", from: "11/21/2026", to: "1 Dec 2026" })).toEqual({
    ok: false,
    fault: { name: "from", message: "Enter a day as day/month/year, such as 20/11/2026." },
    given: { q: "ade", from: "11/21/2026", to: "1 Dec 2026" },
  });
});

test("the address of the next page carries every filter, and that of the newest no cursor", () => {
  const params = { q: "ade & co", status: "paid", asset: "base:usdc", from: "2026-11-01", attention: "yes" };
  const query = readListQuery({ ...params, cursor: "abc" });
  const href = query.ok ? listHref(query.input, "next") : "";
  expect(Object.fromEntries(new URL(href, "http://x").searchParams)).toEqual({ ...params, cursor: "next" });
  expect(query.ok && listHref(query.input, undefined)).not.toContain("cursor");
});

test("an order by amount needs one token and no search, and is dropped where it was chosen before them", () => {
  const sortOf = (params: object) => {
    const query = readListQuery({ sort: "largest", ...params });
    return query.ok ? query.input.sort : "fault";
  };
  expect(sortOf({ asset: "base:usdc" })).toBe("largest");
  expect([sortOf({}), sortOf({ asset: "base:usdc", q: "ade" }), sortOf({ asset: " " })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([sortOf({ sort: "oldest", q: "ade" }), sortOf({ sort: "best" })]).toEqual(["oldest", "fault"]);
  const query = readListQuery({ sort: "oldest", state: "paid" });
  expect(query.ok && listHref(query.input, "next")).toBe("/transfers?state=paid&sort=oldest&cursor=next");
});

test("a first or a last day takes days that move away, which were chosen before", () => {
  const given = { days: "month", from: "2026-11-02" };
  expect(readListQuery(given)).toEqual({ ok: true, input: { from: "2026-11-02", limit: 25 } });
  expect(readListQuery({ days: "month", from: "" })).toEqual({
    ok: true,
    input: { days: "month", limit: 25 },
  });
});

test("a pill says what it is set to, whoever wrote the address", () => {
  const words = (given: object, names = {}) => pillWords(given, names, new Map([["base", "Base"]]));
  expect(words({})).toEqual({});
  expect(words({ days: "month", network: "base", min: "1000", max: "2500.50" })).toEqual({
    ...{ days: "This month", network: "Base", amount: "1,000 to 2,500.50" },
  });
  expect(words({ max: "0.5", to: "2026-11-21" })).toEqual({
    days: "Up to 21 Nov 2026",
    amount: "up to 0.50",
  });
  expect(
    words(
      { bank: "058", payee: "x", person: "y" },
      { bank: "United Bank for Africa Plc", payee: "Ada\u202e" },
    ),
  ).toEqual({
    ...{ bank: "UBA", payee: expect.not.stringContaining("\u202e"), person: "not known" },
  });
  expect(words({ bank: "058", network: "gone", reason: "failed", min: "07" })).toEqual({
    ...{ bank: "058", network: "gone", reason: "Failed", amount: "from 07" },
  });
});

test("sums have what went ahead, and the count beside them as well", () => {
  const sums = {
    counts: { open: 4, waiting: 0, paid: 3, failed: 2, never: 1 },
    asked: 0,
    isMore: false,
    sums: [],
    matched: [],
  };
  expect(createdOf(sums, {})).toBe(9);
  expect(createdOf(sums, { state: "paid" })).toBe(3);
  expect(createdOf(sums, { state: "never" })).toBe(0);
  expect(createdOf({ ...sums, asked: 2 }, { state: "awaited" })).toBe(2);
  const rejected = { ...sums, counts: { open: 0, waiting: 0, paid: 0, failed: 0, never: 5 } };
  expect(createdOf(rejected, { status: "rejected" })).toBe(0);
});

test("empty fields that a form without scripts sends leave the address, and nothing else does", () => {
  expect(withoutEmpty({ q: "ade", status: "", asset: "", other: "" })).toBe("/transfers?q=ade&other=");
  expect(withoutEmpty({ q: "", status: "" })).toBe("/transfers");
  expect(withoutEmpty({ status: ["paid", "failed"], q: "" })).toBe("/transfers?status=paid&status=failed");
  expect([withoutEmpty({ q: "ade" }), withoutEmpty({ other: "" }), withoutEmpty({})]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("counts are exact up to where the counting ended", () => {
  expect(countWords(1_204, false)).toBe("1,204 in all.");
  expect(countWords(10_000, true)).toBe("More than 10,000 in all.");
});
