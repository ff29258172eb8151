import { createHash } from "node:crypto";
import { isSameAddress, toWire } from "#lib/asset/address";
import type { Transfer } from "#lib/contract/api";
import { compareAmounts } from "#lib/money/amount";
import type { Amount } from "#lib/money/money";
import { decimalsIn, fromUnits, inScale, toUnits } from "#lib/money/units";
import { confirmationsOn, isNetworkWatched } from "#lib/server/config/watched-network";
import { db } from "#lib/server/database/db";
import type { ChainCursorRow, DepositRow } from "#lib/server/tables/deposit-rows";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, TransferRow, Trx } from "#lib/server/tables/schema";
import { type DepositFold, foldDeposit, isFromElsewhere, isInTime } from "#lib/transfer/deposit";
import { endOfWatch } from "#lib/transfer/watch";

/** Invariant: what is said of a deposit is computed from what a node of the network said, and from nothing else. */

/** A transfer whose address is new has not been looked at yet, and its network is not blind. */
const blindAfterMs = 2 * 60_000;
/** Each with its link to an explorer; the timeline has them all. */
const mostTransactions = 20;

export type DepositFacts = { rows: readonly DepositRow[]; cursor: ChainCursorRow | undefined };

/** By transfer ID. Without how far the networks were read, where only what came is asked for. */
export async function readDepositFacts(
  ledger: Db | Trx,
  transfers: readonly (Pick<TransferRow, "id" | "network" | "deposit_label"> & { hasDeposits: boolean })[],
  isRowsAlone = false,
): Promise<(transfer: Pick<TransferRow, "id" | "network">) => DepositFacts> {
  // Also of one whose own address shows nothing: money may be at another that it once had.
  const ids = transfers.flatMap(({ id, hasDeposits }) => (hasDeposits ? [id] : []));
  // Of one that is watched no more, it is said until when it was.
  const networks = [
    ...new Set(
      transfers.flatMap(({ network, deposit_label }) =>
        deposit_label !== null || isNetworkWatched(network) ? [network] : [],
      ),
    ),
  ];
  const rows =
    ids.length === 0
      ? []
      : await ledger
          .selectFrom("deposits")
          .selectAll()
          .where(isOneOf(ledger, "transfer_id", ids))
          .orderBy("block")
          .orderBy("tx")
          .orderBy("ordinal")
          .execute();
  const cursors =
    networks.length === 0 || isRowsAlone
      ? []
      : await ledger.selectFrom("chain_cursors").selectAll().where("network", "in", networks).execute();
  return ({ id, network }) => ({
    rows: rows.filter(({ transfer_id }) => transfer_id === id),
    cursor: cursors.find((cursor) => cursor.network === network),
  });
}

/** What its event says. */
export function depositText({ units, decimals, symbol }: DepositRow): string {
  return `${fromUnits(BigInt(units), decimals)} ${symbol}`;
}

/** By which the event of a change, counted from 1, is known. */
export function changeHash(row: DepositRow, change: number): string {
  const { network, tx, contract, to_address, ordinal } = row;
  const key = JSON.stringify([network, tx, contract, to_address, ordinal, change]);
  return createHash("sha256").update(key).digest("hex");
}

/** What the cached column is of. */
export function foldDepositRows(
  { amount, created_at, address }: Pick<TransferRow, "amount" | "created_at" | "address">,
  all: readonly DepositRow[],
): DepositFold {
  const rows = atAddress(all, address);
  const scale = scaleOf(amount, rows);
  const deposits = rows.map((row) => ({
    isOwnToken: row.is_own_token === 1,
    units: row.is_own_token === 1 ? `${inScale(BigInt(row.units), row.decimals, scale)}` : row.units,
    ...{ state: row.state, blockTime: row.block_time },
    ...endsOf(row),
  }));
  return foldDeposit(deposits, { units: toUnits(amount, scale), createdAt: created_at });
}

/** What came to an address that a person has replaced since is not of this one. */
function atAddress(rows: readonly DepositRow[], address: string | null): DepositRow[] {
  return rows.filter(({ to_address }) => address !== null && isSameAddress(to_address, address));
}

const endsOf = (row: DepositRow) => ({ from: toWire(row.from_address), to: toWire(row.to_address) });

