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
 * Invariant: one request looks at a bounded number of transfers. What no index answers is checked row by row up to the
 * bound; the page then says how far it looked, and its cursor continues there.
 */

/** `lookedBackTo` is set when the page is not full. */
export type PageOfIds = { ids: string[]; next: Place | null; lookedBackTo: string | null };

/** Beyond a page. The first step mostly has a few that don't match. */
const steps = [10, 150, 350];

/** The filters that no list covers: conditions on indexes, and one on the transfer itself. */
type Rest = { indexed: RawBuilder<unknown>[]; ofTransfer?: Expression<SqlBool> };
type Plan = Search & { range: Range; rest: Rest };

/** Made once and used for page after page. */
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

/** `undefined` is the newest page. */
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
      // A place on two lists comes twice, and so can a step's edge.
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

/** The name is `null` where the other filters exclude the place. */
type Looked = Place & { by_name: number; account_name: string | null };

/** Returns the next places and the last one; `undefined` at the end. */
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

/** Only what an index tells: nothing of the transfer is read before. */
function nameOf({ rest, alsoUnder, fitsName }: Plan): RawBuilder<unknown> {
  const indexed = [...alsoUnder.map((term) => sql`(by_name = 0 or ${standsUnder(term)})`), ...rest.indexed];
  const name =
    rest.ofTransfer === undefined && fitsName === undefined
      ? sql`''`
      : sql`(select account_name from transfers where transfers.id = place.id and ${rest.ofTransfer ?? sql`1 = 1`})`;
  return indexed.length === 0 ? name : sql`case when ${and(indexed)} then ${name} end`;
}
