import { sql } from "kysely";
import { Problem } from "#lib/contract/problem";
import { agreedAgainAfter } from "#lib/features/bulk/batches/batch-answers";
import { rowsACall } from "#lib/features/bulk/batches/batch-input";
import { lockBatch, onBatch, writeBatch } from "#lib/features/bulk/server/batches/batch-store";
import { refuseNewTwin } from "#lib/features/bulk/server/checks/new-twin";
import { agreedOf, type Stop, stopOf } from "#lib/features/bulk/server/checks/stored-batch";
import { inTransaction } from "#lib/server/audit/transaction";
import type { Actor } from "#lib/server/auth/actor";
import type { BatchRowRow, BatchTableRow } from "#lib/server/tables/bulk/batch-rows";
import { databaseTime, readDatabaseTime } from "#lib/server/tables/database-clock";
import type { Db, Trx } from "#lib/server/tables/schema";

/**
 * Invariant: a row is created by one caller at a time. A call leases its rows at once, and each is looked at again when its transfer
 * is written. The lease only spares the service work: what makes a row once at most is its key, which the ledger knows.
 */

const leaseMs = 60_000;
const agreedForMs = 24 * 60 * 60_000;

/** A row that is leased, its batch then, and when a hold of new transfers had last been ended. */
export type Taken = { row: BatchRowRow; batch: BatchTableRow; releasedAt: string | null };

/** The next rows for this caller, in their order; none where the batch is stopped. Throws `not_possible_now` where nobody has agreed. */
export function takeRows(ledger: Db, id: string, actor: Actor, holder: string): Promise<Taken[]> {
  return onBatch(ledger, id, actor, async (trx, batch) => {
    if (batch.stopped !== null) return [];
    if (batch.discarded_at !== null || batch.agreed_at === null)
      throw new Problem("not_possible_now", "Nobody has agreed to this batch. Nothing was created.");
    const releasedAt = await readReleasedAt(trx);
    const stop = await whyNot(trx, batch, releasedAt);
    if (stop === undefined) {
      const rows = await leaseNext(trx, id, holder);
      return rows.map((row) => ({ row, batch, releasedAt }));
    }
    await writeStop(trx, batch, stop, actor);
    return [];
  });
}

async function leaseNext(trx: Trx, id: string, holder: string): Promise<BatchRowRow[]> {
  const next = sql<string>`(select id from batch_rows as each where batch_id = ${id} and agreed is not null
    and (lease_until is null or lease_until <= ${databaseTime(trx)})
    and not exists (select 1 from transfers where idempotency_key = each.key and submission <> 'recorded')
    order by n limit ${rowsACall})`;
  const rows = await trx
    .updateTable("batch_rows")
    .set({ lease_until: databaseTime(trx, leaseMs), lease_by: holder })
    .where("id", "in", next)
    .returningAll()
    .execute();
  return rows.sort((a, b) => a.n - b.n);
}

/** What was agreed to holds for a day, and not after a hold: the ledger may have lost what was sent before it. */
async function whyNot(
  trx: Trx,
  { agreed_at }: BatchTableRow,
  releasedAt: string | null,
): Promise<Omit<Stop, "at"> | undefined> {
  const at = agreed_at ?? "";
  const now = Date.parse(await readDatabaseTime(trx));
  if (now - Date.parse(at) > agreedForMs)
    return {
      code: "too_old",
      message: "Rates move, so what was agreed holds for a day.",
      row: null,
    };
  if (releasedAt !== null && releasedAt > at)
    return {
      code: "restored",
      message: "New transfers were on hold since it was agreed to, because the database may have lost some.",
      row: null,
    };
  return undefined;
}

async function readReleasedAt(trx: Trx): Promise<string | null> {
  const server = await trx.selectFrom("database_server").select("released_at").executeTakeFirst();
  return server?.released_at ?? null;
}

/**
 * Locks the batch, and throws `duplicate_suspected` where the same was paid since, and `batch_changed` unless the row is still this
 * caller's, as it was agreed to when it was taken: its batch may have been stopped or held, and the row changed, left out, or taken
 * by another once its lease ran out.
 */
export async function requireTaken(trx: Trx, { row, batch, releasedAt }: Taken): Promise<void> {
  const now = await lockBatch(trx, batch.id);
  const own = await trx
    .selectFrom("batch_rows")
    .select(["agreed", "lease_by"])
    .select(({ selectFrom }) => selectFrom("database_server").select("released_at").as("releasedAt"))
    .where("id", "=", row.id)
    .executeTakeFirst();
  const isSame =
    (now.stopped === null || (await isWritten(trx, row))) &&
    now.discarded_at === null &&
    now.agreed_at === batch.agreed_at &&
    now.agreed === batch.agreed &&
    own?.agreed === row.agreed &&
    own?.lease_by === row.lease_by &&
    own.releasedAt === releasedAt;
  if (isSame) return refuseNewTwin(trx, row, agreedOf(batch)?.at ?? batch.agreed_at ?? "");
  const detail = "This row was changed, or taken by somebody else, meanwhile. Nothing was created now.";
  throw new Problem("batch_changed", detail);
}

/** Its transfer is under way: a stop that comes between its two steps doesn't leave it in the middle. */
async function isWritten(trx: Trx, { key }: BatchRowRow): Promise<boolean> {
  const transfers = trx.selectFrom("transfers").select("id").where("idempotency_key", "=", key);
  return (await transfers.executeTakeFirst()) !== undefined;
}

/** Gives back the rows whose transfers weren't made, under the lock of their batch as every change of rows. */
export async function giveBack(ledger: Db, taken: readonly Taken[], holder: string): Promise<void> {
  const [first] = taken;
  if (first === undefined) return;
  const ids = taken.map(({ row }) => row.id);
  await inTransaction(ledger, async (trx) => {
    await lockBatch(trx, first.batch.id);
    await trx
      .updateTable("batch_rows")
      .set({ lease_until: null, lease_by: null })
      .where("id", "in", ids)
      .where("lease_by", "=", holder)
      .execute();
  });
}

/** The batch rests until somebody presses. The first reason stays. */
export function stopBatch(ledger: Db, id: string, stop: Omit<Stop, "at">, actor: Actor): Promise<void> {
  return onBatch(ledger, id, actor, async (trx, batch) => {
    if (batch.stopped === null && batch.discarded_at === null && batch.agreed_at !== null)
      await writeStop(trx, batch, stop, actor);
  });
}

async function writeStop(
  trx: Trx,
  batch: BatchTableRow,
  stop: Omit<Stop, "at">,
  actor: Actor,
): Promise<void> {
  const stopped: Stop = { ...stop, at: await readDatabaseTime(trx) };
  const detail = { reason: stop.code };
  await writeBatch(
    trx,
    { batch, change: { stopped: JSON.stringify(stopped) } },
    { actor, action: "batch_stopped", detail },
  );
}

/** Goes on after a stop. Throws `batch_stopped` where somebody has to agree again first. */
export function goOn(ledger: Db, id: string, actor: Actor): Promise<void> {
  return onBatch(ledger, id, actor, async (trx, batch) => {
    const stop = stopOf(batch);
    if (stop === null) return;
    if (agreedAgainAfter.includes(stop.code))
      throw new Problem("batch_stopped", `${stop.message} Nothing was created now.`, {
        extra: { code: stop.code },
      });
    await writeBatch(
      trx,
      { batch, change: { stopped: null } },
      { actor, action: "batch_went_on", detail: {} },
    );
  });
}
