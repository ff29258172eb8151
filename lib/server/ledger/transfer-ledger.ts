import { sql, type Updateable } from "kysely";
import { jsonArrayFrom as postgresArrayFrom } from "kysely/helpers/postgres";
import { jsonArrayFrom as sqliteArrayFrom } from "kysely/helpers/sqlite";
import { coverEvents } from "#lib/server/audit/cover";
import { appendMovements, type NewMovements } from "#lib/server/months/movements";
import { appendHappenings, type NewHappening } from "#lib/server/outbox/happenings";
import { type AskedRow, askedColumns } from "#lib/server/reading/asked";
import { noteAddresses } from "#lib/server/standing/addresses";
import { cachedColumns, type EventsRow, foldRows } from "#lib/server/standing/fold-rows";
import { readMeanings } from "#lib/server/standing/taught-words";
import { eventsColumns } from "#lib/server/standing/transfer-facts";
import { placeStandings } from "#lib/server/standing/write-standing";
import { isPostgres } from "#lib/server/tables/engine";
import { isOneOf, prepared } from "#lib/server/tables/prepared";
import type { Db, TransferEventRow, TransferRow, Trx } from "#lib/server/tables/schema";
import { toStorableText } from "#lib/server/tables/storable-text";
import { timeAfter } from "#lib/server/tables/stored-time";
import { stepsBetween } from "#lib/transfer/movements";
import type { MeaningOf } from "#lib/transfer/status-words";
import type { Submission, TransferStatus } from "#lib/transfer/transfer-status";
import { requireTransition } from "#lib/transfer/transitions";

import { noteWords } from "./name-terms";

/**
 * Invariant: a transfer changes only with an event in the same transaction, and its submission only by a transition of the
 * table, from the state that was read: an update that must hit one row, or a unique event number.
 */

export type NewEvent = Pick<TransferEventRow, "source" | "kind"> &
  Partial<Omit<TransferEventRow, "transfer_id" | "seq" | "at">>;

/** Changes the submission with its event. Returns false, having written nothing, when it was in another state. */
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

/** Recorded in the event: an address that no event brought is not shown. */
export function broughtBy({ address, transaction_id, memo }: Updateable<TransferRow>) {
  return {
    ...(memo !== undefined && { memo }),
    ...(address !== undefined && { address }),
    ...(transaction_id !== undefined && { transaction_id }),
  };
}

/** Also updates the cached columns. Throws when there is no such transfer. */
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
 * Locks transfers until the transaction ends, always in one order. Every write to a transfer does this first. Returns the
 * IDs found; on PostgreSQL it can skip locked ones.
 */
