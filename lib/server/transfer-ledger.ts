import "server-only";
import { sql, type Transaction, type Updateable } from "kysely";
import { jsonArrayFrom as postgresArrayFrom } from "kysely/helpers/postgres";
import { jsonArrayFrom as sqliteArrayFrom } from "kysely/helpers/sqlite";
import { fold, type Submission } from "#lib/transfer-status";
import { isConflict } from "./database-failure";
import type { Db } from "./db";
import { isPostgres } from "./engine";
import { isOneOf, prepared } from "./prepared";
import type { Schema, TransferEventRow, TransferRow } from "./schema";
import { toStorableJson, toStorableText } from "./storable-text";
import { timeAfter } from "./stored-time";

/**
 * Invariant: a transfer changes only with an event in the same transaction, and its submission only by a transition of
 * the table below, from the state that was read: through an update that names it and must hit exactly one row, or with an
 * event whose number nobody else can take as well.
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
  await appendTo(trx, id, event);
  return true;
}

/** Appends an event and brings the cached columns to what `fold` now says. Throws when there is no such transfer. */
export async function appendEvent(trx: Trx, id: string, event: NewEvent): Promise<void> {
  await holdTransfers(trx, [id]);
  await appendTo(trx, id, event);
}

async function appendTo(trx: Trx, id: string, event: NewEvent): Promise<void> {
  const standing = (await readStandings(trx, [id])).get(id);
  if (standing === undefined) throw new RangeError("An event is of a transfer that is gone.");
  const kept = await appendEvents(trx, [{ standing, event }]);
  if (!kept.has(id)) throw new RangeError("An event was not written.");
}

/**
 * Takes the rows of transfers until the end of the transaction. Whoever writes to a transfer or its events does this
 * first, so that all wait for each other, and in one order.
 */
export async function holdTransfers(trx: Trx, ids: readonly string[]): Promise<void> {
  // SQLite's lock is the database's, and writing takes it.
  const hold = isPostgres(trx)
    ? trx.selectFrom("transfers").select("id").where("id", "in", ids).orderBy("id").forNoKeyUpdate()
    : trx
        .updateTable("transfers")
        .set(({ ref }) => ({ updated_at: ref("updated_at") }))
        .where("id", "in", ids);
  await hold.execute();
}

/** What happened to a transfer: once, however often it did, with the number of the last time. */
type Fact = Pick<TransferEventRow, "source" | "kind" | "word" | "is_quarantined" | "seq"> & { times: number };

/** How a transfer stands, and the facts in the order of their numbers, from which its cached columns are computed. */
export type Standing = Pick<TransferRow, "id" | "submission" | "transaction_id" | "updated_at"> & {
  facts: readonly Fact[];
};

/**
 * How transfers stand. A thousand reports of three words are three facts: for what is cached reports count as a set, and of
 * the rest the last one of a kind. Who said a status first is not to be told from them.
 */
export async function readStandings(db: Db | Trx, ids: readonly string[]): Promise<Map<string, Standing>> {
  const rows = await db
    .selectFrom("transfers")
    .modifyFront(prepared)
    .select(["id", "submission", "transaction_id", "updated_at"])
    .select((from) => {
      const facts = from
        .selectFrom("transfer_events")
        .select(["source", "kind", "word", "is_quarantined"])
        .select(({ fn }) => [fn.max("seq").as("seq"), fn.countAll<number>().as("times")])
        .whereRef("transfer_id", "=", "transfers.id")
        .groupBy(["source", "kind", "word", "is_quarantined"])
        .orderBy("seq");
      return (isPostgres(db) ? postgresArrayFrom(facts) : sqliteArrayFrom(facts)).as("facts");
    })
    .where(isOneOf(db, "id", ids))
    .execute();
  // SQLite has no type for JSON.
  const toFacts = (facts: Fact[] | string): Fact[] => (typeof facts === "string" ? JSON.parse(facts) : facts);
  return new Map(rows.map((row) => [row.id, { ...row, facts: toFacts(row.facts) }]));
}

/** An event, and how its transfer stands before it. */
export type Appended = { standing: Standing; event: NewEvent };

/**
 * Appends one event to each of several transfers that this transaction holds, and brings their cached columns to what
 * `fold` now says. Gives the transfers whose event is new: one with the body of an earlier event is not written again.
 */
export async function appendEvents(trx: Trx, given: readonly Appended[]): Promise<Set<string>> {
  if (given.length === 0) return new Set();
  const rows = toRows(given);
  const written = await trx
    .insertInto("transfer_events")
    .values(rows.map(({ event }) => event))
    .onConflict((conflict) => conflict.columns(["transfer_id", "body_hash"]).doNothing())
    .returning("transfer_id")
    .execute();
  const kept = new Set(written.map(({ transfer_id }) => transfer_id));
  const states = rows.flatMap(({ state: { id, at, callbacks, ...said } }) => {
    if (!kept.has(id)) return [];
    const facts = [said.is_handled, said.has_late_deposit, callbacks].map(
      (fact) => sql`cast(${fact} as integer)`,
    );
    return [sql`(${id}, ${said.submission}, ${said.status}, ${sql.join(facts)}, ${at})`];
  });
  if (states.length > 0)
    await sql`with states (id, submission, status, is_handled, has_late_deposit, callbacks, at) as (values ${sql.join(states)})
      update transfers set ${cached} from states where transfers.id = states.id`.execute(trx);
  return kept;
}

