import { type RawBuilder, type SqlBool, sql } from "kysely";
import { blindNetworks, readHouse } from "#lib/server/standing/house";
import type { Db, Trx } from "#lib/server/tables/schema";
import { latestTime } from "#lib/server/tables/stored-time";
import { type AttentionReason, attentionReasons } from "#lib/transfer/attention-reasons";
import { isOfUnheard } from "#lib/transfer/standing/reasons";

/**
 * Invariant: what needs a person is read from the stored reasons alone, at one moment. A network that can't be read, and a
 * service that reports to nobody, are one thing with the transfers that wait on it.
 */

/** What of the house decides which reasons stand. */
export type Moment = { at: string; isUnheard: boolean; blind: readonly string[] };

/** Now. */
export async function readMoment(ledger: Db | Trx): Promise<Moment> {
  const house = await readHouse(ledger);
  return { at: new Date().toISOString(), isUnheard: house.isUnheard, blind: blindNetworks(house) };
}

/** Told once, however many transfers wait. */
export const wholeReasons: readonly AttentionReason[] = ["network_blind", "unheard"];

export const placeOf = (reason: AttentionReason) => attentionReasons.indexOf(reason);

/** Whether a row of `attention` stands then. */
function isDue({ at }: Pick<Moment, "at">): RawBuilder<SqlBool> {
  // What a fast clock made has waited for nobody can say how long.
  return sql<SqlBool>`(attention.from_at <= ${at}
    or attention.transfer_id in (select id from transfers where created_at > ${latestTime()})) and (attention.look_at is null
    or (attention.look_counts = 'if') = exists (
      select 1 from transfers as looked join chain_cursors on chain_cursors.network = looked.network
      where looked.id = attention.transfer_id and chain_cursors.read_at >= attention.look_at))`;
}

/** Of a row of `attention`, as it is told then. */
export function placeThen({ isUnheard }: Moment): RawBuilder<number> {
  if (!isUnheard) return sql<number>`attention.place`;
  const silent = attentionReasons.filter(isOfUnheard).map((reason) => sql.lit(placeOf(reason)));
  return sql<number>`case when attention.place in (${sql.join(silent)}) then ${sql.lit(placeOf("unheard"))} else attention.place end`;
}

export type Placed = { id: string; place: number; created_at: string };

/** Each transfer that needs a person then, with the place of each of its reasons, and when it was created. */
export function placesThen(moment: Moment): RawBuilder<Placed> {
  const own = sql`select attention.transfer_id as id, ${placeThen(moment)} as place, attention.created_at
    from attention where ${isDue(moment)}`;
  return moment.blind.length === 0
    ? sql`${own}`
    : sql`${own} union all select id, ${sql.lit(placeOf("network_blind"))} as place, created_at from transfers where ${waitsOn(moment)}`;
}

/** Transfers that may be paid now, or are and it is not confirmed, on a network that can't be read. */
function waitsOn({ at, blind }: Moment): RawBuilder<SqlBool> {
  return sql<SqlBool>`is_handled = 0 and network in (${sql.join([...blind])}) and (
    (deposit_label = 'seen' and status in ('accepted', 'awaiting_deposit'))
    or transfers.id in (select transfer_id from attention where place = ${sql.lit(placeOf("no_deposit"))} and from_at > ${at}))`;
}

/** Those that need a person then, as a condition on `transfers`: found by their reasons, however large the ledger is. */
export function needsPerson(moment: Moment): RawBuilder<SqlBool> {
  return sql<SqlBool>`transfers.id in (select id from (${placesThen(moment)}) as placed)`;
}

/** The same of those whose most pressing reason it is, as they are counted. */
export function needsPersonFor(moment: Moment, reason: AttentionReason): RawBuilder<SqlBool> {
  return sql<SqlBool>`transfers.id in (select id from (${placesThen(moment)}) as placed
    group by id having min(place) = ${sql.lit(placeOf(reason))})`;
}

/** Whether one that was found otherwise needs a person then: only its own reasons are read. */
export function alsoNeedsPerson(moment: Moment): RawBuilder<SqlBool> {
  const own = sql<SqlBool>`exists (select 1 from attention where attention.transfer_id = transfers.id and ${isDue(moment)})`;
  return moment.blind.length === 0 ? own : sql`(${own} or (${waitsOn(moment)}))`;
}
