import "server-only";
import { sql, type Transaction, type Updateable } from "kysely";
import { fold, type Submission } from "#lib/transfer-status";
import { type Db, databaseKind } from "./db";
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

/** What is read of a transfer that is held. */
export type Held = Pick<TransferRow, "id" | "submission" | "transaction_id">;

/**
 * Takes the rows of transfers until the end of the transaction. Whoever writes to a transfer or its events does this
 * first, so that all wait for each other, and in one order.
 */
export async function holdTransfers(trx: Trx, ids: readonly string[]): Promise<Map<string, Held>> {
  const columns = ["id", "submission", "transaction_id"] as const;
  // SQLite's lock is the database's, and writing takes it.
  const hold =
    databaseKind() === "sqlite"
      ? trx
          .updateTable("transfers")
          .set(({ ref }) => ({ updated_at: ref("updated_at") }))
          .where("id", "in", ids)
          .returning(columns)
      : trx.selectFrom("transfers").select(columns).where("id", "in", ids).orderBy("id").forNoKeyUpdate();
  const rows: Held[] = await hold.execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Takes one transfer's row and gives its submission. Throws when there is no such transfer. */
export async function holdTransfer(trx: Trx, id: string): Promise<Submission> {
  const held = (await holdTransfers(trx, [id])).get(id);
  if (held === undefined) throw new RangeError("An event is of a transfer that is gone.");
  return held.submission;
}

/** An event for a transfer that this transaction holds, the submission that it has, and the events before this one. */
export type Appended = { id: string; before: Submission; earlier: readonly FoldRow[]; event: NewEvent };

/**
 * Appends one event to each of several transfers, and brings their cached columns to what `fold` now says. Gives the
 * transfers whose event is new: one with the body of an earlier event is not written again.
 */
export async function appendEvents(trx: Trx, given: readonly Appended[]): Promise<Set<string>> {
  if (given.length === 0) return new Set();
  const at = new Date().toISOString();
  const rows = given.map(({ id, earlier, event }) => ({
    ...emptyEvent,
    ...event,
    transfer_id: id,
    seq: (earlier.at(-1)?.seq ?? 0) + 1,
    at,
  }));
  const written = await trx
    .insertInto("transfer_events")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["transfer_id", "body_hash"]).doNothing())
    .returning("transfer_id")
    .execute();
  const isNew = new Set(written.map(({ transfer_id }) => transfer_id));
  const states = given.flatMap(({ id, before, earlier }, index) => {
    const row = rows[index];
    if (row === undefined || !isNew.has(id)) return [];
    const cached = cachedColumns([...earlier, row]);
    if (cached.submission !== before) requireTransition(before, cached.submission);
    return [{ id, ...cached, callbacks: row.kind === "callback" ? 1 : 0 }];
  });
  await cacheStates(trx, at, states);
  return isNew;
}

type CachedState = ReturnType<typeof cachedColumns> & { id: string; callbacks: number };

/** Writes what is cached of several transfers in one statement. */
async function cacheStates(trx: Trx, at: string, states: readonly CachedState[]): Promise<void> {
  if (states.length === 0) return;
  const rows = states.map(
    ({ id, submission, status, is_handled, has_late_deposit, callbacks }) =>
      sql`(${id}, ${submission}, ${status}, cast(${is_handled} as integer), cast(${has_late_deposit} as integer), cast(${callbacks} as integer))`,
  );
  await sql`with states (id, submission, status, is_handled, has_late_deposit, callbacks) as (values ${sql.join(rows)})
    update transfers set submission = states.submission, status = states.status, is_handled = states.is_handled,
      has_late_deposit = states.has_late_deposit, callback_count = callback_count + states.callbacks, updated_at = ${at}
    from states where transfers.id = states.id`.execute(trx);
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

const foldColumns = ["transfer_id", "seq", "source", "kind", "word", "is_quarantined"] as const;
/** The part of an event that a transfer's state is computed from; what was sent stays in the database. */
export type FoldRow = Pick<TransferEventRow, (typeof foldColumns)[number]>;

/** An event's part of the state, and when it was written. */
export type DatedRow = FoldRow & Pick<TransferEventRow, "at">;

/** What the state of several transfers is computed from, in the order of their events. */
export async function readFoldRows(db: Db | Trx, ids: readonly string[]): Promise<FoldRow[]> {
  return ids.length === 0 ? [] : foldRowsOf(db, ids).execute();
}

/** The same, with the time of each. */
export async function readDatedRows(db: Db | Trx, ids: readonly string[]): Promise<DatedRow[]> {
  return ids.length === 0 ? [] : foldRowsOf(db, ids).select("at").execute();
}

function foldRowsOf(db: Db | Trx, ids: readonly string[]) {
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
