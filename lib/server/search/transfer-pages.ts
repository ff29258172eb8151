import "server-only";
import { type Expression, type RawBuilder, sql } from "kysely";
import type { TransferFilters, TransferSort } from "#lib/contract/transfer-list";
import { alsoNeedsPerson, needsPerson, readMoment } from "#lib/server/attention/due";
import { env } from "#lib/server/config/env";
import type { Db } from "#lib/server/tables/schema";
import { endOfDay, startOfDay } from "#lib/text/zone-day";
import { isPartOfOpen, statusesOf } from "#lib/transfer/transfer-states";
import { type TransferStatus, transferStatuses } from "#lib/transfer/transfer-status";
import { byAmount } from "./amount-order";
import {
  and,
  hasValues,
  type KindOfPlace,
  type MatchKind,
  matchKinds,
  type Place,
  placesOf,
  type Range,
  type Stream,
  standsUnder,
} from "./transfer-lists";
import { readSearch, type Search } from "./transfer-search";

/**
 * Invariant: one request looks at a bounded number of transfers. What no index answers is checked row by row up to the
 * bound; the page then says how far it looked, and its cursor continues there.
 */

/** `first` and `next` are where it begins and ends. `lookedBackTo` is set when the page is not full. */
export type PageOfIds = {
  ids: string[];
  first: Place | null;
  next: Place | null;
  lookedBackTo: string | null;
  /** By ID: what the search matched. */
  matched: ReadonlyMap<string, ReadonlySet<MatchKind>>;
};

/** Beyond a page. The first step mostly has a few that don't match. */
const steps = [10, 150, 350];

/** The filters that no list covers: conditions on indexes, and one on the transfer itself. */
type Rest = { indexed: RawBuilder<unknown>[]; ofTransfer?: Expression<unknown> };
export type Plan = Search & { range: Range; rest: Rest; isAscending: boolean; byAmountOf?: string };

/** Made once and used for page after page. By amount, it needs a token and no text. */
export async function planPages(
  ledger: Db,
  filters: TransferFilters,
  sort: TransferSort = "newest",
): Promise<Plan> {
  const plan = await planFilters(ledger, filters, sort === "largest" || sort === "smallest");
  return { ...plan, isAscending: sort === "oldest" || sort === "smallest" };
}

async function planFilters(
  ledger: Db,
  filters: TransferFilters,
  isByAmount: boolean,
): Promise<Omit<Plan, "isAscending">> {
  const { timeZone } = env();
  const range = {
    start: filters.from === undefined ? undefined : startOfDay(filters.from, timeZone),
    end: filters.to === undefined ? undefined : endOfDay(filters.to, timeZone),
  };
  const { attention, status, state, account, bank } = filters;
  const statuses = status !== undefined ? [status] : state !== undefined ? statusesOf(state) : undefined;
  const assets = await assetsOf(ledger, filters);
  const isOfAccount = account === undefined ? undefined : await accountOf(ledger, account);
  const isOfBank = bank === undefined ? undefined : sql`bank_code = ${bank}`;
  const moment = attention === undefined ? undefined : await readMoment(ledger);
  const text = filters.q?.trim() ?? "";
  const isByReasons = moment !== undefined && text === "" && account === undefined && !isByAmount;
  const values = [
    ...(statuses === undefined ? [] : [isAmong("status", statuses)]),
    ...(assets === undefined ? [] : [isAmong("asset", assets)]),
  ];
  const ofTransfer = [
    ...(isPartOfOpen(state) ? [sql`is_handled = 0`] : []),
    ...(moment === undefined || isByReasons ? [] : [alsoNeedsPerson(moment)]),
  ];
  if (isByAmount && filters.asset !== undefined) {
    // Of the transfer itself: no index has the amount's order and these.
    const all = and([
      ...values,
      ...ofTransfer,
      ...[isOfAccount, isOfBank].filter((each) => each !== undefined),
      ...(range.start === undefined ? [] : [sql`created_at >= ${range.start}`]),
      ...(range.end === undefined ? [] : [sql`created_at < ${range.end}`]),
    ]);
    const none = { streams: [], terms: [], alsoUnder: [] };
    return { ...none, range, rest: { indexed: [], ofTransfer: all }, byAmountOf: filters.asset };
  }
  const rest = {
    indexed: [
      ...(values.length === 0 ? [] : [hasValues(values)]),
      ...(isOfAccount === undefined ? [] : [hasValues([isOfAccount])]),
      ...(isOfBank === undefined
        ? []
        : [hasValues([isOfBank, isAmong("status", statuses ?? transferStatuses)])]),
    ],
    ...(ofTransfer.length > 0 && { ofTransfer: and(ofTransfer) }),
  };
  if (text !== "") return { ...(await readSearch(ledger, text)), range, rest };
  const listsOf = (streams: Stream[]) => ({ streams, terms: [], alsoUnder: [], range });
  if (isOfAccount !== undefined) return { ...listsOf([{ condition: isOfAccount, kind: "account" }]), rest };
  if (isByReasons) return { ...listsOf([{ condition: needsPerson(moment), kind: "all" }]), rest };
  const conditions =
    isOfBank === undefined ? listsBy(statuses, assets, state) : banksBy(isOfBank, statuses, state);
  const left = isOfBank !== undefined && assets !== undefined ? [hasValues([isAmong("asset", assets)])] : [];
  return { ...listsOf(conditions.map((condition) => ({ condition, kind: "all" }))), rest: { indexed: left } };
}

