import { inTransaction } from "#lib/server/audit/transaction";
import { askedOf } from "#lib/server/reading/asked";
import { type Claim, readClaim } from "#lib/server/reading/callback-body";
import { toFacts } from "#lib/server/reading/read-again";
import { writeStandings } from "#lib/server/standing/write-standing";
import type { Db, ReceivedRow, Trx } from "#lib/server/tables/schema";
import { canonicalSettlement } from "#lib/transfer/status-words";
import { isForeignId } from "./own-id";
import { markRepeats } from "./repeats";
import {
  type Draft,
  holdTransfers,
  type NewEvent,
  readStandings,
  type Standing,
  withEvent,
  writeDrafts,
} from "./transfer-ledger";

/**
 * Invariant: a callback becomes an event, or counts beside one, in the transaction that takes it out of `received`. It never
 * sets an address, an amount, a bank, or a transaction ID where there is one.
 */

/** Of a transfer, apart from new words. */
export const maxEvents = 1_000;
/** Beyond this, only a word with a new meaning is kept. */
const mostWithNewWords = 2 * maxEvents;

export type Kept = Pick<ReceivedRow, "transfer_id" | "body_hash">;

/** In one transaction. Returns how many. `mayLeaveOut` skips transfers that are locked on PostgreSQL. */
export async function applyReceived(ledger: Db, kept: readonly Kept[], mayLeaveOut = false): Promise<number> {
  if (kept.length === 0) return 0;
  return inTransaction(ledger, async (trx) => {
    const ids = [...new Set(kept.map(({ transfer_id }) => transfer_id))];
    const held = await holdTransfers(trx, ids, mayLeaveOut);
    if (held.length === 0) return 0;
    // A repeat that comes now waits for this row to go, and then writes a new one.
    const taken = await trx
      .deleteFrom("received")
      .where("transfer_id", "in", held)
      .where("body_hash", "in", [...new Set(kept.map(({ body_hash }) => body_hash))])
      .returningAll()
      .execute();
    if (taken.length > 0) await applyTaken(trx, taken);
    return taken.length;
  });
}

/** How many status updates of a transfer are kept and not applied. */
export async function countReceived(ledger: Db | Trx, transferId: string): Promise<number> {
  const { count } = await ledger
    .selectFrom("received")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("transfer_id", "=", transferId)
    .executeTakeFirstOrThrow();
  return Number.parseInt(String(count), 10);
}

export async function applyReceivedOf(ledger: Db, transferId: string): Promise<void> {
  for (;;) {
    const kept = await ledger
      .selectFrom("received")
      .select(["transfer_id", "body_hash"])
      .where("transfer_id", "=", transferId)
      .orderBy("arrival")
      .orderBy("received_at")
      .limit(100)
      .execute();
    if ((await applyReceived(ledger, kept)) === 0) return;
  }
}

async function applyTaken(trx: Trx, taken: readonly ReceivedRow[]): Promise<void> {
  const ids = [...new Set(taken.map(({ transfer_id }) => transfer_id))];
  const standings = await readStandings(trx, ids);
  const isKnown = await countRepeats(trx, taken);
  const drafts: Draft[] = [];
  const namings: { id: string; transactionId: string }[] = [];
  const firstDropped: string[] = [];
  for (const id of ids) {
    const standing = standings.get(id);
    if (standing === undefined) throw new RangeError("A callback names a transfer that is gone.");
    let draft: Draft = { standing, events: [] };
    let dropped = 0;
    const own = taken.filter((row) => row.transfer_id === id && !isKnown(row)).sort(byArrival);
    for (const row of own) {
      const said = toStored(row);
      const claim = await readClaim(said, askedOf(standing), row.query);
      const isForeign = await isForeignId(
        trx,
        { id, own: draft.standing.transaction_id },
        claim.transactionId ?? null,
      );
      const event = toEvent(row, said, claim, isForeign);
      if (!hasRoom(draft.standing, event, claim)) {
        dropped += row.repeats;
        continue;
      }
      const before = draft;
      draft = withEvent(before, event);
      const named = namedBy(draft.standing, claim);
      if (named === undefined) continue;
      draft = withEvent(before, { ...event, transaction_id: named });
      draft = { ...draft, standing: { ...draft.standing, transaction_id: named } };
      namings.push({ id, transactionId: named });
    }
    drafts.push(draft);
    if (dropped > 0 && (await countDropped(trx, id, dropped))) firstDropped.push(id);
  }
  await writeDrafts(trx, drafts);
  // No event tells of it.
  await writeStandings(trx, firstDropped);
  for (const { id, transactionId } of namings) {
    await trx.updateTable("transfers").set({ transaction_id: transactionId }).where("id", "=", id).execute();
    await markRepeats(trx, id);
  }
}

