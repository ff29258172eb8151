import "server-only";
import { type Expression, type RawBuilder, sql } from "kysely";
import type { TransferFilters, TransferSort } from "#lib/contract/transfer-list";
import { alsoNeedsPerson, needsPerson, readMoment } from "#lib/server/attention/due";
import { env } from "#lib/server/config/env";
import type { Db } from "#lib/server/tables/schema";
import { endOfDay, startOfDay } from "#lib/text/zone-day";
import { isPartOfOpen, statusesOf } from "#lib/transfer/transfer-states";
import { type TransferStatus, transferStatuses } from "#lib/transfer/transfer-status";
import { and, hasValues, type List, type Range } from "./transfer-lists";
import { type Reading, readSearch } from "./transfer-search";

/** Invariant: filters become lists in the page's order, and conditions for what no list covers. */

/** The filters that no list covers: conditions on indexes, and one on the transfer itself. */
type Rest = { indexed: RawBuilder<unknown>[]; ofTransfer?: Expression<unknown> };
export type Plan = {
  readings: readonly Reading[];
  range: Range;
  rest: Rest;
  isAscending: boolean;
  byAmountOf?: string;
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
    return { ...one([], range), rest: { indexed: [], ofTransfer: all }, byAmountOf: filters.asset };
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
  if (text !== "") return { readings: await readSearch(ledger, text), range, rest };
  if (isOfAccount !== undefined)
    return { ...one([{ condition: isOfAccount, kind: "account" }], range), rest };
  if (isByReasons) return { ...one([{ condition: needsPerson(moment), kind: "all" }], range), rest };
  const conditions =
    isOfBank === undefined ? listsBy(statuses, assets, state) : banksBy(isOfBank, statuses, state);
  const left = isOfBank !== undefined && assets !== undefined ? [hasValues([isAmong("asset", assets)])] : [];
  const lists = conditions.map((condition) => ({ condition, kind: "all" as const }));
  return { ...one(lists, range), rest: { indexed: left } };
}

/** Without a text there is one reading. */
function one(lists: readonly List[], range: Range) {
  return { readings: [{ lists, range: {}, terms: [] }], range };
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
