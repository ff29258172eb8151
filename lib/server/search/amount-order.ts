import "server-only";
import { type RawBuilder, sql } from "kysely";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db } from "#lib/server/tables/schema";
import { and, type PartOfPlace, type Place } from "./transfer-lists";

/** Invariant: the transfers of one token by amount are one index, read from the place that is given. */

/** An amount that sorts as text, as the index has it. */
function amountKey(ledger: Db): RawBuilder<string> {
  const zeros = sql.lit("0".repeat(24));
  const dot = sql.lit(".");
  return isPostgres(ledger)
    ? sql`((substr(${zeros}, strpos(amount || ${dot}, ${dot})) || amount) collate "C")`
    : sql`(substr(${zeros}, instr(amount || ${dot}, ${dot})) || amount)`;
}

/** The smallest first, or the largest; of equal amounts the oldest, or the newest. */
export function byAmount(
  ledger: Db,
  asset: string,
  after: Place | undefined,
  size: number,
  isAscending: boolean,
): RawBuilder<PartOfPlace> {
  const key = amountKey(ledger);
  const [way, beyond] = isAscending ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const ordered = (list: RawBuilder<unknown>) => sql<PartOfPlace>`${list}
    order by amount_key ${way}, created_at ${way}, id ${way} limit ${size}`;
  const list = (shown: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
    sql`select ${shown} as amount_key, created_at, id, 0 as part from transfers where ${and([sql`asset = ${asset}`, condition])}`;
  if (after?.amount_key === undefined) return ordered(list(key, sql`1 = 1`));
  // Two ranges of the index: a comparison of all three would be read as one of the amount alone.
  const same = isPostgres(ledger) ? sql`(${after.amount_key}::text collate "C")` : sql`${after.amount_key}`;
  const isEqual = sql`${key} = ${after.amount_key} and (created_at, id) ${beyond} (${after.created_at}, ${after.id})`;
  const equal = sql`${list(same, isEqual)} order by created_at ${way}, id ${way} limit ${size}`;
  const others = ordered(list(key, sql`${key} ${beyond} ${after.amount_key}`));
  return ordered(sql`select * from (${equal}) as equal union all select * from (${others}) as others`);
}
