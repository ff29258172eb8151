import { sql } from "kysely";
import { eventsAtFirst, shownOfBody } from "#lib/asset/defaults";
import type { EventPage, TransferEvent } from "#lib/contract/api";
import { Problem } from "#lib/contract/problem";
import { EventListInput } from "#lib/contract/transfer-list";
import type { Actor } from "#lib/server/auth/actor";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import type { Db, TransferRow } from "#lib/server/tables/schema";
import { recordAccountView } from "./account-views";
import { toEvent } from "./transfer-record";
import { findUpToDate } from "./transfer-row";

/** Invariant: a page of events has the start of each body; a whole body is read for one event alone. */

/** The newest page first, each in order. Throws `not_found`. */
export async function findEvents(id: string, input: EventListInput, actor: Actor): Promise<EventPage> {
  const ledger = await db();
  const row = await openTransfer(ledger, id, actor);
  return readPage(ledger, row.id, input);
}

/** `before` is from a page's address; `undefined` where it is no number. */
export async function findEventsBefore(
  id: string,
  before: string | string[] | undefined,
): Promise<EventPage | undefined> {
  const input = EventListInput.safeParse({ cursor: before });
  if (before === undefined || !input.success) return undefined;
  return readPage(await db(), id, input.data);
}

/** With its whole body. Throws `not_found`. */
export async function findEvent(id: string, seq: string, actor: Actor): Promise<TransferEvent> {
  const ledger = await db();
  const row = await openTransfer(ledger, id, actor);
  const found = /^[1-9]\d{0,8}$/.test(seq)
    ? await selectEvents(ledger, row.id, "whole")
        .where("seq", "=", Number.parseInt(seq, 10))
        .executeTakeFirst()
    : undefined;
  if (found === undefined) throw new Problem("not_found", "This transfer has no event with that number.");
  return toEvent(found);
}

export function firstPage(ledger: Db, id: string): Promise<EventPage> {
  return readPage(ledger, id, { limit: eventsAtFirst });
}

/** The events that a transfer's status rests on, in their order; those of a page are taken from there. */
export async function readEvidence(
  ledger: Db,
  id: string,
  seqs: readonly number[],
  page: EventPage,
): Promise<TransferEvent[]> {
  const known = page.items.filter(({ seq }) => seqs.includes(seq));
  const others = seqs.filter((seq) => known.every((event) => event.seq !== seq));
  if (others.length === 0) return known;
  const rows = await selectEvents(ledger, id, "cut").where("seq", "in", others).execute();
  return [...rows.map(toEvent), ...known].sort((one, other) => one.seq - other.seq);
}

async function readPage(ledger: Db, id: string, { cursor, limit }: EventListInput): Promise<EventPage> {
  let query = selectEvents(ledger, id, "cut")
    .orderBy("seq", "desc")
    .limit(limit + 1);
  if (cursor !== undefined) query = query.where("seq", "<", Number.parseInt(cursor, 10));
  const rows = await query.execute();
  const items = rows.slice(0, limit).reverse().map(toEvent);
  const [oldest] = items;
  return { items, nextCursor: rows.length > limit && oldest !== undefined ? String(oldest.seq) : null };
}

const startOfRaw = sql<string | null>`substr(raw, 1, ${sql.lit(shownOfBody)})`;

function selectEvents(ledger: Db, id: string, body: "whole" | "cut") {
  return ledger
    .selectFrom("transfer_events")
    .leftJoin("people", "people.email", "transfer_events.person_name")
    .select(calledName().as("called"))
    .select(["seq", "at", "source", "person_name", "kind", "text", "raw_encoding", "is_truncated"])
    .select(["deliveries", "word", "unread", "is_quarantined", "claimed_address", "arrived", "paid_out"])
    .select([(body === "whole" ? sql<string | null>`raw` : startOfRaw).as("raw")])
    .select(sql<number | null>`octet_length(raw)`.as("raw_bytes"))
    .where("transfer_id", "=", id);
}

/** Bodies can have the account number and the callback URL, so reading them is logged as a view. */
async function openTransfer(ledger: Db, id: string, actor: Actor): Promise<TransferRow> {
  const row = await findUpToDate(ledger, id);
  const shown = { id: row.id, accountNumber: row.account_number, callbackUrl: row.callback_url };
  await recordAccountView(shown, actor);
  return row;
}
