import type { TickKind } from "./batch-input";
import type { Facts, JudgedBatch, JudgedRow, Said, StoredRow } from "./judged-batch";

export type { ListedBank } from "#lib/features/bulk/judge-payee";
export type { JudgedBatch, JudgedRow, Said, StoredRow } from "./judged-batch";

export function judgeBatch(rows: readonly StoredRow[], _said: Said, _facts: Facts): JudgedBatch {
  return {
    rows: rows.map((row) => ({
      n: row.n,
      row,
      read: {
        amount: null,
        naira: null,
        asset: null,
        bank: null,
        accountNumber: row.edits.accountNumber ?? row.cells.accountNumber.text,
        accountName: row.edits.accountName ?? row.cells.accountName.text,
        reference: undefined,
        purpose: undefined,
      },
      hasZeroBack: false,
      faults: row.isLeftOut
        ? []
        : [{ path: "amount", kind: "missing" as const, message: "Enter an amount." }],
      asks: [],
    })),
    questions: { asset: false, amountIs: false, decimalMark: null, zeros: 0 },
    banks: [],
  };
}

/** Adds what the ledger knows of a row. A tick holds for the same kind and `of` alone; a row that is left out is asked nothing. */
export function withAsk(
  judged: JudgedRow,
  ask: { kind: TickKind; of: string; message: string; row?: number; transferId?: string },
): JudgedRow {
  const { kind, of, message, row = null, transferId = null } = ask;
  if (judged.row.isLeftOut) return judged;
  const isTicked = judged.row.ticks.some((tick) => tick.kind === kind && tick.of === of);
  return { ...judged, asks: [...judged.asks, { kind, of, message, row, transferId, isTicked }] };
}

export function stateOf({ row, faults, asks }: JudgedRow): "ready" | "asked" | "faulty" | "left_out" {
  if (row.isLeftOut) return "left_out";
  if (faults.length > 0) return "faulty";
  return asks.every(({ isTicked }) => isTicked) ? "ready" : "asked";
}
