import "server-only";
import type { Transaction, Updateable } from "kysely";
import { fold, type Submission } from "#lib/transfer-status";
import type { Db } from "./db";
import type { Schema, TransferEventRow, TransferRow } from "./schema";

/**
 * Invariant: a transfer changes only with an event in the same transaction, and its submission only by a transition of
 * the table below, through an update that names the state it leaves and must hit exactly one row.
 */
export type Trx = Transaction<Schema>;

/** T2 to T12 of `transfers.md`. Nothing leaves `accepted`; nothing returns to `dispatching`. */
export const transitions: Record<Submission, readonly Submission[]> = {
  recorded: ["dispatching", "cancelled"],
  dispatching: ["accepted", "rejected", "unknown"],
  accepted: [],
  rejected: ["unknown"],
  unknown: ["accepted", "not_created"],
  not_created: ["unknown"],
  cancelled: ["unknown"],
};

export type NewEvent = Pick<TransferEventRow, "source" | "kind"> &
  Partial<Pick<TransferEventRow, "text" | "raw" | "word" | "is_quarantined">>;

/**
 * Moves a transfer from one submission state to another and writes the event that says why.
 * Gives false, and writes nothing, when the transfer was not in the state that it should leave.
 */
export async function move(
  trx: Trx,
  id: string,
  [from, to]: readonly [Submission, Submission],
  event: NewEvent,
  patch: Updateable<TransferRow> = {},
): Promise<boolean> {
  if (!transitions[from].includes(to)) throw new RangeError(`No transition leads from ${from} to ${to}.`);
  const result = await trx
    .updateTable("transfers")
    .set({ ...patch, submission: to })
    .where("id", "=", id)
    .where("submission", "=", from)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) return false;
  await appendEvent(trx, id, event);
  return true;
}

/** Appends an event and brings the cached columns to what `fold` now says. */
export async function appendEvent(trx: Trx, id: string, event: NewEvent): Promise<void> {
  const events = await readEvents(trx, id);
  const at = new Date().toISOString();
  const row: TransferEventRow = {
    transfer_id: id,
    seq: (events.at(-1)?.seq ?? 0) + 1,
    at,
    text: null,
    raw: null,
    word: null,
    is_quarantined: 0,
    ...event,
  };
  await trx.insertInto("transfer_events").values(row).execute();
  const { submission, status } = foldRows([...events, row]);
  await trx
    .updateTable("transfers")
    .set({ submission, status, updated_at: at })
    .where("id", "=", id)
    .execute();
}

/** The events of a transfer in their order. */
export function readEvents(db: Db | Trx, id: string): Promise<TransferEventRow[]> {
  return db.selectFrom("transfer_events").selectAll().where("transfer_id", "=", id).orderBy("seq").execute();
}

/** Folds stored events. */
export function foldRows(rows: readonly TransferEventRow[]) {
  return fold(
    rows.map(({ kind, word, is_quarantined }) => ({ kind, word, isQuarantined: is_quarantined === 1 })),
  );
}
