import type { Transfer } from "#lib/contract/api";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import { asListed } from "#lib/server/ledger/account-views";
import { readTransfers } from "#lib/server/ledger/transfers";
import { startOfDay, usualSpans } from "#lib/text/zone-day";

/** Invariant: what is read is bounded, however much was resolved. */

export const mostResolved = 50;

export type Resolved = { transfer: Transfer; at: string; by: string; why: string | null };

type Entry = { id: string; at: string; by: string };

/** Each transfer once, the newest first; at most so many of those marked since the day began. */
export async function findResolvedToday(most = mostResolved): Promise<Resolved[]> {
  const ledger = await db();
  const entries = (await readEntries()).slice(0, most);
  const ids = entries.map(({ id }) => id);
  if (ids.length === 0) return [];
  const transfers = new Map((await readTransfers(ledger, ids)).map((each) => [each.id, each]));
  const events = await ledger
    .selectFrom("transfer_events")
    .select(["transfer_id", "text"])
    .where("transfer_id", "in", ids)
    .where("kind", "=", "handled")
    .orderBy("seq")
    .execute();
  // The last one of each stays.
  const why = new Map(events.map(({ transfer_id, text }) => [transfer_id, text]));
  return entries.flatMap(({ id, at, by }) => {
    const transfer = transfers.get(id);
    return transfer === undefined ? [] : [{ transfer: asListed(transfer), at, by, why: why.get(id) ?? null }];
  });
}

export async function countResolvedToday(): Promise<number> {
  return (await readEntries()).length;
}

/** By the index of the log's actions, from its end. */
async function readEntries(): Promise<Entry[]> {
  const { timeZone } = env();
  const start = startOfDay(usualSpans(Date.now(), timeZone).today.from, timeZone);
  const rows = await (await db())
    .selectFrom("audit_log")
    .leftJoin("people", "people.id", "audit_log.actor_id")
    .select(["record_id", "at", "actor_name"])
    .select(calledName().as("person"))
    .where("action", "=", "attention_dealt_with")
    .orderBy("seq", "desc")
    .limit(mostResolved)
    .execute();
  const entries = rows
    .filter(({ at }) => at >= start)
    .map(({ record_id, at, actor_name, person }) => ({
      ...{ id: record_id ?? "", at },
      by: person || actor_name || "this dashboard",
    }));
  return entries.filter(({ id }, place) => entries.findIndex((entry) => entry.id === id) === place);
}
