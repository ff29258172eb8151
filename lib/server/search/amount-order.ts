import { type RawBuilder, sql } from "kysely";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db } from "#lib/server/tables/schema";
import { and, type PartOfPlace, type Place } from "./transfer-lists";

/** Invariant: the transfers of one token by amount are one index, read from the place that is given. */

/** The keys of a range of amounts, both included. */
export type AmountKeys = { min?: string | undefined; max?: string | undefined };

const wholeDigits = 24;
const mostDecimals = 18;

/** The keys between which an amount is at least the one and at most the other, however many zeros it ends in. */
export function keysBetween(min: string | undefined, max: string | undefined): AmountKeys {
  return {
    min: min === undefined ? undefined : smallestKey(min),
    max: max === undefined ? undefined : largestKey(max),
  };
}

const partsOf = (amount: string) => {
  const [whole = "", fraction = ""] = amount.split(".");
  return { whole: whole.replace(/^0+(?=\d)/, "").padStart(wholeDigits, "0"), fraction };
};

function smallestKey(amount: string): string {
  const { whole, fraction } = partsOf(amount);
  const telling = fraction.replace(/0+$/, "");
  return telling === "" ? whole : `${whole}.${telling}`;
}

function largestKey(amount: string): string {
  const { whole, fraction } = partsOf(amount);
  return `${whole}.${fraction.padEnd(mostDecimals, "0")}`;
}

/** On a transfer. */
export function isBetween(ledger: Db, { min, max }: AmountKeys): RawBuilder<unknown> {
  const key = amountKey(ledger);
  return and([
    ...(min === undefined ? [] : [sql`${key} >= ${min}`]),
    ...(max === undefined ? [] : [sql`${key} <= ${max}`]),
  ]);
}

/** The transfers of these tokens with such an amount, where they are few. In the index's order, so that it is read. */
export async function fewBetween(
  ledger: Db,
  assets: readonly string[],
  keys: AmountKeys,
  most: number,
): Promise<string[] | undefined> {
  if (assets.length === 0) return [];
  const ofEach = assets.map(
    (asset) => sql`select id from (select id from transfers
      where ${and([sql`asset = ${asset}`, isBetween(ledger, keys)])}
      order by ${amountKey(ledger)} limit ${most + 1}) as listed`,
  );
  const { rows } = await sql<{ id: string }>`select id from (${sql.join(ofEach, sql` union all `)}) as found
    limit ${most + 1}`.execute(ledger);
  return rows.length > most ? undefined : rows.map(({ id }) => id);
}

/** An amount that sorts as text, as the index has it. */
function amountKey(ledger: Db): RawBuilder<string> {
  const zeros = sql.lit("0".repeat(wholeDigits));
  const dot = sql.lit(".");
  return isPostgres(ledger)
    ? sql`((substr(${zeros}, strpos(amount || ${dot}, ${dot})) || amount) collate "C")`
    : sql`(substr(${zeros}, instr(amount || ${dot}, ${dot})) || amount)`;
}

/** The smallest first, or the largest; of equal amounts the oldest, or the newest. */
export function byAmount(
  ledger: Db,
  { asset, keys }: { asset: string; keys: AmountKeys },
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
  if (after?.amount_key === undefined) return ordered(list(key, isBetween(ledger, keys)));
  // Two bounds on one side could be read from the farther one.
  const ahead = isBetween(ledger, isAscending ? { max: keys.max } : { min: keys.min });
  // Two ranges of the index: a comparison of all three would be read as one of the amount alone.
  const same = isPostgres(ledger) ? sql`(${after.amount_key}::text collate "C")` : sql`${after.amount_key}`;
  const isEqual = sql`${key} = ${after.amount_key} and (created_at, id) ${beyond} (${after.created_at}, ${after.id})`;
  const equal = sql`${list(same, isEqual)} order by created_at ${way}, id ${way} limit ${size}`;
  const others = ordered(list(key, and([sql`${key} ${beyond} ${after.amount_key}`, ahead])));
  return ordered(sql`select * from (${equal}) as equal union all select * from (${others}) as others`);
}