/**
 * The same in one statement of its own, which takes the rows itself: on PostgreSQL alone, and without a transaction. It
 * passes over a transfer that somebody else holds, and over one that stands otherwise than it is given: whatever changes
 * its facts takes the number of an event, so that this one's is taken, and says when, which tells of a database that has
 * lost its last commits. It writes nothing at all where PostgreSQL undoes it because of another statement. Gives how those
 * that it has written to stand now, by their IDs.
 */
export async function appendInOneStatement(
  db: Db,
  given: readonly Appended[],
): Promise<Map<string, Standing>> {
  if (given.length === 0) return new Map();
  const rows = toRows(given);
  const ids = given.map(({ standing }) => standing.id);
  const events = toStorableJson(rows.map(({ event }) => event));
  const states = toStorableJson(rows.map(({ state }) => state));
  const written = await sql<{ id: string }>`${prepared}
    with events as (select * from json_populate_recordset(null::transfer_events, ${events})),
    states as (
      select * from json_to_recordset(${states}) as states (id text, read_at text, submission text, status text,
        is_handled integer, has_late_deposit integer, callbacks integer, at text)
    ),
    held as (
      select transfers.id from transfers join states on states.id = transfers.id and states.read_at = transfers.updated_at
      where ${isOneOf(db, "transfers.id", ids)} order by transfers.id for no key update of transfers skip locked
    ),
    written as (
      insert into transfer_events select events.* from events join held on held.id = events.transfer_id
      on conflict do nothing returning transfer_id
    )
    update transfers set ${cached} from states join written on written.transfer_id = states.id
      where transfers.id = states.id returning transfers.id`
    .execute(db)
    .catch((error: unknown) => {
      if (isConflict(error)) return { rows: [] };
      throw error;
    });
  const kept = new Set(written.rows.map(({ id }) => id));
  return new Map(rows.flatMap(({ after }) => (kept.has(after.id) ? [[after.id, after]] : [])));
}

const cached = sql`submission = states.submission, status = states.status, is_handled = states.is_handled,
  has_late_deposit = states.has_late_deposit, callback_count = callback_count + states.callbacks, updated_at = states.at`;

/** The row of each new event, and what is cached of its transfer and how that stands once it is written. */
function toRows(given: readonly Appended[]) {
  return given.map(({ standing: before, event: said }) => {
    const { id, submission } = before;
    const at = timeAfter(before.updated_at);
    const seq = (before.facts.at(-1)?.seq ?? 0) + 1;
    // A text that was cut out of another keeps that one in memory; read from bytes it is by itself.
    const word = said.word == null ? null : Buffer.from(toStorableText(said.word)).toString();
    const event = { ...emptyEvent, ...said, word, transfer_id: id, seq, at };
    const facts = withEvent(before.facts, event);
    const state = cachedColumns(facts);
    if (state.submission !== submission) requireTransition(submission, state.submission);
    const callbacks = event.kind === "callback" ? 1 : 0;
    return {
      event,
      state: { id, read_at: before.updated_at, ...state, callbacks, at },
      after: { ...before, submission: state.submission, updated_at: at, facts },
    };
  });
}

/** The facts after an event, as `readStandings` would read them. */
function withEvent(facts: readonly Fact[], event: Omit<Fact, "times">): Fact[] {
  const { source, kind, word, is_quarantined, seq } = event;
  const same = facts.find(
    (fact) =>
      fact.source === source &&
      fact.kind === kind &&
      fact.word === word &&
      fact.is_quarantined === is_quarantined,
  );
  const now = { source, kind, word, is_quarantined, seq, times: (same?.times ?? 0) + 1 };
  return [...facts.filter((fact) => fact !== same), now];
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

/** The part of an event that a transfer's state is computed from. */
export type FoldRow = Pick<TransferEventRow, "source" | "kind" | "word" | "is_quarantined">;

/** That part of an event, whose it is, and when it was written. */
export type DatedRow = FoldRow & Pick<TransferEventRow, "transfer_id" | "at">;

/** The events of several transfers in their order, without what was sent. */
export async function readDatedRows(db: Db | Trx, ids: readonly string[]): Promise<DatedRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("transfer_events")
    .select(["transfer_id", "source", "kind", "word", "is_quarantined", "at"])
    .where("transfer_id", "in", ids)
    .orderBy("seq")
    .execute();
}

/** Events by the transfer that they are of. */
export function byTransfer(rows: readonly DatedRow[]): Map<string, DatedRow[]> {
  const events = new Map<string, DatedRow[]>();
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
