import "server-only";
import { setImmediate } from "node:timers/promises";
import type { Db } from "./db";
import type { TransferRow } from "./schema";
import { cachedColumns, type FoldRow } from "./transfer-ledger";
import { eventsOf } from "./transfers";

/** Invariant: reads only. A difference means that something else than this code has written to the ledger. */

const pageSize = 500;

/** A cached column that is not what the transfer's events say, or something else that is wrong with a transfer. */
export type Difference =
  | { transferId: string; column: string; stored: string; computed: string }
  | { transferId: string; text: string };

/** A difference as a sentence. */
export function describeDifference(difference: Difference): string {
  const { transferId } = difference;
  if ("text" in difference) return `${transferId}: ${difference.text}`;
  const { column, stored, computed } = difference;
  return `${transferId}: ${column} is stored as ${stored}, its events say ${computed}`;
}

/** What was kept so long ago should have been applied. */
const appliedWithinMs = 60_000;

/** Computes every transfer's cached columns from its events again. Gives how many there are, and every difference. */
export async function verifyLedger(ledger: Db): Promise<{ transfers: number; differences: Difference[] }> {
  const differences: Difference[] = await findUnapplied(ledger);
  let transfers = 0;
  let lastId = "";
  for (;;) {
    const page = await ledger
      .selectFrom("transfers")
      .selectAll()
      .where("id", ">", lastId)
      .orderBy("id")
      .limit(pageSize)
      .execute();
    const events = await eventsOf(ledger, page);
    for (const row of page) differences.push(...differencesOf(row, events.get(row.id) ?? []));
    transfers += page.length;
    const last = page.at(-1);
    if (last === undefined) return { transfers, differences };
    lastId = last.id;
    // SQLite answers without a pause, and what its driver has prepared is freed between two turns only.
    await setImmediate();
  }
}

function differencesOf(row: TransferRow, events: readonly FoldRow[]): Difference[] {
  const computed = Object.entries(cachedColumns(events));
  return computed
    .filter(([column, value]) => row[column as keyof TransferRow] !== value)
    .map(([column, value]) => ({
      transferId: row.id,
      column,
      stored: String(row[column as keyof TransferRow]),
      computed: String(value),
    }));
}

/** The transfers with a callback that is kept and was not applied in time. */
async function findUnapplied(ledger: Db): Promise<Difference[]> {
  const rows = await ledger
    .selectFrom("received")
    .select(({ fn }) => ["transfer_id", fn.countAll<number | string>().as("count")])
    .where("received_at", "<", new Date(Date.now() - appliedWithinMs).toISOString())
    .groupBy("transfer_id")
    .orderBy("transfer_id")
    .execute();
  return rows.map(({ transfer_id, count }) => ({
    transferId: transfer_id,
    text: `${count} ${Number(count) === 1 ? "status update was" : "status updates were"} kept and never applied`,
  }));
}
