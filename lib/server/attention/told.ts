import "server-only";
import { sql } from "kysely";
import type { Db, Trx } from "#lib/server/tables/schema";
import { type AttentionReason, attentionReasons } from "#lib/transfer/attention-reasons";
import { type Moment, placeOf, placesThen, readMoment, wholeReasons } from "./due";
import { withNamed } from "./open-transfers";

/**
 * Invariant: a transfer is told once a reason, until the reason is gone; one that comes back is told again. What stands for
 * the whole dashboard is told with one transfer alone.
 */

type Untold = { transfer_id: string; reason: AttentionReason };

/** Those that were not told yet, up to a limit, the oldest first. */
export async function untold(trx: Trx, limit: number): Promise<Untold[]> {
  const moment = await readMoment(trx);
  const rows = await withNamed(trx, moment)
    .selectFrom("named")
    .select(["id", "place"])
    .where(sql<boolean>`exists (select 1 from attention where attention.transfer_id = named.id
      and attention.told_at is null and ${isOfPlace(moment)} = named.place)`)
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.flatMap(({ id, place }) => {
    const reason = attentionReasons[place];
    return reason === undefined ? [] : [{ transfer_id: id, reason }];
  });
}

/** Notes what needs a person now as told: all of it, or these. */
export async function noteAsTold(trx: Db | Trx, at: string, these?: readonly Untold[]): Promise<void> {
  const moment = await readMoment(trx);
  if (these === undefined) {
    await sql`update attention set told_at = ${at} where told_at is null and ${sql`attention.from_at <= ${moment.at}`}`.execute(
      trx,
    );
    return;
  }
  for (let from = 0; from < these.length; from += 200) {
    const pairs = these
      .slice(from, from + 200)
      .map(({ transfer_id, reason }) => sql`(${transfer_id}, cast(${placeOf(reason)} as integer))`);
    await sql`update attention set told_at = ${at}
      where (transfer_id, ${isOfPlace(moment)}) in (values ${sql.join(pairs)})`.execute(trx);
  }
}

/** Of what stands for everybody, the first transfer alone; of the rest, all. */
export function onceAWhole(raised: readonly Untold[], isAlreadyTold: (reason: AttentionReason) => boolean): Untold[] {
  const seen = new Set<AttentionReason>();
  return raised.filter(({ reason }) => {
    if (!wholeReasons.includes(reason)) return true;
    if (seen.has(reason) || isAlreadyTold(reason)) return false;
    seen.add(reason);
    return true;
  });
}