/** Whether it counts: in time, and from another address than its own. */
export function isMeant(row: DepositRow, createdAt: string): boolean {
  return isInTime({ blockTime: row.block_time }, createdAt) && isFromElsewhere(endsOf(row));
}

/** Writes the cached column. Null where nothing is known of the address: it is looked at from the beginning. */
export async function writeDepositLabel(
  trx: Trx,
  transfer: Pick<TransferRow, "id" | "amount" | "created_at" | "address">,
): Promise<void> {
  const rows = await trx.selectFrom("deposits").selectAll().where("transfer_id", "=", transfer.id).execute();
  const { label } = foldDepositRows(transfer, rows);
  const isNew = atAddress(rows, transfer.address).length === 0 && !(await isLookedAt(trx, transfer));
  const deposit_label = isNew ? null : label;
  await trx.updateTable("transfers").set({ deposit_label }).where("id", "=", transfer.id).execute();
}

async function isLookedAt(trx: Trx, { id, address }: Pick<TransferRow, "id" | "address">): Promise<boolean> {
  if (address === null) return false;
  const known = await trx
    .selectFrom("addresses")
    .select("is_looked_at")
    .where("transfer_id", "=", id)
    .where("address", "=", address)
    .executeTakeFirst();
  return known?.is_looked_at === 1;
}

/** The finest of what was asked and of what arrived: a token's decimals may have been corrected in between. */
function scaleOf(amount: string, rows: readonly DepositRow[]): number {
  const own = rows.filter(({ is_own_token }) => is_own_token === 1);
  return Math.max(decimalsIn(amount), ...own.map(({ decimals }) => decimals));
}

/** As our API shows it. */
export function toDeposit(
  row: TransferRow,
  { rows: all, cursor }: DepositFacts,
  isRepeated: boolean,
): Transfer["deposit"] {
  const rows = atAddress(all, row.address).filter((each) => isMeant(each, row.created_at));
  const { label, units, parts, hasWrongToken } = foldDepositRows(row, rows);
  const own = rows.filter(({ is_own_token, state }) => is_own_token === 1 && state !== "gone");
  const wrong = rows.find(({ is_own_token, state }) => is_own_token === 0 && state !== "gone");
  const scale = scaleOf(row.amount, rows);
  const missing = toUnits(row.amount, scale) - units;
  const isCounted = parts > 0;
  const shown = label === "none" ? labelOfNone(row, cursor) : label;
  return {
    label: shown,
    watchEndedAt: shown === "off" ? null : watchEndOf(row, cursor, label === "seen"),
    amount: isCounted ? fromUnits(units, scale) : null,
    difference: isCounted ? fromUnits(missing < 0n ? -missing : missing, scale) : null,
    isShort: isCounted && missing > 0n,
    parts: largestOf(own).map((part) => fromUnits(BigInt(part.units), part.decimals)),
    otherToken:
      hasWrongToken && wrong !== undefined
        ? { symbol: wrong.symbol, amount: fromUnits(BigInt(wrong.units), wrong.decimals) }
        : null,
    confirmations: label === "seen" ? confirmationsOf(own, cursor) : null,
    firstAt: own[0]?.block_time ?? null,
    transactions: [...new Set(largestOf(rows.filter(({ state }) => state !== "gone")).map(({ tx }) => tx))],
    isShared: isRepeated && isCounted,
  };
}

/** Nothing was looked for, nothing was there, or nobody has looked lately. */
function labelOfNone(row: TransferRow, cursor: ChainCursorRow | undefined): "off" | "none" | "blind" {
  const isWatched =
    row.submission === "accepted" && row.address_check === "valid" && isNetworkWatched(row.network);
  if (!isWatched || cursor === undefined || row.created_at < cursor.watched_since) return "off";
  if (isOver(row)) return row.deposit_label === null ? "off" : "none";
  // Accepted long after it was made, and what came before is not read yet.
  const isUnread = row.deposit_label === null && row.created_at < (cursor.settled_time ?? "");
  if (isUnread) return "blind";
  const since = Math.max(Date.parse(cursor.read_at ?? row.created_at), Date.parse(row.created_at));
  return Date.now() - since > blindAfterMs ? "blind" : "none";
}

