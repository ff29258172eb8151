import { type Expression, type RawBuilder, sql } from "kysely";
import type { TransferFilters, TransferSort } from "#lib/contract/transfer-list";
import { env } from "#lib/server/config/env";
import { isInPart, listsOfState } from "#lib/server/standing/open-parts";
import type { Db } from "#lib/server/tables/schema";
import { daysAsked, endOfDay, startOfDay } from "#lib/text/zone-day";
import { statusesOf } from "#lib/transfer/transfer-states";
import { type TransferStatus, transferStatuses } from "#lib/transfer/transfer-status";
import { type AmountKeys, keysBetween } from "./amount-order";
import { assetsOf, type FilterPart, readParts } from "./filter-parts";
import { and, hasValues, type List, type Range } from "./transfer-lists";
import { type Reading, readSearch, shortestOf } from "./transfer-search";

/** Invariant: filters become lists in the page's order, and conditions for what no list covers. */

/** The filters that no list covers: conditions on indexes, and one on the transfer itself. */
type Rest = { indexed: RawBuilder<unknown>[]; ofTransfer?: Expression<unknown> };
export type Plan = {
  readings: readonly Reading[];
  range: Range;
  rest: Rest;
  isAscending: boolean;
  byAmountOf?: { asset: string; keys: AmountKeys };
};

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
  const range = rangeOf(filters);
  const { asset, min, max } = filters;
  const parts = await readParts(ledger, filters);
  const values = await readValues(ledger, filters);
  if (isByAmount && asset !== undefined) {
    // Of the transfer itself, where that is possible: no index has the amount's order and these.
    const own = parts.flatMap((part) => part.ofTransfer ?? []);
    const ofTransfer = and([...ofValues(values), ...own, ...ofRange(range)]);
    const indexed = parts.flatMap((part) =>
      part.ofTransfer === undefined && part.indexed ? [part.indexed] : [],
    );
    return {
      ...one([], range),
      rest: { indexed, ofTransfer },
      byAmountOf: { asset, keys: keysBetween(min, max) },
    };
  }
  const text = filters.q?.trim() ?? "";
  if (text !== "") return { readings: await readSearch(ledger, text), range, rest: restOf(parts, values) };
  const lead = await leadOf(ledger, parts, values);
  const left = parts.filter((part) => part !== lead);
  if (lead !== undefined && parts.includes(lead))
    return { ...one(lead.lists, range), rest: restOf(left, values) };
  const lists = lead?.lists ?? [{ condition: sql`1 = 1`, kind: "all" as const }];
  // These lists have what they are made of; of a bank's, the token is left.
  const { bank, assets } = values;
  const has = bank === undefined || assets === undefined ? {} : { assets };
  return { ...one(lists, range), rest: restOf(left, has) };
}

type Lead = FilterPart & { lists: readonly List[] };

/** The filter whose lists are the shortest. */
async function leadOf(ledger: Db, parts: readonly FilterPart[], values: Values): Promise<Lead | undefined> {
  const leads = parts.filter((part): part is Lead => part.lists !== undefined);
  const first = leads.find(({ isLead }) => isLead);
  if (first !== undefined) return first;
  const lists = listsBy(values).map((condition) => ({ condition, kind: "all" as const }));
  const isAll = values.bank === undefined && values.statuses === undefined && values.assets === undefined;
  return shortestOf(ledger, isAll ? leads : [...leads, { lists }]);
}

/** What judges a place that another filter's list has. */
function restOf(parts: readonly FilterPart[], { statuses, assets, state, bank }: Values): Rest {
  const values = [
    ...(statuses === undefined ? [] : [isAmong("status", statuses)]),
    ...(assets === undefined ? [] : [isAmong("asset", assets)]),
  ];
  const indexed = [
    ...(values.length === 0 ? [] : [hasValues(values)]),
    ...(bank === undefined ? [] : [hasValues([bank, isAmong("status", statuses ?? transferStatuses)])]),
    ...parts.flatMap((part) => part.indexed ?? []),
  ];
  const ofTransfer = [
    ...isInPart(state),
    ...parts.flatMap((part) => (part.indexed === undefined && part.ofTransfer ? [part.ofTransfer] : [])),
  ];
  return { indexed, ...(ofTransfer.length > 0 && { ofTransfer: and(ofTransfer) }) };
}

/** Status, state, token and bank: a list for each combination of them, in one index. */
type Values = {
  statuses?: readonly TransferStatus[] | undefined;
  assets?: readonly string[] | undefined;
  state?: TransferFilters["state"];
  bank?: RawBuilder<unknown> | undefined;
};

async function readValues(ledger: Db, filters: TransferFilters): Promise<Values> {
  const { status, state, bank } = filters;
  return {
    statuses: status !== undefined ? [status] : state !== undefined ? statusesOf(state) : undefined,
    assets: await assetsOf(ledger, filters),
    state,
    bank: bank === undefined ? undefined : sql`bank_code = ${bank}`,
  };
}

/** On a transfer. */
function ofValues({ statuses, assets, state, bank }: Values): RawBuilder<unknown>[] {
  return [
    ...(statuses === undefined ? [] : [isAmong("status", statuses)]),
    ...(assets === undefined ? [] : [isAmong("asset", assets)]),
    ...isInPart(state),
    ...(bank === undefined ? [] : [bank]),
  ];
}

function rangeOf(filters: TransferFilters): Range {
  const { timeZone } = env();
  const { from, to } = daysAsked(filters, Date.now(), timeZone);
  return {
    start: from === undefined ? undefined : startOfDay(from, timeZone),
    end: to === undefined ? undefined : endOfDay(to, timeZone),
  };
}

function ofRange({ start, end }: Range): RawBuilder<unknown>[] {
  return [
    ...(start === undefined ? [] : [sql`created_at >= ${start}`]),
    ...(end === undefined ? [] : [sql`created_at < ${end}`]),
  ];
}

/** Without a text there is one reading. */
function one(lists: readonly List[], range: Range) {
  return { readings: [{ lists, range: {}, terms: [] }], range };
}

/** A list for each status of each token, or of a bank: several in one condition would not be in order. */
function listsBy({ statuses, assets, state, bank }: Values): RawBuilder<unknown>[] {
  if (bank !== undefined)
    return listsOfState(statuses ?? transferStatuses, state).map((each) => and([bank, each]));
  const ofStatus = statuses === undefined ? [undefined] : listsOfState(statuses, state);
  const ofAsset = assets?.map((each) => sql`asset = ${each}`) ?? [undefined];
  return ofStatus.flatMap((one) =>
    ofAsset.map((other) => and([one, other].filter((each) => each !== undefined))),
  );
}

function isAmong(column: "status" | "asset", values: readonly string[]): RawBuilder<unknown> {
  return values.length === 0 ? sql`1 = 0` : sql`${sql.ref(column)} in (${sql.join(values)})`;
}
