import type { TickKind } from "./batch-input";
import type { JudgedRow } from "./judged-batch";

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