/** A list for each status of each token: several in one condition would not be in order. */
function listsBy(
  statuses: readonly TransferStatus[] | undefined,
  assets: readonly string[] | undefined,
  state: TransferFilters["state"],
): RawBuilder<unknown>[] {
  const ofStatus = statuses?.map((each) => isOfStatus(each, state)) ?? [undefined];
  const ofAsset = assets?.map((each) => sql`asset = ${each}`) ?? [undefined];
  return ofStatus.flatMap((one) =>
    ofAsset.map((other) => and([one, other].filter((each) => each !== undefined))),
  );
}

function banksBy(
  isOfBank: RawBuilder<unknown>,
  statuses: readonly TransferStatus[] = transferStatuses,
  state: TransferFilters["state"],
): RawBuilder<unknown>[] {
  return statuses.map((each) => and([isOfBank, isOfStatus(each, state)]));
}

/** A literal where the index of what waits is to be found. */
function isOfStatus(status: TransferStatus, state: TransferFilters["state"]): RawBuilder<unknown> {
  return isPartOfOpen(state) ? sql`status = ${sql.lit(status)} and is_handled = 0` : sql`status = ${status}`;
}

function isAmong(column: "status" | "asset", values: readonly string[]): RawBuilder<unknown> {
  return values.length === 0 ? sql`1 = 0` : sql`${sql.ref(column)} in (${sql.join(values)})`;
}

/** The tokens on their networks that are asked for; those that left the table are known from what was counted. */
async function assetsOf(ledger: Db, { asset, token }: TransferFilters): Promise<string[] | undefined> {
  if (token === undefined) return asset === undefined ? undefined : [asset];
  const counted = await ledger
    .selectFrom("amount_totals")
    .select("asset")
    .distinct()
    .where("token", "=", token)
    .execute();
  const own = env().assets.filter(({ fromCurrency }) => fromCurrency === token);
  const all = [...new Set([...own, ...counted].map((each) => each.asset))];
  return asset === undefined ? all : all.filter((each) => each === asset);
}

/** Of the account of a transfer: a whole number would stand in addresses and logs. */
async function accountOf(ledger: Db, transferId: string): Promise<RawBuilder<unknown>> {
  const row = await ledger
    .selectFrom("transfers")
    .select("account_number")
    .where("id", "=", transferId.toLowerCase())
    .executeTakeFirst();
  return row === undefined ? sql`1 = 0` : sql`account_number = ${row.account_number}`;
}

/** `undefined` is the newest page. */
export async function findPage(
  ledger: Db,
  plan: Plan,
  limit: number,
  after: Place | undefined,
): Promise<PageOfIds> {
  const found: Place[] = [];
  const seen = new Set<string>();
  const matched = new Map<string, Set<MatchKind>>();
  let reached = after;
  for (const step of steps) {
    const { rows, end } = await look(ledger, plan, step + limit + 1, reached);
    for (const row of rows) {
      if (!fits(plan, row)) continue;
      const isNew = !seen.has(row.id);
      seen.add(row.id);
      // A place on two lists comes twice, and so can a step's edge.
      if (isNew) found.push(placeOf(row));
      if (found.length <= limit) {
        const kinds = matched.get(row.id) ?? new Set();
        matched.set(row.id, kinds.add(matchKinds[row.kind] ?? "all"));
      } else return { ...pageOf(found, limit), next: found[limit - 1] ?? null, lookedBackTo: null, matched };
    }
    if (end === undefined) return { ...pageOf(found, limit), next: null, lookedBackTo: null, matched };
    reached = end;
  }
  return {
    ...pageOf(found, limit),
    next: reached ?? null,
    lookedBackTo: reached?.created_at ?? null,
    matched,
  };
}

function fits({ fitsName }: Plan, { kind, account_name }: Looked): boolean {
  if (account_name === null) return false;
  return matchKinds[kind] !== "name" || fitsName === undefined || fitsName(account_name);
}

function pageOf(places: readonly Place[], limit: number) {
  return { ids: places.slice(0, limit).map(({ id }) => id), first: places[0] ?? null };
}

function placeOf({ created_at, id, amount_key }: Place): Place {
  return { created_at, id, ...(amount_key !== undefined && { amount_key }) };
}

/** The name is `null` where the other filters exclude the place. */
type Looked = KindOfPlace & { account_name: string | null };

/** Returns the next places and the last one; `undefined` at the end. */
async function look(
  ledger: Db,
  plan: Plan,
  size: number,
  after: Place | undefined,
): Promise<{ rows: Looked[]; end: Place | undefined }> {
  const { streams, terms, range, isAscending, byAmountOf } = plan;
  const to = isAscending ? sql`asc` : sql`desc`;
  const [places, order, columns] =
    byAmountOf === undefined
      ? [placesOf(ledger, plan, range, { after, size, isAscending }), sql``, sql``]
      : [byAmount(ledger, byAmountOf, after, size, isAscending), sql`amount_key ${to}, `, sql`amount_key, `];
  if (byAmountOf === undefined && streams.length + terms.length === 0) return { rows: [], end: undefined };
  const { rows } = await sql<Looked>`
    select ${columns}created_at, id, kind, ${nameOf(plan)} as account_name from (${places}) as place
    order by ${order}created_at ${to}, id ${to}`.execute(ledger);
  return { rows, end: rows[size - 1] };
}

/** Only what an index tells: nothing of the transfer is read before. */
function nameOf({ rest, alsoUnder, fitsName }: Plan): RawBuilder<unknown> {
  const indexed = [
    ...alsoUnder.map((term) => sql`(kind <> ${sql.lit(matchKinds.indexOf("name"))} or ${standsUnder(term)})`),
    ...rest.indexed,
  ];
  const name =
    rest.ofTransfer === undefined && fitsName === undefined
      ? sql`''`
      : sql`(select account_name from transfers where transfers.id = place.id and ${rest.ofTransfer ?? sql`1 = 1`})`;
  return indexed.length === 0 ? name : sql`case when ${and(indexed)} then ${name} end`;
}
