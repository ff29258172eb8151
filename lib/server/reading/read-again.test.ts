import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { askedFor100 } from "#lib/testing/ledger/asked";
import { isReadAs, readAgain } from "./read-again";

const silent = {
  ...{ word: null, claimed_id: null, claimed_address: null, arrived: null, paid_out: null, unread: null },
};
const stored = { ...silent, raw: null, raw_encoding: "utf8", is_truncated: 0, body_hash: null } as const;
const raw = '{"status":"wrong_amount","transaction_id":"txn_1","amount_received":"60"}';
const hashOf = (method: string, query: string) =>
  createHash("sha256")
    .update(`${method}\n${query === "" ? "" : `?${query}`}\nfalse\n`)
    .digest("hex");

test("a kept body says again what it said", async () => {
  expect(await readAgain({ ...stored, raw }, askedFor100)).toEqual({
    word: "wrong_amount underpaid",
    claimed_id: "txn_1",
    claimed_address: null,
    arrived: "60",
    paid_out: null,
    unread: null,
  });
  expect(await readAgain({ ...stored, raw: '{"note":"hello"}' }, askedFor100)).toEqual(silent);
});

test("what was cut says that it was cut", async () => {
  const cut = { ...silent, unread: "cut" };
  expect(await readAgain({ ...stored, raw, is_truncated: 1 }, askedFor100)).toEqual(cut);
});

test("what is not kept whole can't be read again: beside bytes or a blank body a query was read", async () => {
  expect(await readAgain(stored, askedFor100)).toBeUndefined();
  const bytes = { raw: "e30=", raw_encoding: "base64", unread: "encoding" } as const;
  expect(await readAgain({ ...stored, ...bytes }, askedFor100)).toBeUndefined();
  expect(await readAgain({ ...stored, raw: " \n", word: "failed" }, askedFor100)).toBeUndefined();
  expect(await readAgain({ ...stored, raw: " \n" }, askedFor100)).toEqual({ ...silent, unread: "empty" });
});

test("nothing but a look by GET is no update, and any other method an empty one", async () => {
  for (const [method, unread] of [
    ...["POST", "PUT", "PATCH", "DELETE"].map((each) => [each, "empty"]),
    ["GET", null],
  ])
    for (const query of ["", "utm_source=mail"]) {
      const looked = { ...stored, raw: query, body_hash: hashOf(`${method}`, query) };
      expect(await readAgain(looked, askedFor100), `${method} ${query}`).toEqual({ ...silent, unread });
    }
});

test("a word that came as a query is read as a query: only one that we know", async () => {
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
    const query = (raw: string) => ({ ...stored, raw, body_hash: hashOf(method, raw) });
    expect(await readAgain(query("completed"), askedFor100)).toMatchObject({ word: "completed" });
    expect(await readAgain(query("wsdl"), askedFor100)).toMatchObject({ word: null });
  }
  for (const body_hash of [null, hashOf("POST", "failed"), hashOf("HEAD", "wsdl")])
    expect(await readAgain({ ...stored, raw: "wsdl", body_hash }, askedFor100)).toEqual({
      ...silent,
      word: "wsdl",
    });
});

test("what no database can store is stored, and compared, as it can be", async () => {
  const body = '{"status":"paid\\u0000","transaction_id":"txn_\\u0000"}';
  const again = await readAgain({ ...stored, raw: body }, askedFor100);
  expect(again?.word).not.toContain("\u0000");
  expect(again?.claimed_id).not.toContain("\u0000");
});

test("each of the six is compared, and what names another transaction is unread for that", () => {
  const read = { ...silent, word: "paid", claimed_id: "txn_1", arrived: "60" };
  const own = { ...read, is_quarantined: 0 };
  expect(isReadAs(own, read)).toBe(true);
  for (const other of [
    { word: null },
    { claimed_id: "txn_2" },
    { claimed_address: "0xde709f2102306220921060314715629080e2fb77" },
    { arrived: null },
    { paid_out: "60" },
    { unread: "cut" as const },
  ])
    expect(isReadAs({ ...own, ...other }, read)).toBe(false);
  expect(isReadAs({ ...read, is_quarantined: 1 }, read)).toBe(false);
  expect(isReadAs({ ...read, unread: "foreign", is_quarantined: 1 }, read)).toBe(true);
  expect(isReadAs({ ...read, unread: "foreign", is_quarantined: 0 }, read)).toBe(false);
});
