import { stepRow } from "#lib/server/months/movements";
import { foldRows } from "#lib/server/standing/fold-rows";
import type { MovementRow } from "#lib/server/tables/books/month-rows";
import type { Db, TransferEventRow, TransferRow } from "#lib/server/tables/schema";
import { stepsBetween } from "#lib/transfer/movements";
import type { TransferStatus } from "#lib/transfer/transfer-status";

/** What the events of a life did, where they were written past the dashboard. */
export function foldMovements(row: TransferRow, events: readonly TransferEventRow[]): MovementRow[] {
  let status: TransferStatus | null = null;
  return events.flatMap((event, at) => {
    const next = foldRows(events.slice(0, at + 1)).status;
    const steps = stepsBetween(status, next);
    status = next;
    return steps.map((step) => stepRow(row, event, step));
  });
}

/** Writes them in the place of those that are there. */
export async function rewriteMovements(ledger: Db, id: string): Promise<void> {
  const row = await ledger.selectFrom("transfers").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const events = await ledger
    .selectFrom("transfer_events")
    .selectAll()
    .where("transfer_id", "=", id)
    .orderBy("seq")
    .execute();
  await ledger.deleteFrom("movements").where("transfer_id", "=", id).execute();
  await ledger.insertInto("movements").values(foldMovements(row, events)).execute();
}
