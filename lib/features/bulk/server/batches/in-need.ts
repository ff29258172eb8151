import { stopActs } from "#lib/features/bulk/batches/batch-words";
import type { BatchInNeed } from "#lib/features/bulk/batches/needs";
import { stopOf } from "#lib/features/bulk/server/checks/stored-batch";
import { databaseTime } from "#lib/server/tables/database-clock";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db } from "#lib/server/tables/schema";
import { rowsIn, wasSeen } from "./funding-view";

/**
 * Which batches need a person: stopped, half created for a day, or with a funding file of which a day later some deposits were
 * seen and others weren't. Invariant: reads only, and no further back than a month, and a week of files; each transfer of those
 * needs attention by itself.
 */

const dayMs = 24 * 60 * 60_000;
const batchesForMs = 30 * dayMs;
const filesForMs = 7 * dayMs;

/** The oldest first; of these batches alone, where some are named. */
export async function batchesInNeed(ledger: Db, ids?: readonly string[]): Promise<BatchInNeed[]> {
  const found = [...(await notCreated(ledger, ids)), ...(await halfFunded(ledger, ids))];
  return found.sort((a, b) => (a.since < b.since ? -1 : 1));
}

async function notCreated(ledger: Db, ids?: readonly string[]): Promise<BatchInNeed[]> {
  const rows = await ledger
    .selectFrom("batches")
    .select(["id", "name", "stopped", "agreed_at"])
    .where("discarded_at", "is", null)
    .where("agreed_at", ">", databaseTime(ledger, -batchesForMs))
    .where(({ eb, or }) =>
      or([eb("stopped", "is not", null), eb("agreed_at", "<", databaseTime(ledger, -dayMs))]),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("batch_rows")
          .select("batch_rows.id")
          .leftJoin("transfers", "transfers.idempotency_key", "batch_rows.key")
          .whereRef("batch_id", "=", "batches.id")
          .where("agreed", "is not", null)
          .where("transfers.id", "is", null),
      ),
    )
    .$if(ids !== undefined, (query) => query.where("id", "in", ids ?? []))
    .execute();
  return rows.map(({ id, name, stopped, agreed_at }): BatchInNeed => {
    const stop = stopOf({ stopped });
    if (stop === null) return { kind: "half_created", id, name, since: agreed_at ?? "" };
    const { at: since, code, row } = stop;
    return { kind: "stopped", id, name, since, code, row, why: `${stop.message} ${stopActs[code]}` };
  });
}

/** Each transfer counts for the newest file that holds it. */
async function halfFunded(ledger: Db, ids?: readonly string[]): Promise<BatchInNeed[]> {
  const files = await ledger
    .selectFrom("funding_files")
    .innerJoin("batches", "batches.id", "funding_files.batch_id")
    .select(["batch_id", "batches.name", "n", "funding_files.made_at", "rows"])
    .where("funding_files.made_at", ">", databaseTime(ledger, -filesForMs))
    .$if(ids !== undefined, (query) => query.where("batch_id", "in", ids ?? []))
    .orderBy("n", "desc")
    .execute();
  const yesterday = new Date(Date.now() - dayMs).toISOString();
  const inNewer = new Set<string>();
  const found: BatchInNeed[] = [];
  for (const file of files) {
    const own = rowsIn(file).flatMap(({ transferId }) => (inNewer.has(transferId) ? [] : transferId));
    for (const id of own) inNewer.add(id);
    if (file.made_at > yesterday || own.length === 0) continue;
    const need = await seenOf(ledger, own);
    if (need === undefined) continue;
    const { batch_id: id, name, made_at: since, n } = file;
    found.push({ kind: "half_funded", id, name, since, file: n, ...need });
  }
  return found;
}

/** Where some of their deposits were seen, and some that are missing need somebody. */
async function seenOf(
  ledger: Db,
  transferIds: readonly string[],
): Promise<{ seen: number; count: number } | undefined> {
  const transfers = await ledger
    .selectFrom("transfers")
    .select(["deposit_label", "is_handled"])
    .where(isOneOf(ledger, "id", transferIds))
    .execute();
  const seen = transfers.filter(({ deposit_label }) => wasSeen(deposit_label)).length;
  // Where nobody looks, nothing is known.
  const isMissing = transfers.some(
    ({ deposit_label, is_handled }) => deposit_label !== null && !wasSeen(deposit_label) && is_handled === 0,
  );
  return seen === 0 || !isMissing ? undefined : { seen, count: transfers.length };
}
