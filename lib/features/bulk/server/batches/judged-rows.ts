import type { JudgedBatch } from "#lib/features/bulk/batches/judge-batch";
import { readBanks } from "#lib/features/bulk/judge-payee";
import { judgeStored, listedBanks } from "#lib/features/bulk/server/checks/judge-stored";
import type { BatchRowRow, BatchTableRow } from "#lib/server/tables/bulk/batch-rows";
import type { Db } from "#lib/server/tables/schema";
import { findRows } from "./batch-store";

/**
 * Invariant: the rows of a batch that is settled stay as they are until the batch itself changes, which its own row tells. A page looks at
 * it every few seconds while its transfers are made, so they are read and judged once.
 */

type Judged = { stored: readonly BatchRowRow[]; judged: JudgedBatch };

const mostKept = 8;
/** By the batch's ID, with the row that it had then. */
const kept = new Map<string, Judged & { batch: string }>();

export async function readJudged(ledger: Db, batch: BatchTableRow): Promise<Judged> {
  const isSettled = batch.agreed !== null || batch.discarded_at !== null;
  const now = JSON.stringify(batch);
  const before = kept.get(batch.id);
  if (isSettled && before?.batch === now) return before;
  const banks = await listedBanks().catch((error: unknown) => {
    // What is agreed to has its banks, and is shown though nobody can list them now.
    if (!isSettled) throw error;
    return undefined;
  });
  const stored = await findRows(ledger, batch.id);
  const found = { stored, judged: judgeStored(batch, stored, banks ?? readBanks([])) };
  kept.delete(batch.id);
  if (isSettled && banks !== undefined) {
    const [oldest] = kept.keys();
    if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
    kept.set(batch.id, { ...found, batch: now });
  }
  return found;
}
