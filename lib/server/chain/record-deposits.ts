import "server-only";
import { createHash } from "node:crypto";
import { foldDepositRows } from "#lib/server/ledger/deposit-facts";
import { appendEvent, holdTransfers } from "#lib/server/ledger/transfer-ledger";
import type { DepositRow } from "#lib/server/tables/deposit-rows";
import type { TransferRow, Trx } from "#lib/server/tables/schema";
import { type DepositState, fromUnits, toUnits } from "#lib/transfer/deposit";
import type { EventKind } from "#lib/transfer/transfer-status";
import type { ChainNetwork } from "./networks";
import type { FoundDeposit } from "./read-chain";
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
  range: readonly [number, number];
  found: readonly (FoundDeposit & { blockTime: string })[];
  /** Up to this block, what stands is confirmed. */
  confirmedTo: number;
  /** Of what is not found: false where the node was not asked for its receipt, or still has one. */
  isGone: (deposit: DepositRow) => boolean;
};

/** Anybody can send dust to an address: beyond so many, only what could matter is kept. */
const mostDeposits = 200;

/** Returns how many changes were written. */
export async function recordLook(trx: Trx, look: Look): Promise<number> {
  const ids = await idsToJudge(trx, look);
  if (ids.length === 0) return 0;
  await holdTransfers(trx, ids);
  const transfers = await trx
    .selectFrom("transfers")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
  let changes = 0;
  for (const transfer of transfers) changes += await recordTransfer(trx, transfer, look);
  return changes;
}

/** Those with something found, and those with something known in the range that was read. */
async function idsToJudge(trx: Trx, { network, watched, range, found }: Look): Promise<string[]> {
  const accounts = new Set(found.map(({ account }) => account));
  const ids = new Set(watched.filter(({ account }) => accounts.has(account)).map(({ id }) => id));
  const known = await trx
    .selectFrom("deposits")
    .select("transfer_id")
    .distinct()
    .where("network", "=", network.network)
    .where("block", ">=", range[0])
    .where("block", "<=", range[1])
    .execute();
  const asked = new Set(watched.map(({ id }) => id));
  for (const { transfer_id } of known) if (asked.has(transfer_id)) ids.add(transfer_id);
  return [...ids];
}

async function recordTransfer(trx: Trx, transfer: TransferRow, look: Look): Promise<number> {
  const account = look.watched.find(({ id }) => id === transfer.id)?.account;
  const stored = await trx
    .selectFrom("deposits")
    .selectAll()
    .where("transfer_id", "=", transfer.id)
    .execute();
  const found = look.found.filter((deposit) => deposit.account === account);
  let changes = 0;
  for (const deposit of found) {
    const before = stored.find((row) => isSame(row, deposit));
    const token = look.network.tokens.find(({ contract }) => contract === deposit.contract);
    if (
      token === undefined ||
      (before === undefined && !hasRoom(stored, deposit.units, transfer, token.decimals))
    )
      continue;
    const row = before ?? newRow(transfer, look, deposit, token);
    changes += await recordFound(trx, { before, row, deposit, look });
  }
  for (const row of stored) {
    const isIn = row.block >= look.range[0] && row.block <= look.range[1];
    if (row.network !== look.network.network || row.state === "gone" || !isIn) continue;
    if (found.some((deposit) => isSame(row, deposit)) || !look.isGone(row)) continue;
    await write(
      trx,
      { ...row, state: "gone", changes: row.changes + 1, node: look.node },
      "deposit_gone",
      null,
    );
    changes += 1;
  }
  if (changes > 0) await writeLabel(trx, transfer);
  return changes;
}

function isSame(row: DepositRow, deposit: FoundDeposit): boolean {
  return row.tx === deposit.tx && row.contract === deposit.contract && row.ordinal === deposit.ordinal;
}

function hasRoom(
  stored: readonly DepositRow[],
  units: string,
  { amount }: TransferRow,
  decimals: number,
): boolean {
  return stored.length < mostDeposits || BigInt(units) * 100n >= toUnits(amount, decimals);
}

function newRow(
  transfer: TransferRow,
  { network, node }: Look,
  deposit: Look["found"][number],
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
    is_own_token: token.symbol === transfer.from_currency ? 1 : 0,
    from_address: deposit.from,
    units: deposit.units,
    block: deposit.block,
    block_hash: deposit.blockHash,
    block_time: deposit.blockTime,
    state: "gone",
    changes: 0,
    node,
  };
}

type Found = { before: DepositRow | undefined; row: DepositRow; deposit: Look["found"][number]; look: Look };

/** New, back again, in another block, or confirmed: up to two changes. */
async function recordFound(trx: Trx, { before, row, deposit, look }: Found): Promise<number> {
  const place = { block: deposit.block, block_hash: deposit.blockHash, block_time: deposit.blockTime };
  let now: DepositRow = { ...row, ...place, node: look.node };
  let changes = 0;
  const step = async (state: DepositState, kind: EventKind) => {
    now = { ...now, state, changes: now.changes + 1 };
    await write(trx, now, kind, deposit.raw);
    changes += 1;
  };
  if (before === undefined || before.state === "gone") await step("seen", "deposit_seen");
  else if (before.block_hash !== deposit.blockHash) await step(before.state, "deposit_moved");
  if (now.state === "seen" && deposit.block <= look.confirmedTo) await step("confirmed", "deposit_confirmed");
  return changes;
}

async function write(trx: Trx, row: DepositRow, kind: EventKind, raw: string | null): Promise<void> {
  const { transfer_id, network, tx, contract, ordinal, changes } = row;
  await trx
    .insertInto("deposits")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["transfer_id", "network", "tx", "contract", "ordinal"]).doUpdateSet(row),
    )
    .execute();
  await appendEvent(trx, transfer_id, {
    source: "chain",
    kind,
    text: `${fromUnits(BigInt(row.units), row.decimals)} ${row.symbol}`,
    raw,
    raw_encoding: raw === null ? null : "utf8",
    body_hash: createHash("sha256")
      .update(JSON.stringify([network, tx, contract, ordinal, changes]))
      .digest("hex"),
    claimed_id: tx,
  });
}

async function writeLabel(trx: Trx, transfer: TransferRow): Promise<void> {
  const rows = await trx.selectFrom("deposits").selectAll().where("transfer_id", "=", transfer.id).execute();
  const { label: deposit_label } = foldDepositRows(transfer, rows);
  await trx.updateTable("transfers").set({ deposit_label }).where("id", "=", transfer.id).execute();
}
