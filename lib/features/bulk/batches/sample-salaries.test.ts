import { expect, it } from "vitest";
import { type ListedBank, readBanks } from "#lib/features/bulk/judge-payee";
import { bankLists } from "#lib/sandbox/banks";
import { findTable } from "#lib/table/find-table";
import { asksIn, assets, banks, faultsIn, nothingSaid } from "#lib/testing/bulk/batch-rows";
import { judgeBatch, type Said, type StoredRow, stateOf } from "./judge-batch";
import { payoutFields } from "./payout-fields";
import { sampleSalaries } from "./sample-salaries";

function rowsOf(text: string): StoredRow[] {
  const lines = text
    .trimEnd()
    .split("\n")
    .map((row, at) => ({ n: at + 1, cells: row.split("\t").map((cell) => ({ text: cell })) }));
  const found = findTable({ kind: "text", lines }, payoutFields);
  if (!("table" in found)) throw new Error(found.unclear.why);
  const nothing = { edits: {}, bank: null, ticks: [], isLeftOut: false };
  return found.table.rows.map(({ n, cells }) => ({ n, cells, ...nothing }));
}

it("has each fault once and a twin, and is ready when all is said", () => {
  const list: readonly ListedBank[] = bankLists.get("NG") ?? [];
  const facts = { assets, banks: readBanks(list) };
  const rows = rowsOf(sampleSalaries(list));
  const judge = (said: Partial<Said>) => judgeBatch(rows, { ...nothingSaid, ...said }, facts);
  const first = judge({});
  expect(rows).toHaveLength(48);
  expect(new Set(rows.map(({ cells }) => cells.accountNumber.text)).size).toBe(47);
  expect(first.questions).toEqual({ asset: false, amountIs: false, decimalMark: null, zeros: 1 });
  expect(first.banks.filter(({ bank }) => bank === null).map(({ rows: count }) => count)).toEqual([1]);
  const proposed = first.banks.flatMap(({ text, bank }) => (bank === null ? [] : [{ text, bank }]));
  expect(proposed.length).toBeGreaterThan(2);
  const said = judge({ banks: proposed, hasZerosBack: true });
  expect(faultsIn(said)).toEqual(["43 bank bank"]);
  expect(asksIn(said)).toEqual(["9 twin_row 9,33", "33 twin_row 9,33"]);
  expect(said.rows.filter((row) => stateOf(row) === "ready")).toHaveLength(45);
});

it("is made of what another list has", () => {
  expect(sampleSalaries(banks.list)).toBe(sampleSalaries(banks.list));
  const [bank] = banks.list;
  for (const list of [[{ code: "1", name: "Only Bank" }], [bank as ListedBank]]) {
    const facts = { assets, banks: readBanks(list) };
    const judged = judgeBatch(rowsOf(sampleSalaries(list)), { ...nothingSaid, hasZerosBack: true }, facts);
    const known = judged.rows.filter(({ faults }) => faults.every(({ kind }) => kind !== "bank"));
    expect([known.length, asksIn(judged)]).toEqual([47, ["9 twin_row 9,33", "33 twin_row 9,33"]]);
  }
  expect(rowsOf(sampleSalaries([]))).toHaveLength(48);
});
