import { type RawBuilder, sql } from "kysely";
import type { TransferFilters } from "#lib/contract/transfer-list";
import {
  alsoNeedsPerson,
  type Moment,
  needsPerson,
  needsPersonFor,
  readMoment,
} from "#lib/server/attention/due";
import { env } from "#lib/server/config/env";
import { textMarks } from "#lib/server/ledger/name-terms";
import { transfersOfBatches } from "#lib/server/ledger/transfer-batches";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db } from "#lib/server/tables/schema";
import type { ReceivedState } from "#lib/transfer/received";
import { type AmountKeys, fewBetween, isBetween, keysBetween } from "./amount-order";
import { hasValues, type List, standsUnder } from "./transfer-lists";

/** Invariant: each filter is the lists of all that fit it, and a condition for where the page goes by another one. */
export type FilterPart = {
  /** In the page's order; left out where no index has them so. */
  lists?: readonly List[];
  /** At a place: by an index, or of the transfer itself. One of them at least. */
  indexed?: RawBuilder<unknown>;
  ofTransfer?: RawBuilder<unknown>;
  /** Whether no list can be shorter. */
  isLead?: true;
};

/** This many transfers are found by their amounts and put in order; more are judged one by one. */
const mostByAmount = 1_000;

/** All but status, state, token and bank, which share their indexes. */
export async function readParts(ledger: Db, filters: TransferFilters): Promise<FilterPart[]> {
  const { account, payee, person, batch, received, min, max } = filters;
  return [
    ...(account === undefined ? [] : [await ofAccount(ledger, account)]),
    ...(await ofAttention(ledger, filters)),
    ...(payee === undefined ? [] : [ofPayee(payee)]),
    ...(person === undefined ? [] : [await ofPerson(ledger, person)]),
    ...(batch === undefined ? [] : [await ofBatch(ledger, batch)]),
    ...(received === undefined ? [] : [ofReceived(received)]),
    ...(min === undefined && max === undefined
      ? []
      : [await ofAmount(ledger, filters, keysBetween(min, max))]),
  ];
}

/** Of the account of a transfer: a whole number would stand in addresses and logs. */
async function ofAccount(ledger: Db, transferId: string): Promise<FilterPart> {
  const row = await ledger
    .selectFrom("transfers")
    .select("account_number")
    .where("id", "=", transferId.toLowerCase())
    .executeTakeFirst();
  const condition = row === undefined ? sql`1 = 0` : sql`account_number = ${row.account_number}`;
  return { ...byValue(condition), lists: [{ condition, kind: "account" }], isLead: true };
}

async function ofAttention(ledger: Db, { attention, reason }: TransferFilters): Promise<FilterPart[]> {
  if (attention === undefined && reason === undefined) return [];
  const moment: Moment = await readMoment(ledger);
  const condition = reason === undefined ? needsPerson(moment) : needsPersonFor(moment, reason);
  const ofTransfer = reason === undefined ? alsoNeedsPerson(moment) : condition;
  return [{ ofTransfer, lists: [{ condition, kind: "all" }], isLead: true }];
}

function ofPayee(id: string): FilterPart {
  const condition = sql`payee_id = ${id.toLowerCase()}`;
  return { ...byValue(condition), lists: [{ condition, kind: "all" }] };
}

/** Of most transfers nobody says anything, so that no list is made of those. */
function ofReceived(state: ReceivedState): FilterPart {
  const ofTransfer = sql`received = ${state}`;
  if (state === "none") return { ofTransfer };
  const condition = sql`${ofTransfer} and received <> 'none'`;
  return { ofTransfer, lists: [{ condition, kind: "all" }] };
}

/** As they are kept with each transfer: by the e-mail address. */
async function ofPerson(ledger: Db, id: string): Promise<FilterPart> {
  const row = await ledger.selectFrom("people").select("email").where("id", "=", id).executeTakeFirst();
  const term = textMarks.creator + (row?.email ?? "");
  return { indexed: standsUnder(term), lists: [{ terms: [term], kind: "all" }] };
}

/** A batch has 1,000 rows at most: they are found first, and put in order. */
async function ofBatch(ledger: Db, id: string): Promise<FilterPart> {
  const condition = isAmongIds(ledger, await transfersOfBatches(ledger, [id.toLowerCase()]));
  return { ofTransfer: condition, lists: [{ condition, kind: "all" }] };
}

async function ofAmount(ledger: Db, filters: TransferFilters, keys: AmountKeys): Promise<FilterPart> {
  const every = async () => [...new Set((await everyAsset(ledger)).map(({ asset }) => asset))];
  const assets = (await assetsOf(ledger, filters)) ?? (await every());
  const ids = await fewBetween(ledger, assets, keys, mostByAmount);
  const ofTransfer = isBetween(ledger, keys);
  if (ids === undefined) return { ofTransfer };
  return { ofTransfer, lists: [{ condition: isAmongIds(ledger, ids), kind: "all" }] };
}

function byValue(condition: RawBuilder<unknown>): FilterPart {
  return { indexed: hasValues([condition]), ofTransfer: condition };
}

export function isAmongIds(ledger: Db, ids: readonly string[]): RawBuilder<unknown> {
  return isPostgres(ledger)
    ? sql`transfers.id = any(${[...ids]}::text[])`
    : sql`transfers.id in (select value from json_each(${JSON.stringify(ids)}))`;
}

/** The tokens on their networks that are asked for; `undefined` where all are. */
export async function assetsOf(
  ledger: Db,
  { asset, token, network }: TransferFilters,
): Promise<string[] | undefined> {
  if (token === undefined && network === undefined) return asset === undefined ? undefined : [asset];
  const fitting = (await everyAsset(ledger)).filter(
    (each) =>
      (token === undefined || each.token === token) && (network === undefined || each.network === network),
  );
  const all = [...new Set(fitting.map((each) => each.asset))];
  return asset === undefined ? all : all.filter((each) => each === asset);
}

type Known = { asset: string; token: string; network: string };

/** Those that left the table are known from their transfers, with the network that the ID begins with. */
async function everyAsset(ledger: Db): Promise<Known[]> {
  const used = await usedAssets(ledger);
  const own = env().assets.map(({ asset, fromCurrency, network }) => ({
    asset,
    token: fromCurrency,
    network,
  }));
  const networkOf = (asset: string) =>
    own.find((each) => each.asset === asset)?.network ?? asset.split(":")[0] ?? "";
  return [...own, ...used.map((each) => ({ ...each, network: networkOf(each.asset) }))];
}

/** One look in the index for each, however many transfers there are. A token is called as in its newest transfer. */
async function usedAssets(ledger: Db): Promise<{ asset: string; token: string }[]> {
  const { rows } = await sql<{ asset: string; token: string }>`
    with recursive used (asset) as (
      select min(asset) from transfers
      union all
      select (select min(transfers.asset) from transfers where transfers.asset > used.asset)
      from used where used.asset is not null
    )
    select asset, (select from_currency from transfers where transfers.asset = used.asset
      order by created_at desc, id desc limit 1) as token
    from used where asset is not null`.execute(ledger);
  return rows;
}
