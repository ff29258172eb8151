import { setImmediate } from "node:timers/promises";
import { listNames } from "#lib/contract/transfer/filter-names";
import { mostViewCount, type SavedView } from "#lib/contract/transfer/views";
import { ListFilters } from "#lib/contract/transfer-list";
import { db } from "#lib/server/database/db";
import { planPages } from "#lib/server/search/page-plan";
import { findPage } from "#lib/server/search/transfer-pages";
import type { Db, Trx } from "#lib/server/tables/schema";
import type { ViewRow } from "#lib/server/tables/views/view-row";

/** Invariant: a view holds the filters of a list alone, and one that can't be read any more hinders no other. */

/** The owner of what everybody sees. */
export const everybody = "";

/** One's own, then everybody's, each by name; without a count. */
export async function listViews(personId: string): Promise<SavedView[]> {
  return (await readRows(await db(), personId)).map(toView);
}

/** With the count of each: a page of the list, however many there are. */
export async function countViews(personId: string): Promise<SavedView[]> {
  const ledger = await db();
  const counted: SavedView[] = [];
  for (const row of await readRows(ledger, personId)) {
    // SQLite answers at once: without this pause nobody else would have a turn.
    await setImmediate();
    counted.push({ ...toView(row), ...(await countOf(ledger, row)) });
  }
  return counted;
}

async function readRows(ledger: Db, personId: string): Promise<ViewRow[]> {
  const rows = await ledger
    .selectFrom("views")
    .selectAll()
    .where("owner", "in", [personId, everybody])
    .execute();
  return rows.sort(
    (one, other) =>
      Number(one.owner === everybody) - Number(other.owner === everybody) ||
      one.name.localeCompare(other.name, "en"),
  );
}

async function countOf(ledger: Db, { query }: ViewRow): Promise<Pick<SavedView, "count" | "isMore">> {
  const filters = readQuery(query);
  if (filters === undefined) return { count: null, isMore: false };
  const { sort: _sort, ...asked } = filters;
  const { ids, next } = await findPage(ledger, await planPages(ledger, asked), mostViewCount, undefined);
  return { count: ids.length, isMore: next !== null };
}

/** `undefined` where a list takes them no more. */
function readQuery(query: string): ListFilters | undefined {
  const read = ListFilters.safeParse(Object.fromEntries(new URLSearchParams(query)));
  return read.success ? read.data : undefined;
}

/** In one order, so that the same filters are the same text. */
export function toQuery(filters: ListFilters): string {
  const query = new URLSearchParams();
  for (const name of listNames) {
    const value = filters[name];
    if (value !== undefined) query.set(name, value);
  }
  return query.toString();
}

export function toView({ id, owner, name, query }: ViewRow): SavedView {
  return {
    id,
    name,
    isShared: owner === everybody,
    address: `/transfers?${query}`,
    isReadable: readQuery(query) !== undefined,
    count: null,
    isMore: false,
  };
}

/** Of the person or of everybody; `undefined` for another's. */
export async function findView(trx: Trx, id: string, personId: string): Promise<ViewRow | undefined> {
  return trx
    .selectFrom("views")
    .selectAll()
    .where("id", "=", id.toLowerCase())
    .where("owner", "in", [personId, everybody])
    .executeTakeFirst();
}
