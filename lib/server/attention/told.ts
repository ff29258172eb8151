import { sql } from "kysely";
import { blindNetworks, readHouse } from "#lib/server/standing/house";
import type { Db, Trx } from "#lib/server/tables/schema";
import { type AttentionReason, attentionReasons } from "#lib/transfer/attention-reasons";
import { isOfUnheard } from "#lib/transfer/standing/reasons";
import { placeOf, placeThen, readMoment } from "./due";
import { withNamed } from "./open-transfers";

/**
 * Invariant: a transfer is told once a reason, until the reason is gone; one that comes back is told again. What stands for
 * the whole dashboard is told with one transfer alone.
 */

export type Untold = { transfer_id: string; reason: AttentionReason };

/** Those that were not told yet, up to a limit, the oldest first. */
export async function untold(trx: Trx, limit: number): Promise<Untold[]> {
  const moment = await readMoment(trx);
  const rows = await withNamed(trx, moment)
    .selectFrom("named")
    .select(["id", "place"])
    .where(
      sql<boolean>`exists (select 1 from attention where attention.transfer_id = named.id
        and attention.told_at is null and ${placeThen(moment)} = named.place)`,
    )
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.flatMap(({ id, place }) => {
    const reason = attentionReasons[place];
    return reason === undefined ? [] : [{ transfer_id: id, reason }];
  });
}

/** Nobody is told: what stands now is no news to whoever is told next. */
export async function noteAllAsTold(ledger: Db | Trx, at: string): Promise<void> {
  await ledger
    .updateTable("attention")
    .set({ told_at: at })
    .where("told_at", "is", null)
    .where("from_at", "<=", at)
    .execute();
}

export async function noteAsTold(trx: Trx, at: string, told: readonly Untold[]): Promise<void> {
  const moment = await readMoment(trx);
  for (let from = 0; from < told.length; from += 200) {
    const pairs = told
      .slice(from, from + 200)
      .map(({ transfer_id, reason }) => sql`(${transfer_id}, cast(${placeOf(reason)} as integer))`);
    await sql`update attention set told_at = ${at}
      where (transfer_id, ${placeThen(moment)}) in (values ${sql.join(pairs)})`.execute(trx);
  }
}

/** Whether it was told before, for other transfers, that nobody reports to us. */
export async function isUnheardTold(trx: Trx): Promise<boolean> {
  const places = attentionReasons.filter(isOfUnheard).map(placeOf);
  const told = await trx
    .selectFrom("attention")
    .select("told_at")
    .where("place", "in", places)
    .where("told_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return told !== undefined;
}

/** The oldest transfer that waits on each network that can't be read, where that was not told yet; notes it as told. */
export async function takeBlind(trx: Trx): Promise<Untold[]> {
  const house = await readHouse(trx);
  const moment = await readMoment(trx);
  const found: Untold[] = [];
  for (const network of blindNetworks(house)) {
    const cursor = house.cursors.find((each) => each.network === network);
    if (cursor === undefined || cursor.blind_told === cursor.blind_since) continue;
    const oldest = await withNamed(trx, { ...moment, blind: [network] })
      .selectFrom("named")
      .select("id")
      .where("place", "=", placeOf("network_blind"))
      .orderBy("created_at")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    if (oldest === undefined) continue;
    found.push({ transfer_id: oldest.id, reason: "network_blind" });
    await trx
      .updateTable("chain_cursors")
      .set({ blind_told: cursor.blind_since })
      .where("network", "=", network)
      .execute();
  }
  return found;
}
