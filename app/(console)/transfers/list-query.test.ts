import { expect, test } from "vitest";
import { readListQuery } from "./list-query";

test("an untouched form asks for everything", () => {
  expect(readListQuery({ find: "", status: "" })).toEqual({ ok: true, input: { limit: 25 } });
});

test("a pasted ID may carry white space around it", () => {
  expect(readListQuery({ find: "  tx_1\n" })).toEqual({ ok: true, input: { find: "tx_1", limit: 25 } });
});

test("parameters that belong to nobody change nothing, and the size of a page is not the visitor's", () => {
  const query = readListQuery({ utm_source: "mail", limit: "100000", __proto__: "x" });
  expect(query).toEqual({ ok: true, input: { limit: 25 } });
});

test.each([
  [{ status: "PAID" }, "This is not a status."],
  [{ status: "paid'; drop table transfers" }, "This is not a status."],
  [{ status: ["paid", "failed"] }, "A filter stands twice in the address of this page."],
  [{ cursor: "../../etc" }, "This is not a cursor."],
  [{ find: "x".repeat(257) }, "Search with at most 256 characters."],
])("%j is refused with a sentence", (params, message) => {
  expect(readListQuery(params)).toEqual({ ok: false, message });
});