function isOver(row: TransferRow): boolean {
  return Date.now() >= endOfWatch(row);
}

/** When its address was looked at last; null while it is looked at. What is not confirmed is, whatever its age. */
function watchEndOf(row: TransferRow, cursor: ChainCursorRow | undefined, isSeen: boolean): string | null {
  const isWatched = isNetworkWatched(row.network) && (isSeen || !isOver(row));
  if (isWatched || cursor?.read_at == null) return null;
  return new Date(Math.min(endOfWatch(row), Date.parse(cursor.read_at))).toISOString();
}

/** Of the youngest deposit that counts. */
function confirmationsOf(
  own: readonly DepositRow[],
  cursor: ChainCursorRow | undefined,
): { has: number; needs: number } | null {
  const youngest = Math.max(...own.filter(({ state }) => state === "seen").map(({ block }) => block));
  const needs = cursor === undefined ? undefined : confirmationsOn(cursor.network);
  if (cursor?.head == null || needs === undefined || !Number.isFinite(youngest)) return null;
  return { has: Math.min(needs, Math.max(1, cursor.head - youngest + 1)), needs };
}

/** When a network was last read, and up to which block; `undefined` while it is not. */
export async function lastRead(network: string): Promise<{ at: string; block: number | null } | undefined> {
  if (!isNetworkWatched(network)) return undefined;
  const cursor = await (await db())
    .selectFrom("chain_cursors")
    .select(["read_at", "head"])
    .where("network", "=", network)
    .executeTakeFirst();
  return cursor?.read_at == null ? undefined : { at: cursor.read_at, block: cursor.head };
}

/** One that a page or an export lists. */
export type ListedDeposit = {
  tx: string;
  amount: Amount;
  symbol: string;
  from: string;
  at: string;
  to: string;
  /** At an address that the transfer doesn’t have now. */
  isElsewhere: boolean;
  isOtherToken: boolean;
};

/** At the transfer's own address, in its own token. */
export function isAsAsked({ isElsewhere, isOtherToken }: ListedDeposit): boolean {
  return !isElsewhere && !isOtherToken;
}

/** What is on the network at every address that a transfer ever had, the first one first. */
export async function listDeposits(transfer: Listed & Pick<Transfer, "id">): Promise<ListedDeposit[]> {
  const rows = await (await db())
    .selectFrom("deposits")
    .selectAll()
    .where("transfer_id", "=", transfer.id)
    .orderBy("block")
    .orderBy("tx")
    .orderBy("ordinal")
    .execute();
  return listedDeposits(rows, transfer);
}

type Listed = Pick<Transfer, "address" | "createdAt">;

/** Of all that a node said of the transfer. */
export function listedDeposits(
  rows: readonly DepositRow[],
  { address, createdAt }: Listed,
  { isGone = false } = {},
): ListedDeposit[] {
  return rows
    .filter((each) => (each.state === "gone") === isGone && isMeant(each, createdAt))
    .map(({ tx, units, decimals, symbol, from_address, to_address, block_time, is_own_token }) => ({
      ...{ tx, symbol, from: from_address, at: block_time, to: to_address },
      amount: fromUnits(BigInt(units), decimals),
      isElsewhere: address === null || !isSameAddress(to_address, address),
      isOtherToken: is_own_token === 0,
    }));
}

/** Anybody can send dust, and it must hide nothing. In the order in which they are given. */
export function largestDeposits(all: readonly ListedDeposit[], most: number): ListedDeposit[] {
  const bySize = [...all].sort((one, other) => compareAmounts(other.amount, one.amount));
  const kept = new Set(bySize.slice(0, most));
  return all.filter((each) => kept.has(each));
}

/** As `largestDeposits`, of what one page shows. */
function largestOf(rows: readonly DepositRow[]): DepositRow[] {
  const finest = Math.max(0, ...rows.map(({ decimals }) => decimals));
  const sizeOf = ({ units, decimals }: DepositRow) => inScale(BigInt(units), decimals, finest);
  const bySize = [...rows].sort((one, other) => (sizeOf(one) < sizeOf(other) ? 1 : -1));
  const kept = new Set(bySize.slice(0, mostTransactions));
  return rows.filter((row) => kept.has(row));
}
