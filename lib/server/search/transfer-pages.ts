import "server-only";
import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { TransferFilters } from "#lib/contract/transfer-list";
import { env } from "#lib/server/config/env";
import { needsPerson, openLists } from "#lib/server/ledger/attention-rules";
import type { Db } from "#lib/server/tables/schema";
import { endOfDay, startOfDay } from "#lib/text/zone-day";
import { and, hasValues, newestOf, type Place, type Range, standsUnder } from "./transfer-lists";
import { readSearch, type Search } from "./transfer-search";

/**
 * Invariant: one request looks at a bounded number of transfers, however many there are and however unevenly they are
 * spread. Where the lists that an index holds are not yet the answer, what is left is looked at row by row, up to the
 * bound; the page then says how far it looked, and its cursor goes on from there.
 */

/** The IDs of a page in their order, where the next one starts, and how far was looked when that is no full page. */
export type PageOfIds = { ids: string[]; next: Place | null; lookedBackTo: string | null };

/** How many are looked at in the first step and the next ones, beyond a page: the first mostly has a few that do not fit. */
const steps = [10, 150, 350];

/** What the rest of the filters asks of a place of the lists: conditions on indexes, and one on the transfer itself. */
type Rest = { indexed: RawBuilder<unknown>[]; ofTransfer?: Expression<SqlBool> };
type Plan = Search & { range: Range; rest: Rest };

/** What the filters read, made once and used for page after page. */
export async function planPages(ledger: Db, filters: TransferFilters): Promise<Plan> {
  const { timeZone } = env();
  const range = {
    start: filters.from === undefined ? undefined : startOfDay(filters.from, timeZone),
    end: filters.to === undefined ? undefined : endOfDay(filters.to, timeZone),
  };
  const { attention, status, asset } = filters;
  const values = [
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(asset === undefined ? [] : [sql`asset = ${asset}`]),
  ];
  const text = filters.q?.trim() ?? "";
  const rest = {
    indexed: values.length === 0 ? [] : [hasValues(values)],
    ...(attention !== undefined && { ofTransfer: needsPerson() }),
  };
  if (text !== "") return { ...(await readSearch(ledger, text)), range, rest };
  if (attention !== undefined) return { streams: openLists(), terms: [], alsoUnder: [], range, rest };
  return { streams: [{ condition: and(values) }], terms: [], alsoUnder: [], range, rest: { indexed: [] } };
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
  if (account_name === null) return false;
  return by_name === 0 || fitsName === undefined || fitsName(account_name);
}

function idsOf(places: readonly Place[], limit: number): string[] {
  return places.slice(0, limit).map(({ id }) => id);
}

/** A place and the name of its account; `null` where the rest of the filters does not let it through. */
type Looked = Place & { by_name: number; account_name: string | null };

/** Looks at the next places of the plan's lists together. Gives them, and the last one; `undefined` when there are no more. */
async function look(
  ledger: Db,
  plan: Plan,
  size: number,
  after: Place | undefined,
): Promise<{ rows: Looked[]; end: Place | undefined }> {
  if (plan.streams.length + plan.terms.length === 0) return { rows: [], end: undefined };
  const places = newestOf(ledger, plan, plan.range, after, size);
  const { rows } = await sql<Looked>`
    select created_at, id, by_name, ${nameOf(plan)} as account_name from (${places}) as place
    order by created_at desc, id desc`.execute(ledger);
  return { rows, end: rows[size - 1] };
}

/** The name where all that an index tells lets a place through; nothing of the transfer is read before. */
function nameOf({ rest, alsoUnder, fitsName }: Plan): RawBuilder<unknown> {
  const indexed = [...alsoUnder.map((term) => sql`(by_name = 0 or ${standsUnder(term)})`), ...rest.indexed];
  const name =
    rest.ofTransfer === undefined && fitsName === undefined
      ? sql`''`
      : sql`(select account_name from transfers where transfers.id = place.id and ${rest.ofTransfer ?? sql`1 = 1`})`;
  return indexed.length === 0 ? name : sql`case when ${and(indexed)} then ${name} end`;
}