export async function holdTransfers(
  trx: Trx,
  ids: readonly string[],
  mayLeaveOut = false,
): Promise<string[]> {
  if (ids.length === 0) return [];
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

/** A transfer's state and the facts, in order, that its cached columns follow from. */
type Known =
  | "id"
  | "idempotency_key"
  | keyof AskedRow
  | "submission"
  | "transaction_id"
  | "updated_at"
  | "created_at"
  | "paid_at"
  | "asset"
  | "network";
export type Standing = Pick<TransferRow, Known> & {
  facts: readonly EventsRow[];
  meaningOf: MeaningOf;
  /** Null before the first event. */
  status: TransferStatus | null;
};

/** One fact for any number of equal reports. Doesn't tell who said a status first. */
export async function readStandings(db: Db | Trx, ids: readonly string[]): Promise<Map<string, Standing>> {
  const meaningOf = await readMeanings(db);
  const rows = await db
    .selectFrom("transfers")
    .modifyFront(prepared)
    .select(["id", "idempotency_key", "submission", "transaction_id", "updated_at", ...askedColumns])
    .select(["created_at", "paid_at", "status", "asset"])
    .select((from) => {
      const facts = from
        .selectFrom("transfer_events")
        .select([...eventsColumns])
        .select(({ fn }) => [fn.min("seq").as("first"), fn.max("seq").as("last")])
        .select(({ fn }) => [fn.min("at").as("first_at"), fn.max("at").as("last_at")])
        .select(({ fn }) => fn.countAll<number>().as("times"))
        .whereRef("transfer_id", "=", "transfers.id")
        .groupBy([...eventsColumns])
        .orderBy("last");
      return (isPostgres(db) ? postgresArrayFrom(facts) : sqliteArrayFrom(facts)).as("facts");
    })
    .where(isOneOf(db, "id", ids))
    .execute();
  // SQLite has no type for JSON.
  const toFacts = (facts: EventsRow[] | string): EventsRow[] =>
    typeof facts === "string" ? JSON.parse(facts) : facts;
  return new Map(
    rows.map(({ status, ...row }) => {
      const facts = toFacts(row.facts);
      return [row.id, { ...row, facts, meaningOf, status: facts.length === 0 ? null : status }];
    }),
  );
}

/** New events, the state after them, and what it was before. */
export type Draft = {
  standing: Standing;
  events: readonly TransferEventRow[];
  /** What each of them did to what is open. */
  moved?: readonly NewMovements[];
  before?: Pick<Standing, "status" | "paid_at">;
};

/** `at` is for an event that came earlier. Throws for a change of state without a transition. */
export function withEvent(draft: Draft, said: NewEvent & { at?: string }): Draft {
  const { standing, events, moved = [], before } = draft;
  const { id, submission, facts, meaningOf } = standing;
  const updatedAt = timeAfter(standing.updated_at);
  const event = {
    ...emptyEvent,
    at: updatedAt,
    ...said,
    // A substring keeps the whole text in memory; a copy from bytes doesn't.
    word: said.word == null ? null : Buffer.from(toStorableText(said.word)).toString(),
    transfer_id: id,
    seq: (facts.at(-1)?.last ?? 0) + 1,
  };
  const after = withFact(facts, event);
  const { submission: now, status } = foldRows(after, meaningOf);
  if (now !== submission) requireTransition(submission, now);
  const paidAt = standing.paid_at ?? (status === "paid" ? event.at : null);
  return {
    standing: { ...standing, submission: now, status, updated_at: updatedAt, paid_at: paidAt, facts: after },
    events: [...events, event],
    moved: [...moved, { event, steps: stepsBetween(standing.status, status) }],
    before: before ?? { status: standing.status, paid_at: standing.paid_at },
  };
}

/** For locked transfers. Also updates the cached columns. */
export async function writeDrafts(trx: Trx, drafts: readonly Draft[]): Promise<void> {
  const changed = drafts.filter(({ events }) => events.length > 0);
  const [first] = changed;
  if (first === undefined) return;
  await trx
    .insertInto("transfer_events")
    .values(changed.flatMap(({ events }) => [...events]))
    .execute();
  const happenings: NewHappening[] = [];
  const states = changed.map(({ standing, events, before = standing }) => {
    const { id, facts, updated_at, paid_at, meaningOf } = standing;
    const said = cachedColumns(facts, meaningOf);
    const happening = happeningOf(standing, before, events);
    if (happening !== undefined) happenings.push(happening);
    const callbacks = events.reduce(
      (sum, { kind, deliveries }) => sum + (kind === "callback" ? deliveries : 0),
      0,
    );
    const flags = [said.has_late_deposit, said.is_contradicted, said.has_node_dispute];
    const numbers = [...flags, callbacks].map((fact) => sql`cast(${fact} as integer)`);
    return sql`(${id}, ${said.submission}, ${said.status}, ${sql.join(numbers)}, ${updated_at}, cast(${paid_at} as text))`;
  });
  // Named on PostgreSQL alone: SQLite returns what it updates and nothing else.
  const all = isPostgres(trx) ? sql`transfers.*` : sql`*`;
  const { rows } =
    await sql<TransferRow>`with states (id, submission, status, has_late_deposit, is_contradicted, has_node_dispute, callbacks, at, paid_at) as (values ${sql.join(states)})
    update transfers set submission = states.submission, status = states.status,
      has_late_deposit = states.has_late_deposit, is_contradicted = states.is_contradicted,
      has_node_dispute = states.has_node_dispute, callback_count = callback_count + states.callbacks, updated_at = states.at,
      paid_at = states.paid_at
    from states where transfers.id = states.id returning ${all}`.execute(trx);
  await appendHappenings(trx, happenings);
  await appendMovements(
    trx,
    changed.flatMap(({ events, moved = [] }) => moved.filter(({ event }) => events.includes(event))),
    rows,
  );
  const keys = new Map(changed.map(({ standing }) => [standing.id, standing.idempotency_key]));
  const written = changed.flatMap(({ events }) => [...events]);
  await coverEvents(trx, written, keys);
  const owners = new Map(changed.map(({ standing }) => [standing.id, standing]));
  await noteAddresses(trx, owners, written);
  await noteWords(trx, owners, written);
  const events = new Map(changed.map(({ standing }) => [standing.id, standing.facts]));
  const fresh = new Set(
    changed.filter(({ events }) => events[0]?.seq === 1).map(({ standing }) => standing.id),
  );
  await placeStandings(trx, rows, { events, fresh, meaningOf: first.standing.meaningOf });
}

/** What the rest of the dashboard hears of it: a change of its status, and the first report of paid. */
function happeningOf(
  { id, status, created_at, updated_at, paid_at }: Standing,
  before: Pick<Standing, "status" | "paid_at">,
  events: readonly TransferEventRow[],
): NewHappening | undefined {
  const isFirstPaid = before.paid_at === null && paid_at !== null;
  const deposit = events.find(({ kind }) => kind === "deposit_seen");
  const isNews = before.status !== status || isFirstPaid;
  if (status === null || (!isNews && deposit === undefined)) return undefined;
  return {
    transfer_id: id,
    from_status: before.status,
    to_status: status,
    at: updated_at,
    paid_after_ms: isFirstPaid ? Date.parse(paid_at) - Date.parse(created_at) : null,
    kind: isNews ? null : "transfer.deposit_seen",
    event_seq: (isNews ? events.at(-1) : deposit)?.seq ?? null,
    detail: null,
  };
}

/** As `readStandings` would read them. */
function withFact(facts: readonly EventsRow[], event: TransferEventRow): EventsRow[] {
  const { source, kind, word, is_quarantined, unread, address, claimed_address, arrived, paid_out } = event;
  const { seq, at } = event;
  const own = { source, kind, word, is_quarantined, unread, address, claimed_address, arrived, paid_out };
  const same = facts.find((fact) => eventsColumns.every((column) => fact[column] === own[column]));
  const now = {
    ...own,
    first: same?.first ?? seq,
    last: seq,
    first_at: same === undefined || at < same.first_at ? at : same.first_at,
    last_at: same === undefined || at > same.last_at ? at : same.last_at,
    times: Number(same?.times ?? 0) + 1,
  };
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
  memo: null,
  claimed_id: null,
  claimed_address: null,
  arrived: null,
  paid_out: null,
  word: null,
  unread: null,
  is_quarantined: 0,
} as const;
