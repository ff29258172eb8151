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
  Partial<Omit<TransferEventRow, "transfer_id" | "seq" | "at">>;

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
  requireTransition(from, to);
  const result = await trx
    .updateTable("transfers")
    .set({ ...patch, submission: to })
    .where("id", "=", id)
    .where("submission", "=", from)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) return false;
  await appendEvents(trx, [{ id, before: to, earlier: await readFoldRows(trx, [id]), event }]);
  return true;
}

/** Appends an event and brings the cached columns to what `fold` now says. */
export async function appendEvent(trx: Trx, id: string, event: NewEvent): Promise<void> {
  const before = await holdTransfer(trx, id);
  await appendEvents(trx, [{ id, before, earlier: await readFoldRows(trx, [id]), event }]);
}

/**
 * Takes a transfer's row until the end of the transaction and gives its submission. Writing takes it on both engines:
 * whoever writes to a transfer or its events does this first, so that all wait for each other in one order.
 */
export async function holdTransfer(trx: Trx, id: string): Promise<Submission> {
  const { submission } = await trx
    .updateTable("transfers")
    .set(({ ref }) => ({ updated_at: ref("updated_at") }))
    .where("id", "=", id)
    .returning("submission")
    .executeTakeFirstOrThrow();
  return submission;
}

/** An event for a transfer that this transaction holds, the submission that it has, and the events before this one. */
export type Appended = { id: string; before: Submission; earlier: readonly FoldRow[]; event: NewEvent };

/** Appends one event to each of several transfers, and brings their cached columns to what `fold` now says. */
export async function appendEvents(trx: Trx, given: readonly Appended[]): Promise<void> {
  if (given.length === 0) return;
  const at = new Date().toISOString();
  const rows: TransferEventRow[] = [];
  // Transfers that come to the same columns share an update.
  const updates = new Map<string, { cached: ReturnType<typeof cachedColumns>; ids: string[] }>();
  for (const { id, before, earlier, event } of given) {
    const row = { ...emptyEvent, ...event, transfer_id: id, seq: (earlier.at(-1)?.seq ?? 0) + 1, at };
    rows.push(row);
    const cached = cachedColumns([...earlier, row]);
    if (cached.submission !== before) requireTransition(before, cached.submission);
    const key = JSON.stringify(cached);
    const alike = updates.get(key) ?? { cached, ids: [] };
    alike.ids.push(id);
    updates.set(key, alike);
  }
  await trx.insertInto("transfer_events").values(rows).execute();
  for (const { cached, ids } of updates.values())
    await trx
      .updateTable("transfers")
      .set({ ...cached, updated_at: at })
      .where("id", "in", ids)
      .execute();
}

const emptyEvent = {
  person_name: null,
  text: null,
  raw: null,
  raw_encoding: null,
  is_truncated: 0,
  body_hash: null,
  deliveries: 1,
  claimed_id: null,
  word: null,
  is_quarantined: 0,
} as const;

function requireTransition(from: Submission, to: Submission): void {
  if (!transitions[from].includes(to)) throw new RangeError(`No transition leads from ${from} to ${to}.`);
}

const foldColumns = ["transfer_id", "seq", "at", "source", "kind", "word", "is_quarantined"] as const;
/** The part of an event that a transfer's state is computed from; what was sent stays in the database. */
export type FoldRow = Pick<TransferEventRow, (typeof foldColumns)[number]>;

/** That part of the events of several transfers, in their order. */
export async function readFoldRows(db: Db | Trx, ids: readonly string[]): Promise<FoldRow[]> {
  return ids.length === 0 ? [] : foldRowsOf(db, ids).execute();
}

/** The question for that part, for who asks for more beside. */
export function foldRowsOf(db: Db | Trx, ids: readonly string[]) {
  return db.selectFrom("transfer_events").select(foldColumns).where("transfer_id", "in", ids).orderBy("seq");
}

/** Events by the transfer that they are of. */
export function byTransfer<Row extends FoldRow>(rows: readonly Row[]): Map<string, Row[]> {
  const events = new Map<string, Row[]>();
  for (const row of rows) {
    const own = events.get(row.transfer_id);
    if (own === undefined) events.set(row.transfer_id, [row]);
    else own.push(row);
  }
  return events;
}

/** The events of a transfer in their order. */
export function readEvents(db: Db | Trx, id: string): Promise<TransferEventRow[]> {
  return db.selectFrom("transfer_events").selectAll().where("transfer_id", "=", id).orderBy("seq").execute();
}

/** The columns of a transfer that are caches of its events. */
export function cachedColumns(rows: readonly FoldRow[]) {
  const { submission, status, isHandled, flags } = foldRows(rows);
  return {
    submission,
    status,
    is_handled: isHandled ? 1 : 0,
    has_late_deposit: flags.includes("late_deposit") ? 1 : 0,
  };
}

/** Folds stored events. */
export function foldRows(rows: readonly FoldRow[]) {
  return fold(
    rows.map(({ kind, source, word, is_quarantined }) => ({
      kind,
      source,
      word,
      isQuarantined: is_quarantined === 1,
    })),
  );
}
