import type { Batch } from "#lib/features/bulk/batches/batch-answers";

/** All that an answer says, with the rows that were on the page in their places. `isWhole`: it had each of them. */
export function withAnswer(before: Batch, answer: Batch): { batch: Batch; isWhole: boolean } {
  const known = new Map(answer.rows.map((row) => [row.n, row]));
  const rows = before.rows.map((row) => known.get(row.n) ?? row);
  const isWhole = before.rows.every(({ n }) => known.has(n));
  return { batch: { ...answer, rows, total: before.total }, isWhole };
}
