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
  await appendEvents(trx, [{ id, before: to, event }]);
  return true;
}

/**
 * Appends an event and brings the cached columns to what `fold` now says. Gives false, and writes nothing, for a
 * callback that is there already: then only its deliveries are counted.
 */
export async function appendEvent(trx: Trx, id: string, event: NewEvent): Promise<boolean> {
  const before = await holdTransfer(trx, id);
  if (event.body_hash != null && (await countRepeats(trx, [{ id, bodyHash: event.body_hash }])).has(id))
    return false;
  await appendEvents(trx, [{ id, before, event }]);
  return true;
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

/** Counts a delivery on each event that says what was said before of its transfer; gives these transfers. */
export async function countRepeats(
  trx: Trx,
  said: readonly { id: string; bodyHash: string }[],
): Promise<Set<string>> {
  const repeats = await trx
    .updateTable("transfer_events")
    .set(({ eb }) => ({ deliveries: eb("deliveries", "+", 1) }))
    .where(({ eb, or, and }) =>
      or(said.map(({ id, bodyHash }) => and([eb("transfer_id", "=", id), eb("body_hash", "=", bodyHash)]))),
    )
    .returning("transfer_id")
    .execute();
  return new Set(repeats.map(({ transfer_id }) => transfer_id));
}

/** An event for a transfer that this transaction holds, and the submission that it has. */
type Appended = { id: string; before: Submission; event: NewEvent };

/** Appends one event to each of several transfers, and brings their cached columns to what `fold` now says. */
export async function appendEvents(trx: Trx, given: readonly Appended[]): Promise<void> {
  if (given.length === 0) return;
  const at = new Date().toISOString();
  const earlier = await readFoldRows(
    trx,
    given.map(({ id }) => id),
  );
  const eventsOf = new Map(given.map(({ id }): [string, FoldRow[]] => [id, []]));
  for (const event of earlier) eventsOf.get(event.transfer_id)?.push(event);
  const rows: TransferEventRow[] = [];
  // Transfers that come to the same columns share an update.
  const updates = new Map<string, { cached: ReturnType<typeof cachedColumns>; ids: string[] }>();
  for (const { id, before, event } of given) {
    const events = eventsOf.get(id) ?? [];
    const row = { ...emptyEvent, ...event, transfer_id: id, seq: (events.at(-1)?.seq ?? 0) + 1, at };
    rows.push(row);
    const cached = cachedColumns([...events, row]);
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
  if (ids.length === 0) return [];
  return db
    .selectFrom("transfer_events")
    .select(foldColumns)
    .where("transfer_id", "in", ids)
    .orderBy("seq")
    .execute();
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
