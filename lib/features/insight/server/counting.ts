import { sql } from "kysely";
import { holdTransfers } from "#lib/server/ledger/transfer-ledger";
import { isPostgres } from "#lib/server/tables/engine";
import type { CountingRow } from "#lib/server/tables/insight-rows";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, Trx } from "#lib/server/tables/schema";
import { businessDays } from "#lib/text/zone-day";
import type { TransferStatus } from "#lib/transfer/transfer-status";
import { Changes, type Counted, countedColumns, countingRecipe } from "./count-changes";
import { fillRates, rewriteDays } from "./rates";
import { dropTotals, writeTotals } from "./write-totals";

/**
 * Invariant: the totals are what the transfers from the counting's place on were, less the happenings that are still open.
 * One transaction at a time moves either, so a server that is killed has counted nothing twice and left nothing out.
 */

/** Later than any transfer: digits are in one order in every language of a database. */
const nothing = { place_at: "9999", place_id: "", is_done: 0 };

export async function readCounting(ledger: Db | Trx): Promise<CountingRow | undefined> {
  return ledger.selectFrom("counting").selectAll().where("id", "=", 1).executeTakeFirst();
}

/** Whether the totals are made by these rules and this zone. */
export function isOfToday({ zone, recipe }: CountingRow, timeZone: string): boolean {
  return zone === timeZone && recipe === countingRecipe;
}

/** Empties the totals and begins anew. Needs the counting's lock. */
export async function startCounting(trx: Trx, timeZone: string): Promise<CountingRow> {
  const before = await readCounting(trx);
  await dropTotals(trx);
  if (before !== undefined && before.zone !== timeZone) await rewriteDays(trx, timeZone);
  const row = { id: 1, zone: timeZone, recipe: countingRecipe, ...nothing };
  await trx
    .insertInto("counting")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
  return row;
}

/** An open happening with what is counted of its transfer. */
export type OpenHappening = Counted & {
  seq: number;
  at: string;
  from_status: TransferStatus | null;
  to_status: TransferStatus;
  paid_after_ms: number | string | null;
  is_counted: number;
  quote_rate: string | null;
  quoted_at: string | null;
};

/** The oldest ones that are not counted yet; of all, or of some. */
export function readHappenings(
  ledger: Db | Trx,
  { limit, seqs }: { limit?: number; seqs?: readonly number[] } = {},
): Promise<OpenHappening[]> {
  const all = ledger
    .selectFrom("happenings")
    .innerJoin("transfers", "transfers.id", "happenings.transfer_id")
    .select(["seq", "at", "from_status", "to_status", "paid_after_ms", "is_counted"])
    .select(["quote_rate", "quoted_at"])
    .select(countedColumns.map((column) => `transfers.${column}` as const))
    .$if(seqs !== undefined, (each) => each.where("seq", "in", seqs ?? []))
    .orderBy("seq");
  return (limit === undefined ? all : all.limit(limit)).execute();
}

/** Leaves out what the count of history has seen, or will still see. */
export function addHappenings(
  changes: Changes,
  happenings: readonly OpenHappening[],
  counting: CountingRow,
): void {
  for (const each of happenings) {
    const { from_status, to_status, paid_after_ms, is_counted } = each;
    if (is_counted === 1 || !isFrom(each, counting)) continue;
    changes.move(each, from_status, to_status);
    if (paid_after_ms !== null) changes.paid(each, Number(paid_after_ms));
  }
}

/** Whether a transfer is from the place on, in the order of creation. */
function isFrom({ created_at, id }: Counted, { place_at, place_id }: CountingRow): boolean {
  return created_at > place_at || (created_at === place_at && id >= place_id);
}

/** Counts happenings that are about to go. Needs the counting's lock. */
export async function countHappenings(
  trx: Trx,
  counting: CountingRow,
  seqs: readonly number[],
): Promise<void> {
  if (seqs.length === 0) return;
  const happenings = await readHappenings(trx, { seqs });
  const changes = new Changes(businessDays(counting.zone));
  addHappenings(changes, happenings, counting);
  await writeTotals(trx, changes);
  await fillRates(
    trx,
    happenings.filter(({ from_status }) => from_status === null),
    counting.zone,
  );
}

/** Counts the next page of history, newest first, as it is now. Needs the counting's lock. */
export async function countHistory(trx: Trx, counting: CountingRow, atOnce: number): Promise<void> {
  const { place_at, place_id, zone } = counting;
  const page = await trx
    .selectFrom("transfers")
    .select("id")
    .where(sql<boolean>`(created_at, id) < (${place_at}, ${place_id})`)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(atOnce)
    .execute();
  const ids = page.map(({ id }) => id);
  if (ids.length > 0) {
    // SQLite's lock is the database's.
    if (isPostgres(trx)) await holdTransfers(trx, [...ids].sort());
    await countAsTheyAre(trx, ids, zone);
  }
  const isDone = page.length < atOnce;
  const last = page.at(-1);
  const place = isDone || last === undefined ? { place_at: "", place_id: "" } : await placeOf(trx, last.id);
  await trx
    .updateTable("counting")
    .set({ ...place, is_done: isDone ? 1 : 0 })
    .where("id", "=", 1)
    .execute();
}

async function countAsTheyAre(trx: Trx, ids: readonly string[], zone: string): Promise<void> {
  const rows = await trx
    .selectFrom("transfers")
    .select([...countedColumns, "status", "paid_at", "quote_rate", "quoted_at"])
    .where(isOneOf(trx, "id", ids))
    .execute();
  const changes = new Changes(businessDays(zone));
  addTransfers(changes, rows);
  await writeTotals(trx, changes);
  await trx
    .updateTable("happenings")
    .set({ is_counted: 1 })
    .where(isOneOf(trx, "transfer_id", ids))
    .execute();
  await fillRates(trx, rows, zone);
}

type Present = Counted & { status: TransferStatus; paid_at: string | null };

/** As they are now. */
export function addTransfers(changes: Changes, rows: readonly Present[]): void {
  for (const row of rows) {
    changes.move(row, null, row.status);
    if (row.paid_at !== null) changes.paid(row, Date.parse(row.paid_at) - Date.parse(row.created_at));
  }
}

async function placeOf(trx: Trx, id: string) {
  const { created_at } = await trx
    .selectFrom("transfers")
    .select("created_at")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { place_at: created_at, place_id: id };
}
