import { expect, test } from "vitest";
import { auditHref, isFiltered, readAuditQuery } from "./audit-query";

const read = (params: Record<string, string | string[]>) => {
  const query = readAuditQuery(params);
  if (!query.ok) throw new Error(query.fault.message);
  return query.input;
};

test("an untouched form asks for everything", () => {
  const input = read({ actor: "", action: "", record: "", from: "", to: "" });
  expect(input).toEqual({ limit: 25 });
  expect(isFiltered(input)).toBe(false);
  expect(auditHref(input, undefined)).toBe("/audit");
});

test("the address of an older page keeps the filters, and the one of the newest leaves the cursor out", () => {
  const input = read({ actor: " a+b@example.com ", from: "2026-11-01", cursor: "40", limit: "9" });
  expect(isFiltered(input)).toBe(true);
  expect(auditHref(input, "15")).toBe("/audit?actor=a%2Bb%40example.com&from=2026-11-01&cursor=15");
  expect(auditHref(input, undefined)).toBe("/audit?actor=a%2Bb%40example.com&from=2026-11-01");
});

test.each([
  [{ action: "SIGNED_IN" }, "This is not an action of the audit log."],
  [{ from: "yesterday" }, "Enter a day as day/month/year, such as 20/11/2026."],
  [{ from: "2026-11-02", to: "2026-11-01" }, "The last day is before the first day."],
  [{ cursor: "x" }, "This is not a cursor."],
  [{ actor: ["a", "b"] }, "A filter appears twice in this page’s address."],
])("%j is refused with a sentence", (params, message) => {
  expect(readAuditQuery(params)).toMatchObject({ ok: false, fault: { message } });
});
