import "server-only";
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { TransferFilters } from "#lib/contract/transfer-list";
import { endOfDay, startOfDay } from "#lib/zone-day";
import { mayNeedPerson, needsPerson } from "./attention-rules";
import { type Db, databaseKind } from "./db";
import { env } from "./env";
import type { Schema } from "./schema";
import { everyTransfer, readSearch, type Search, type Stream } from "./transfer-search";

/**
 * Invariant: one request looks at a bounded number of transfers, however many there are and however unevenly they are
 * spread. Where the lists that an index holds are not yet the answer, what is left is looked at row by row, up to the
 * bound; the page then says how far it looked, and its cursor goes on from there.
 */

/** The place of a transfer in the order of the list. */
export type Place = { created_at: string; id: string };
/** The IDs of a page in their order, where the next one starts, and how far was looked when that is no full page. */
export type PageOfIds = { ids: string[]; next: Place | null; lookedBackTo: string | null };

/** How many are looked at in the first step and the next ones, beyond a page. */
const steps = [0, 200, 400, 600];

type Plan = Search & { range: Range; filter: Expression<SqlBool> | undefined };
type Range = { start: string | undefined; end: string | undefined };

/** What the filters read, made once and used for page after page. */
export async function planPages(ledger: Db, filters: TransferFilters): Promise<Plan> {
  const { timeZone } = env();
  const range = {
    start: filters.from === undefined ? undefined : startOfDay(filters.from, timeZone),
    end: filters.to === undefined ? undefined : endOfDay(filters.to, timeZone),
  };
  const text = filters.q?.trim() ?? "";
  if (text !== "") return { ...(await readSearch(ledger, text)), range, filter: filterOf(filters) };
  const { attention, status, asset } = filters;
  if (attention !== undefined)
    return { streams: [transfers(sql.raw(mayNeedPerson))], range, filter: filterOf(filters) };
  const conditions = [
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(asset === undefined ? [] : [sql`asset = ${asset}`]),
  ];
  return { streams: [transfers(and(conditions))], range, filter: undefined };
}

/** A page of a plan, from a place on; `undefined` is the newest. */
export async function findPage(
  ledger: Db,
  plan: Plan,
  limit: number,
  after: Place | undefined,
): Promise<PageOfIds> {
  const found: Place[] = [];
  let reached = after;
  for (const step of steps) {
    const { rows, end } = await look(ledger, plan, step + limit + 1, reached);
    for (const row of rows) {
      // What stands on two of the lists comes twice, and so does the edge of a step while transfers are created.
      if (!fits(plan, row) || found.some(({ id }) => id === row.id)) continue;
      found.push({ created_at: row.created_at, id: row.id });
      if (found.length > limit)
        return { ids: idsOf(found, limit), next: found[limit - 1] ?? null, lookedBackTo: null };
    }
    if (end === undefined) return { ids: idsOf(found, limit), next: null, lookedBackTo: null };
    reached = end;
  }
  return { ids: idsOf(found, limit), next: reached ?? null, lookedBackTo: reached?.created_at ?? null };
}

function fits({ fitsName }: Plan, { by_name, account_name }: Looked): boolean {
  return by_name === 0 || fitsName === undefined || fitsName(account_name ?? "");
}

function idsOf(places: readonly Place[], limit: number): string[] {
  return places.slice(0, limit).map(({ id }) => id);
}

type Looked = Place & { by_name: number; account_name?: string };

/**
 * Looks at the next places of the plan's lists together. Gives those that the rest of the filters lets through, and the
 * last that was looked at; `undefined` when there are no more.
 */
async function look(
  ledger: Db,
  { streams, range, filter, fitsName }: Plan,
  size: number,
  after: Place | undefined,
): Promise<{ rows: Looked[]; end: Place | undefined }> {
  if (streams.length === 0) return { rows: [], end: undefined };
  const ordered = (list: RawBuilder<unknown>) => sql<Looked>`${list}
    order by created_at desc, id desc limit ${size}`;
  const lists = streams.map((stream) => placesOf(stream, range, after));
  // PostgreSQL merges lists that are in order only where each is asked for in it; SQLite does so by itself.
  const isMerged = lists.length === 1 || databaseKind() === "sqlite";
  const parts = isMerged ? lists : lists.map((list) => sql`(${ordered(list)})`);
  const places = ordered(sql.join(parts, sql` union all `));
  if (filter === undefined && fitsName === undefined) {
    const { rows } = await places.execute(ledger);
    return { rows, end: rows[size - 1] };
  }
  const { rows } = await sql<Looked>`
    select place.place_at as created_at, place.place_id as id, place.by_name, transfers.account_name
    from (select created_at as place_at, id as place_id, by_name from (${places}) as listed) as place
    join transfers on transfers.id = place.place_id
    where ${filter ?? sql`1 = 1`}
    order by place.place_at desc, place.place_id desc`.execute(ledger);
  const last = await sql<Place>`${places} offset ${size - 1}`.execute(ledger);
  return { rows, end: last.rows[0] };
}

function placesOf(
  { table, condition }: Stream,
  { start, end }: Range,
  after: Place | undefined,
): RawBuilder<unknown> {
  const isByName = table === "transfer_names" || condition === everyTransfer;
  const id = sql.ref(table === "transfers" ? "id" : "transfer_id");
  const conditions = [
    condition,
    ...(start === undefined ? [] : [sql`created_at >= ${start}`]),
    ...(end === undefined ? [] : [sql`created_at < ${end}`]),
    // A comparison of rows is one range of the index; the same in words would not be.
    ...(after === undefined ? [] : [sql`(created_at, ${id}) < (${after.created_at}, ${after.id})`]),
  ];
  return sql`
    select created_at, ${id} as id, ${sql.lit(isByName ? 1 : 0)} as by_name from ${sql.table(table)} where ${and(conditions)}`;
}

function transfers(condition: RawBuilder<unknown>): Stream {
  return { table: "transfers", condition };
}

function and(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`1 = 1` : sql.join(conditions, sql` and `);
}

/** What the lists of a search, or of what needs a person, do not hold yet. */
function filterOf({ status, asset, attention }: TransferFilters): Expression<SqlBool> | undefined {
  const eb = expressionBuilder<Schema, "transfers">();
  const rest = [
    ...(status === undefined ? [] : [eb("status", "=", status)]),
    ...(asset === undefined ? [] : [eb("asset", "=", asset)]),
    ...(attention === undefined ? [] : [needsPerson()]),
  ];
  return rest.length === 0 ? undefined : eb.and(rest);
}