function byArrival(a: ReceivedRow, b: ReceivedRow): number {
  return Number(a.arrival) - Number(b.arrival) || a.received_at.localeCompare(b.received_at);
}

/** Counts those whose event exists already, and returns them. */
async function countRepeats(trx: Trx, taken: readonly ReceivedRow[]): Promise<(row: ReceivedRow) => boolean> {
  const events = await trx
    .selectFrom("transfer_events")
    .select(["transfer_id", "body_hash"])
    .where("transfer_id", "in", [...new Set(taken.map(({ transfer_id }) => transfer_id))])
    .where("body_hash", "in", [...new Set(taken.map(({ body_hash }) => body_hash))])
    .execute();
  const known = new Set(events.map(({ transfer_id, body_hash }) => `${transfer_id} ${body_hash}`));
  const isKnown = ({ transfer_id, body_hash }: ReceivedRow) => known.has(`${transfer_id} ${body_hash}`);
  for (const { transfer_id, body_hash, repeats } of taken.filter(isKnown)) {
    await trx
      .updateTable("transfer_events")
      .set(({ eb }) => ({ deliveries: eb("deliveries", "+", repeats) }))
      .where("transfer_id", "=", transfer_id)
      .where("body_hash", "=", body_hash)
      .execute();
    await countCallbacks(trx, transfer_id, repeats);
  }
  return isKnown;
}

/** Returns whether it is the first time. */
async function countDropped(trx: Trx, id: string, count: number): Promise<boolean> {
  await countCallbacks(trx, id, count);
  const marked = await trx
    .updateTable("transfers")
    .set({ has_dropped_callbacks: 1 })
    .where("id", "=", id)
    .where("has_dropped_callbacks", "=", 0)
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}

async function countCallbacks(trx: Trx, id: string, count: number): Promise<void> {
  await trx
    .updateTable("transfers")
    .set(({ eb }) => ({ callback_count: eb("callback_count", "+", count) }))
    .where("id", "=", id)
    .execute();
}

/** As it is kept: without a body, the query has the claim. */
function toStored({ raw, raw_encoding, query, is_truncated, body_hash }: ReceivedRow) {
  return { raw: raw === "" ? query : raw, raw_encoding, is_truncated, body_hash };
}

function toEvent(
  { repeats, received_at }: ReceivedRow,
  stored: ReturnType<typeof toStored>,
  claim: Claim,
  isForeign: boolean,
): NewEvent & { at: string } {
  const facts = toFacts(claim);
  return {
    source: "service_callback",
    kind: "callback",
    at: received_at,
    ...stored,
    deliveries: repeats,
    ...facts,
    unread: facts.unread ?? (isForeign ? "foreign" : null),
    is_quarantined: isForeign ? 1 : 0,
  };
}

/** A callback's ID counts only until the service's own answer has arrived. */
function namedBy(
  { transaction_id: own, submission }: Standing,
  { transactionId }: Claim,
): string | undefined {
  return own === null && (submission === "accepted" || submission === "dispatching")
    ? transactionId
    : undefined;
}

/** Repeats do not count: a service that repeats itself must not use up the room for its news. */
function hasRoom(standing: Standing, { word, is_quarantined }: NewEvent, claim: Claim): boolean {
  const said = standing.facts.filter(({ kind }) => kind === "callback");
  const count = said.reduce((sum, { times }) => sum + Number(times), 0);
  if (count < maxEvents || namedBy(standing, claim) !== undefined) return true;
  if (word == null) return false;
  const alike = said.filter((fact) => fact.is_quarantined === is_quarantined);
  if (count < mostWithNewWords) return !alike.some((fact) => fact.word === word);
  const meaning = canonicalSettlement(word);
  return (
    meaning !== undefined && !alike.some((fact) => fact.word && canonicalSettlement(fact.word) === meaning)
  );
}
