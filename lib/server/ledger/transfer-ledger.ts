import "server-only";
import { sql, type Updateable } from "kysely";
import { jsonArrayFrom as postgresArrayFrom } from "kysely/helpers/postgres";
import { jsonArrayFrom as sqliteArrayFrom } from "kysely/helpers/sqlite";
import { coverEvents } from "#lib/server/audit/cover";
import { isPostgres } from "#lib/server/tables/engine";
import { isOneOf, prepared } from "#lib/server/tables/prepared";
import type { Db, TransferEventRow, TransferRow, Trx } from "#lib/server/tables/schema";
import { toStorableText } from "#lib/server/tables/storable-text";
import { timeAfter } from "#lib/server/tables/stored-time";
import { fold, type Submission } from "#lib/transfer/transfer-status";

/**
 * Invariant: a transfer changes only with an event in the same transaction, and its submission only by a transition of
 * the table below, from the state that was read: through an update that names it and must hit exactly one row, or with an
 * event whose number nobody else can take as well.
 */

/** T2 to T12 of `docs/architecture.md`. Nothing leaves `accepted`; nothing returns to `dispatching`. */
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
  await appendTo(trx, id, { ...event, ...broughtBy(patch) });
  return true;
}

/** The address and ID that a change brings, for its event to record: an address that no event brought is not shown. */
export function broughtBy({ address, transaction_id }: Updateable<TransferRow>) {
  return {
    ...(address !== undefined && { address }),
    ...(transaction_id !== undefined && { transaction_id }),
  };
}

/** Appends an event and brings the cached columns to what `fold` now says. Throws when there is no such transfer. */
export async function appendEvent(trx: Trx, id: string, event: NewEvent): Promise<void> {
  await holdTransfers(trx, [id]);
  await appendTo(trx, id, event);
}

async function appendTo(trx: Trx, id: string, event: NewEvent): Promise<void> {
  const standing = (await readStandings(trx, [id])).get(id);
  if (standing === undefined) throw new RangeError("An event is of a transfer that is gone.");
  await writeDrafts(trx, [withEvent({ standing, events: [] }, event)]);
}

/**
 * Locks the rows of transfers until the transaction ends. Everything that writes to a transfer or its events does this
 * first, and in one order, so that all wait for each other. Returns the IDs that are there; on PostgreSQL those that
 * another transaction holds can be left out.
 */
export async function holdTransfers(
  trx: Trx,
  ids: readonly string[],
  mayLeaveOut = false,
): Promise<string[]> {
  if (isPostgres(trx)) {
    const query = trx
      .selectFrom("transfers")
      .select("id")
      .where("id", "in", ids)
      .orderBy("id")
      .forNoKeyUpdate();
    return (await (mayLeaveOut ? query.skipLocked() : query).execute()).map(({ id }) => id);
  }
  // SQLite's lock is the database's, and writing takes it.
  const held = await trx
    .updateTable("transfers")
    .set(({ ref }) => ({ updated_at: ref("updated_at") }))
    .where("id", "in", ids)
    .returning("id")
    .execute();
  return held.map(({ id }) => id);
}

/** What happened to a transfer: once, however often it did, with the number of the last time. */
type Fact = Pick<TransferEventRow, "source" | "kind" | "word" | "is_quarantined" | "seq"> & { times: number };

/** How a transfer stands, and the facts in the order of their numbers, from which its cached columns are computed. */
type Known = "id" | "idempotency_key" | "submission" | "transaction_id" | "updated_at";
export type Standing = Pick<TransferRow, Known> & {
  facts: readonly Fact[];
};

/**
 * How transfers stand. A thousand reports of three words are three facts: for the cached columns reports count as a set,
 * and of the rest the last of each kind. Who said a status first cannot be read from them.
 */
