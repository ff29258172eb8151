import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { isReadAs, readAgain } from "./read-again";

const stored = { raw: null, raw_encoding: "utf8", is_truncated: 0, body_hash: null } as const;
const raw = '{"status":"wrong_amount","transaction_id":"txn_1","amount_received":"60"}';
const nothing = { word: null, claimed_id: null, arrived: null };
const hashOf = (method: string, query: string) =>
  createHash("sha256").update(`${method}\n?${query}\nfalse\n`).digest("hex");

test("a kept body says again what it said", async () => {
  expect(await readAgain({ ...stored, raw }, "100")).toEqual({
    word: "wrong_amount underpaid",
    claimed_id: "txn_1",
    arrived: "60",
  });
  expect(await readAgain({ ...stored, raw: '{"note":"hello"}' }, "100")).toEqual(nothing);
});

test("what was cut says nothing", async () => {
  expect(await readAgain({ ...stored, raw, is_truncated: 1 }, "100")).toEqual(nothing);
});

test("what is not kept whole can't be read again", async () => {
  expect(await readAgain(stored, "100")).toBeUndefined();
  expect(await readAgain({ ...stored, raw: "e30=", raw_encoding: "base64" }, "100")).toBeUndefined();
  expect(await readAgain({ ...stored, raw: " \n" }, "100")).toBeUndefined();
});

test("a word that came as a query is read as a query, whatever the method", async () => {
  // As a name without a value it is no status word; as a body it is one.
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
    const query = { ...stored, raw: "completed", body_hash: hashOf(method, "completed") };
    expect(await readAgain(query, "100"), method).toEqual(nothing);
  }
  for (const body_hash of [null, hashOf("POST", "failed"), hashOf("HEAD", "completed")])
    expect(await readAgain({ ...stored, raw: "completed", body_hash }, "100")).toEqual({
      ...nothing,
      word: "completed",
    });
});

test("what no database can store is stored, and compared, as it can be", async () => {
  const body = '{"status":"paid\\u0000","transaction_id":"txn_\\u0000"}';
  const again = await readAgain({ ...stored, raw: body }, "100");
  expect(again?.word).not.toContain("\u0000");
  expect(again?.claimed_id).not.toContain("\u0000");
});

test("each of the three is compared", () => {
  const read = { word: "paid", claimed_id: "txn_1", arrived: "60" };
  expect(isReadAs(read, { ...read })).toBe(true);
  for (const other of [{ word: null }, { claimed_id: "txn_2" }, { arrived: null }])
    expect(isReadAs({ ...read, ...other }, read)).toBe(false);
});
