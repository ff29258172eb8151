import { Problem } from "#lib/contract/problem";
import { type AuditEntry, appendAudit } from "#lib/server/audit/audit";
import { coverRecord } from "#lib/server/audit/cover";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { calledName } from "#lib/server/database/person-name";
import type { BatchRowRow, BatchTableRow } from "#lib/server/tables/bulk/batch-rows";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db, Trx } from "#lib/server/tables/schema";

/** Invariant: a batch changes under its own lock, its `seen` grows with each change, and each change is in the audit log. */

function noBatch(): Problem {
  return new Problem("not_found", "No batch has this ID.");
}

export async function findBatch(ledger: Db | Trx, id: string): Promise<BatchTableRow> {
  const row = await ledger.selectFrom("batches").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw noBatch();
  return row;
}

/** In the order of the file. */
export function findRows(ledger: Db | Trx, id: string): Promise<BatchRowRow[]> {
  return ledger.selectFrom("batch_rows").selectAll().where("batch_id", "=", id).orderBy("n").execute();
}

/** Locks it until the transaction ends. Throws `not_found`. */
export async function lockBatch(trx: Trx, id: string): Promise<BatchTableRow> {
  const query = trx.selectFrom("batches").selectAll().where("id", "=", id);
  const row = isPostgres(trx)
    ? await query.forUpdate().executeTakeFirst()
    : await trx
        .updateTable("batches")
        .set(({ ref }) => ({ seen: ref("seen") }))
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirst();
  if (row === undefined) throw noBatch();
  return row;
}

/** An act of a person on a batch that is locked: judged again, in one transaction with its audit entry. */
export function onBatch<Result>(
  ledger: Db,
  id: string,
  actor: Actor,
  work: (trx: Trx, batch: BatchTableRow) => Promise<Result>,
): Promise<Result> {
  return inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "create");
    return work(trx, await lockBatch(trx, id));
  });
}

/** The page may show an older batch. Throws `batch_changed`. */
export function requireSeen({ seen }: BatchTableRow, shown: number): void {
  if (seen === shown) return;
  const detail =
    "Somebody has changed this batch since your page showed it. Nothing was changed now. Look at it again.";
  throw new Problem("batch_changed", detail, { extra: { seen } });
}

type Act = Extract<AuditEntry, { action: `batch_${string}` }>;
type ActOf<Action extends Act["action"]> = Extract<Act, { action: Action }>["detail"];

/** Writes the batch and its changed rows, all covered by the act's own audit entry. Returns the batch as it is now. */
export async function writeBatch<Action extends Act["action"]>(
  trx: Trx,
  {
    batch,
    change,
    rows = [],
  }: { batch: BatchTableRow; change: Partial<BatchTableRow>; rows?: readonly BatchRowRow[] },
  { actor, action, detail }: { actor: Actor; action: Action; detail: ActOf<Action> },
): Promise<BatchTableRow> {
  const after = { ...batch, ...change, seen: batch.seen + 1 };
  await trx
    .updateTable("batches")
    .set({ ...change, seen: after.seen })
    .where("id", "=", batch.id)
    .execute();
  coverRecord(trx, "batch-1", after);
  for (const row of rows) {
    const { said, agreed, twin_key } = row;
    await trx.updateTable("batch_rows").set({ said, agreed, twin_key }).where("id", "=", row.id).execute();
    coverRecord(trx, "batch-row-1", row);
  }
  await appendAudit(trx, { ...originOf(actor), action, recordId: batch.id, detail } as AuditEntry);
  return after;
}

/** Those whose transfer was sent, or may still be: a row that has one is changed no more. */
export function findTransfersOf(ledger: Db | Trx, id: string) {
  return ledger
    .selectFrom("batch_rows")
    .innerJoin("transfers", "transfers.idempotency_key", "batch_rows.key")
    .select(["batch_rows.n", "transfers.id", "transfers.submission", "transfers.amount", "transfers.asset"])
    .select(["deposit_label", "is_closed", "has_live_funding"])
    .where("batch_id", "=", id)
    .orderBy("batch_rows.n")
    .execute();
}

/** How a person is called. */
export async function nameOf(trx: Db | Trx, personId: string): Promise<string | null> {
  const row = await trx
    .selectFrom("people")
    .select(calledName().as("name"))
    .where("id", "=", personId)
    .executeTakeFirst();
  return row?.name ?? null;
}
