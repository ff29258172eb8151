import type { Asset } from "#lib/asset/asset";
import { knownAssets } from "#lib/asset/asset-tables";
import type { JudgedBatch, Said, StoredRow } from "#lib/features/bulk/batches/judge-batch";
import { type PayoutField, payoutFieldIds } from "#lib/features/bulk/batches/payout-fields";
import { readBanks } from "#lib/features/bulk/judge-payee";
import type { Cell } from "#lib/table/table";

/** Rows of a batch as a table has them, and what they are judged by. */

export const gtbank = { code: "000013", name: "Guaranty Trust Bank (GTBank)" };
export const zenith = { code: "000015", name: "Zenith Bank" };
/** Two banks of one code. */
export const uba = { code: "000004", name: "United Bank for Africa (UBA)" };
export const ubaMoni = { code: "000004", name: "UBA Moni" };
export const banks = readBanks([
  ...[gtbank, zenith, uba, ubaMoni],
  { code: "000016", name: "First Bank of Nigeria" },
  { code: "090267", name: "Kuda Bank" },
]);

/** Two tokens on several networks, with a limit on one of them. */
export const assets: readonly Asset[] = knownAssets.map((asset) =>
  asset.asset === "base:usdc" ? { ...asset, minAmount: "1", maxAmount: "50000" } : asset,
);

export const nothingSaid: Said = {
  ...{ asset: "base:usdc", amountIs: null, decimalMark: null, banks: [], hasZerosBack: false },
};

type Made = { [Field in PayoutField]?: string | Cell };

/** A whole row with these cells in place of its own; its check digit is the bank's. */
export function storedRow(
  n: number,
  cells: Made = {},
  more: Partial<Pick<StoredRow, "edits" | "bank" | "ticks" | "isLeftOut">> = {},
): StoredRow {
  const own: Made = {
    ...{ amount: "100.50", bank: gtbank.name, accountNumber: "0123456785", accountName: "ADA EZE" },
    ...cells,
  };
  const made = Object.fromEntries(
    payoutFieldIds.map((id) => {
      const cell = own[id] ?? "";
      return [id, typeof cell === "string" ? { text: cell } : cell];
    }),
  ) as StoredRow["cells"];
  return { n, cells: made, edits: {}, bank: null, ticks: [], isLeftOut: false, ...more };
}

/** Each fault, as `2 amount ambiguous`, by the number of its line. */
export function faultsIn({ rows }: JudgedBatch): string[] {
  return rows.flatMap(({ n, faults }) => faults.map(({ path, kind }) => `${n} ${path} ${kind}`));
}

/** Each ask, as `2 twin_row 3`; with its tick as `2 twin_row 3, ticked`. */
export function asksIn({ rows }: JudgedBatch): string[] {
  return rows.flatMap(({ n, asks }) =>
    asks.map(({ kind, of, isTicked }) => `${n} ${kind} ${of}${isTicked ? ", ticked" : ""}`),
  );
}
