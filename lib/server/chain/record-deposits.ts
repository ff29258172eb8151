import { toWire } from "#lib/asset/address";
import { decimalsIn, inScale, toUnits } from "#lib/money/units";
import { settleFundings } from "#lib/server/funding/settle-funding";
import { appendEvent, holdTransfers } from "#lib/server/ledger/transfer-ledger";
import type { DepositChange } from "#lib/server/observe/metrics";
import { changeHash, depositText, writeDepositLabel } from "#lib/server/standing/deposit-facts";
import { writeStandings } from "#lib/server/standing/write-standing";
import type { DepositRow } from "#lib/server/tables/deposit-rows";
import { isOneOf } from "#lib/server/tables/prepared";
import type { TransferRow, Trx } from "#lib/server/tables/schema";
import type { DepositState } from "#lib/transfer/deposit";
import type { EventKind } from "#lib/transfer/transfer-status";
import type { ChainNetwork, FoundDeposit } from "./chain-network";
import type { Watched } from "./watched";

/**
 * Invariant: a deposit changes only with an event, in one transaction, and a second writer has no effect: each change has a
 * number, which its event's hash names. It never touches a submission or a status.
 */

/** What one reading of a range of blocks says of the accounts that were asked for. */
export type Look = {
  network: ChainNetwork;
  /** The node's host. */
  node: string;
  watched: readonly Watched[];
  found: readonly (FoundDeposit & { blockTime: string })[];
  /** Up to this block, what stands is confirmed. */
  confirmedTo: number;
  /** What the node no longer has, as it was when it was asked. */
  gone: readonly DepositRow[];
};

/** Anybody can send dust to an address: beyond so many, only what could matter is kept. */
export const mostDeposits = 200;

/** Returns the changes that were written. */
export async function recordLook(trx: Trx, look: Look): Promise<DepositChange[]> {
  const ids = idsToJudge(look);
  if (ids.length === 0) return [];
  await holdTransfers(trx, ids);
  const transfers = await trx
    .selectFrom("transfers")
    .selectAll()
    .where(isOneOf(trx, "id", ids))
    .orderBy("id")
    .execute();
  const own = ownOf(look);
  const changes: DepositChange[] = [];
  for (const transfer of transfers) changes.push(...(await recordTransfer(trx, transfer, look, own)));
  return changes;
}

/** Made once for all transfers: a service may give every one of them the same address. */
type Own = { addresses: ReadonlyMap<string, ReadonlyMap<string, string>>; gone: ReadonlySet<string> };

/** The addresses of each transfer by their accounts, and what is gone. */
function ownOf({ watched, gone }: Look): Own {
  const addresses = new Map<string, Map<string, string>>();
  for (const { id, account, address } of watched) {
    const known = addresses.get(id) ?? new Map<string, string>();
    addresses.set(id, known.set(account, address));
  }
  return { addresses, gone: new Set(gone.map(stateKey)) };
}

/** Those with something found, and those with something gone. */
function idsToJudge({ watched, found, gone }: Look): string[] {
  const accounts = new Set(found.map(({ account }) => account));
  const ids = new Set(watched.filter(({ account }) => accounts.has(account)).map(({ id }) => id));
  for (const { transfer_id } of gone) ids.add(transfer_id);
  return [...ids];
}

async function recordTransfer(
  trx: Trx,
  transfer: TransferRow,
  look: Look,
  own: Own,
): Promise<DepositChange[]> {
  const addresses = own.addresses.get(transfer.id);
  const stored = await trx
    .selectFrom("deposits")
    .selectAll()
    .where("transfer_id", "=", transfer.id)
    .execute();
  const changes: DepositChange[] = [];
  let kept = stored.length;
  for (const deposit of look.found) {
    const address = addresses?.get(deposit.account);
    const token = look.network.tokens.find(({ contract }) => contract === deposit.contract);
    if (address === undefined || token === undefined) continue;
    const before = stored.find((row) => isSame(row, deposit));
    const row = before ?? newRow(transfer, look, { ...deposit, address }, token);
    if (before === undefined && kept >= mostDeposits && !couldMatter(deposit.units, token, transfer))
      continue;
    if (before === undefined) kept += 1;
    changes.push(...(await recordFound(trx, { before, row, deposit, decimals: token.decimals, look })));
  }
  for (const row of stored) {
    // Whatever has changed since the node was asked is left to the next look.
    if (!own.gone.has(stateKey(row))) continue;
    const gone = { ...row, state: "gone", changes: row.changes + 1, node: look.node } as const;
    await write(trx, gone, "deposit_gone", null);
    changes.push("gone");
  }
  if (changes.length > 0) {
    await writeDepositLabel(trx, transfer);
    await settleFundings(trx, transfer.id);
    await writeStandings(trx, [transfer.id]);
  }
  return changes;
}