export async function readStandings(db: Db | Trx, ids: readonly string[]): Promise<Map<string, Standing>> {
  const rows = await db
    .selectFrom("transfers")
    .modifyFront(prepared)
    .select(["id", "idempotency_key", "submission", "transaction_id", "updated_at"])
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

/** What is to be written of a transfer: events that are new, and how it stands after them. */
export type Draft = { standing: Standing; events: readonly TransferEventRow[] };

/** Adds an event to a draft, at a time of its own where it came earlier. Throws for a change of state that no transition allows. */
export function withEvent({ standing, events }: Draft, said: NewEvent & { at?: string }): Draft {
  const { id, submission, facts } = standing;
  const updatedAt = timeAfter(standing.updated_at);
  const event = {
    ...emptyEvent,
    at: updatedAt,
    ...said,
    // A part of a string keeps the whole one in memory; a copy made from bytes does not.
    word: said.word == null ? null : Buffer.from(toStorableText(said.word)).toString(),
    transfer_id: id,
    seq: (facts.at(-1)?.seq ?? 0) + 1,
  };
  const after = withFact(facts, event);
  const { submission: now } = foldRows(after);
  if (now !== submission) requireTransition(submission, now);
  return {
    standing: { ...standing, submission: now, updated_at: updatedAt, facts: after },
    events: [...events, event],
  };
}

/** Writes drafts of transfers that this transaction holds, and brings their cached columns to what `fold` now says. */
export async function writeDrafts(trx: Trx, drafts: readonly Draft[]): Promise<void> {
  const changed = drafts.filter(({ events }) => events.length > 0);
  if (changed.length === 0) return;
  await trx
    .insertInto("transfer_events")
    .values(changed.flatMap(({ events }) => [...events]))
    .execute();
  const states = changed.map(({ standing: { id, facts, updated_at }, events }) => {
    const said = cachedColumns(facts);
    const callbacks = events.reduce(
      (sum, { kind, deliveries }) => sum + (kind === "callback" ? deliveries : 0),
      0,
    );
    const numbers = [said.is_handled, said.has_late_deposit, said.is_contradicted, callbacks].map(
      (fact) => sql`cast(${fact} as integer)`,
    );
    return sql`(${id}, ${said.submission}, ${said.status}, ${sql.join(numbers)}, ${updated_at})`;
  });
  await sql`with states (id, submission, status, is_handled, has_late_deposit, is_contradicted, callbacks, at) as (values ${sql.join(states)})
    update transfers set submission = states.submission, status = states.status, is_handled = states.is_handled,
      has_late_deposit = states.has_late_deposit, is_contradicted = states.is_contradicted, callback_count = callback_count + states.callbacks, updated_at = states.at
    from states where transfers.id = states.id`.execute(trx);
  const keys = new Map(changed.map(({ standing }) => [standing.id, standing.idempotency_key]));
  await coverEvents(
    trx,
    changed.flatMap(({ events }) => [...events]),
    keys,
  );
}

/** The facts after an event, as `readStandings` would read them. */
function withFact(facts: readonly Fact[], event: Omit<Fact, "times">): Fact[] {
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
  address: null,
  transaction_id: null,
  claimed_id: null,
  claimed_address: null,
  word: null,
  is_quarantined: 0,
} as const;

function requireTransition(from: Submission, to: Submission): void {
  if (!transitions[from].includes(to)) throw new RangeError(`No transition leads from ${from} to ${to}.`);
}

/** The part of an event that a transfer's state is computed from. */
export type FoldRow = Pick<TransferEventRow, "source" | "kind" | "word" | "is_quarantined">;

/** The columns of a transfer that are caches of its events. */
export function cachedColumns(rows: readonly FoldRow[]) {
  const { submission, status, isHandled, flags } = foldRows(rows);
  return {
    submission,
    status,
    is_handled: isHandled ? 1 : 0,
    has_late_deposit: flags.includes("late_deposit") ? 1 : 0,
    is_contradicted: flags.includes("contradicting_address") ? 1 : 0,
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
