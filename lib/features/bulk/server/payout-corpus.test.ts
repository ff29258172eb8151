import { describe, expect, it } from "vitest";
import { judgeBatch, type StoredRow } from "#lib/features/bulk/batches/judge-batch";
import { payoutFields } from "#lib/features/bulk/batches/payout-fields";
import { bulkLimits } from "#lib/features/bulk/limits";
import { readTable } from "#lib/server/table-files/read-table";
import type { Table } from "#lib/table/table";
import { asksIn, assets, banks, faultsIn, nothingSaid } from "#lib/testing/bulk/batch-rows";
import { type PayoutFile, payoutFiles, plannedRow } from "#lib/testing/bulk/payout-files";

/** Files of payouts: each of them gives what it has, is asked about, or is refused by its name. */

const read = ({ file }: PayoutFile) => readTable({ file }, payoutFields, bulkLimits);

async function given(each: PayoutFile) {
  const { table } = await read(each);
  const stored = table.rows.map(
    ({ n, cells }): StoredRow => ({ n, cells, edits: {}, bank: null, ticks: [], isLeftOut: false }),
  );
  const judged = judgeBatch(stored, { ...nothingSaid, ...each.said }, { assets, banks });
  const { asset, amountIs, decimalMark, zeros } = judged.questions;
  return {
    rows: judged.rows.map(({ read: row, faults }) =>
      faults.length > 0
        ? null
        : plannedRow(row.amount ?? "", {
            ...{ code: row.bank?.code ?? "", account: row.accountNumber, name: row.accountName },
            reference: row.reference ?? "",
          }),
    ),
    faults: faultsIn(judged),
    asks: asksIn(judged).map((ask) => ask.split(" ").slice(0, 2).join(" ")),
    questions: [
      ...(asset ? ["asset"] : []),
      ...(amountIs ? ["amountIs"] : []),
      ...(decimalMark === null ? [] : [`decimalMark ${decimalMark.join(" ")}`]),
      ...(zeros > 0 ? [`zeros ${zeros}`] : []),
      ...judged.banks.map(({ text }) => `banks ${text}`),
    ],
    ...leftOut(table),
  };
}

const leftOut = ({ columns, above, emptyRows }: Table<string>) => ({
  unused: columns.flatMap(({ name, field }) => (field === null ? [name] : [])),
  above: above.length,
  emptyRows,
});
const nothing = { faults: [], asks: [], questions: [], unused: [], above: 0, emptyRows: 0 };

describe.each(payoutFiles)("$name", (each) => {
  const { gives } = each;
  if ("code" in gives)
    it("is refused or asked about, by name", async () => {
      await expect(read(each)).rejects.toMatchObject({
        code: gives.code,
        detail: expect.stringMatching(gives.says),
      });
    });
  else
    it("gives each of its rows, and says what isn't used", async () => {
      expect(await given(each)).toEqual({ ...nothing, ...gives });
    });
});

it("is a corpus of at least 60 files", () => {
  expect(new Set(payoutFiles.map(({ name }) => name)).size).toBe(payoutFiles.length);
  expect(payoutFiles.length).toBeGreaterThanOrEqual(60);
});