/** Whether a stored deposit is the one that was found. */
export function isSame(row: DepositRow, deposit: FoundDeposit): boolean {
  return (
    row.tx === deposit.tx &&
    row.contract === deposit.contract &&
    toWire(row.to_address) === deposit.account &&
    row.ordinal === deposit.ordinal
  );
}

/** Of a deposit as it is after so many changes. */
function stateKey({ transfer_id, tx, contract, to_address, ordinal, changes }: DepositRow): string {
  return JSON.stringify([transfer_id, tx, contract, to_address, ordinal, changes]);
}

/** One percent of what was asked for, or one whole token, whichever it is: only tokens that the table names are read. */
export function couldMatter(
  units: string,
  token: Pick<ChainNetwork["tokens"][number], "decimals">,
  { amount }: Pick<TransferRow, "amount">,
): boolean {
  const scale = Math.max(token.decimals, decimalsIn(amount));
  const isWhole = BigInt(units) >= 10n ** BigInt(token.decimals);
  return isWhole || inScale(BigInt(units) * 100n, token.decimals, scale) >= toUnits(amount, scale);
}

function isOwn({ isAsset, symbol }: ChainNetwork["tokens"][number], fromCurrency: string): boolean {
  return isAsset && symbol === fromCurrency;
}

function newRow(
  transfer: TransferRow,
  { network, node }: Look,
  deposit: Look["found"][number] & { address: string },
  token: ChainNetwork["tokens"][number],
): DepositRow {
  return {
    transfer_id: transfer.id,
    network: network.network,
    tx: deposit.tx,
    contract: deposit.contract,
    ordinal: deposit.ordinal,
    symbol: token.symbol,
    decimals: token.decimals,
    is_own_token: isOwn(token, transfer.from_currency) ? 1 : 0,
    from_address: deposit.from,
    to_address: deposit.address,
    units: deposit.units,
    block: deposit.block,
    block_hash: deposit.blockHash,
    block_time: deposit.blockTime,
    state: "gone",
    changes: 0,
    node,
  };
}

type Found = {
  before: DepositRow | undefined;
  row: DepositRow;
  deposit: Look["found"][number];
  /** Of the token, as it is configured now. */
  decimals: number;
  look: Look;
};

/**
 * New, back again, in another block, or confirmed. What a transaction moves is what it moves in the block that stands: with
 * another amount, what was seen is gone, and the other is seen.
 */
async function recordFound(
  trx: Trx,
  { before, row, deposit, decimals, look }: Found,
): Promise<DepositChange[]> {
  const changes: DepositChange[] = [];
  let now: DepositRow = { ...row, node: look.node };
  const step = async (state: DepositState, change: DepositChange) => {
    now = { ...now, state, changes: now.changes + 1 };
    await write(trx, now, `deposit_${change}`, change === "gone" ? null : withTime(deposit));
    changes.push(change);
  };
  const isOther = row.units !== deposit.units || row.decimals !== decimals;
  if (isOther && row.state !== "gone") await step("gone", "gone");
  const isMoved = row.block_hash !== deposit.blockHash;
  const what = { units: deposit.units, decimals, from_address: deposit.from };
  const place = { block: deposit.block, block_hash: deposit.blockHash, block_time: deposit.blockTime };
  now = { ...now, ...what, ...place };
  if (before === undefined || now.state === "gone") await step("seen", "seen");
  else if (isMoved) await step(now.state, "moved");
  if (now.state === "seen" && deposit.block <= look.confirmedTo) await step("confirmed", "confirmed");
  return changes;
}

/** The event keeps the time of its block, by which `verify-ledger` knows the deposit's own. */
function withTime({ raw, blockTime }: Look["found"][number]): string {
  return JSON.stringify({ ...(JSON.parse(raw) as object), madeAt: blockTime });
}

async function write(trx: Trx, row: DepositRow, kind: EventKind, raw: string | null): Promise<void> {
  await trx
    .insertInto("deposits")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["transfer_id", "network", "tx", "contract", "to_address", "ordinal"])
        .doUpdateSet(row),
    )
    .execute();
  await appendEvent(trx, row.transfer_id, {
    source: "chain",
    kind,
    text: depositText(row),
    raw,
    raw_encoding: raw === null ? null : "utf8",
    body_hash: changeHash(row, row.changes),
    claimed_id: row.tx,
  });
}
