import "server-only";
import { toWire } from "#lib/asset/address";
import { inTransaction } from "#lib/server/audit/transaction";
import { log } from "#lib/server/observe/log";
import type { ChainCursorRow, DepositRow } from "#lib/server/tables/deposit-rows";
import type { Db } from "#lib/server/tables/schema";
import { moveCursor, noteAudit, noteHead } from "./cursors";
import { recordFailed } from "./failed-fundings";
import type { ChainNetwork } from "./networks";
import { type ChainNode, NodeError } from "./node";
import { type Block, type FoundDeposit, readBlock, readDeposits, readHead, readReceipt } from "./read-chain";
import { isSame, type Look, recordLook } from "./record-deposits";
import { markLookedAt, type Watched } from "./watched";

/**
 * Three looks at a network. The quick one shows what is new; the settling one confirms and moves the cursor; the audit
 * reads again what both may have missed. No question is asked above the newest block just read.
 */

/** How long before the oldest watched transfer the first reading begins. */
const headStartMs = 2 * 60_000;
/** Beyond it, the block to begin at is looked for by time. */
const longStretch = 5_000;
/** Blocks of one settling look: what was read is kept even where the next one fails. */
const longestLook = 10_000;
/** Blocks that are read for an address that became known late: a day of a fast network. */
const longestLate = 50_000;
const hourMs = 3_600_000;

export type Ground = { ledger: Db; network: ChainNetwork; node: ChainNode; cursor: ChainCursorRow };

/** Returns whether a deposit waits to be confirmed by the settling look now. */
export async function lookQuickly(
  { ledger, network, node, cursor }: Ground,
  watched: readonly Watched[],
): Promise<{ isDue: boolean }> {
  if (watched.length === 0) return { isDue: false };
  const head = await readHead(node);
  if (cursor.settled === null || isBehind(head, cursor)) return { isDue: true };
  const range = [cursor.settled + 1, head.number] as const;
  // What is far behind is read by the settling look, in its own time.
  if (range[1] - range[0] > longStretch) return { isDue: true };
  const found = range[0] > range[1] ? [] : await readDeposits(node, network, accountsOf(watched), range);
  const look: Look = {
    ...{ network, node: node.host, watched, confirmedTo: -1 },
    found: await withTimes(node, found),
    gone: await findGone(ledger, node, { network, watched, range, found }),
  };
  await inTransaction(ledger, async (trx) => {
    await noteHead(trx, cursor, head);
    await recordLook(trx, look);
  });
  await markLookedAt(
    ledger,
    watched.filter((each) => !isTooOld(each, cursor)),
  );
  const settledNow = head.number - network.confirmations + 1;
  return { isDue: found.some(({ block }) => block <= settledNow) };
}

/** Returns whether more waits to be read: a long stretch takes several looks. */
export async function lookToSettle(
  { ledger, network, node, cursor }: Ground,
  watched: readonly Watched[],
): Promise<{ isMoreLeft: boolean }> {
  const [oldest] = watched;
  if (oldest === undefined) return { isMoreLeft: false };
  const head = await readHead(node);
  if (isBehind(head, cursor)) throw new NodeError("broken", "The node is behind what it said before.");
  const newest = head.number - network.confirmations + 1;
  const start = await startOf(node, cursor, oldest, newest);
  if (start.isReorganised) {
    await goBack({ ledger, network, node, cursor });
    return { isMoreLeft: true };
  }
  if (newest < start.from) {
    await noteHead(ledger, cursor, head);
    return { isMoreLeft: false };
  }
  const to = Math.min(newest, start.from + longestLook - 1);
  const isMoreLeft = to < newest;
  const range = [start.from, to] as const;
  const found = await readDeposits(node, network, accountsOf(watched), range);
  const late = await readLate({ ledger, network, node, cursor }, watched);
  const end = await requireBlock(node, to);
  const looks: Look[] = [
    {
      ...{ network, node: node.host, watched, confirmedTo: to },
      found: await withTimes(node, found),
      gone: await findGone(ledger, node, { network, watched, range, found }),
    },
    ...late.looks,
  ];
  await inTransaction(ledger, async (trx) => {
    await moveCursor(trx, cursor, end, isMoreLeft ? undefined : head);
    for (const look of looks) await recordLook(trx, look);
  });
  await recordFailed(ledger, network, node, to);
  if (!isMoreLeft)
    await markLookedAt(
      ledger,
      watched.filter((each) => !isTooOld(each, cursor) || late.watched.includes(each)),
    );
  return { isMoreLeft };
}

/** The block that the cursor names is another one now: what was confirmed since may be gone. */
async function goBack({ ledger, network, node, cursor }: Ground): Promise<void> {
  const to = Math.max(0, (cursor.settled ?? 0) - 4 * network.confirmations);
  log().error({ network: network.network, from: cursor.settled, to }, "a deep reorganisation: reading again");
  const block = await requireBlock(node, to);
  await inTransaction(ledger, (trx) => moveCursor(trx, cursor, block));
}

/** Made before the settled block, and never looked at: its address became known long after. */
function isTooOld({ isLookedAt, createdAt }: Watched, { settled_time }: ChainCursorRow): boolean {
  return !isLookedAt && settled_time !== null && createdAt < settled_time;
}

/** What came below the cursor to those that nobody has looked at, unless that is too much to read. */
async function readLate(
  { network, node, cursor }: Ground,
  all: readonly Watched[],
): Promise<{ watched: Watched[]; looks: Look[] }> {
  const watched = all.filter((each) => isTooOld(each, cursor));
  const [oldest] = watched;
  if (oldest === undefined || cursor.settled === null) return { watched: [], looks: [] };
  const from = await blockAt(node, Date.parse(oldest.createdAt) - headStartMs, cursor.settled);
  if (cursor.settled - from > longestLate) return { watched: [], looks: [] };
  const found = await readDeposits(node, network, accountsOf(watched), [from, cursor.settled]);
  const look: Look = {
    ...{ network, node: node.host, watched, confirmedTo: cursor.settled, gone: [] },
    found: await withTimes(node, found),
  };
  return { watched, looks: [look] };
}

/** Reads the last hours again, one hour behind, by the second node where there is one. Takes nothing back. */
export async function lookAgain(
  { ledger, network, node, cursor }: Ground,
  watched: readonly Watched[],
): Promise<void> {
  if (cursor.settled === null) return;
  if (watched.length > 0) {
    const now = Date.now();
    const highest = Math.min(cursor.settled, (await readHead(node)).number);
    const from = await blockAt(node, now - 3 * hourMs, highest);
    const to = await blockAt(node, now - hourMs, highest);
    const found = await readDeposits(node, network, accountsOf(watched), [from, to]);
    const look: Look = {
      ...{ network, node: node.host, watched, confirmedTo: to, gone: [] },
      found: await withTimes(node, found),
    };
    const omitted = await inTransaction(ledger, (trx) => recordLook(trx, look));
    if (omitted > 0)
      log().warn({ network: network.network, omitted }, "the audit found deposits that were missed");
  }
  await noteAudit(ledger, network.network);
}

function accountsOf(watched: readonly Watched[]): string[] {
  return [...new Set(watched.map(({ account }) => account))];
}

/** A head below the cursor: a node that lost its way, and nothing is marked by its word. */
function isBehind(head: Block, { settled }: ChainCursorRow): boolean {
  return settled !== null && head.number < settled;
}

/** Where the settling look begins, and whether the block that the cursor names still stands. */
async function startOf(
  node: ChainNode,
  { settled, settled_hash }: ChainCursorRow,
  oldest: Watched,
  to: number,
): Promise<{ from: number; isReorganised: boolean }> {
  const begin = Date.parse(oldest.createdAt) - headStartMs;
  if (settled === null) return { from: await blockAt(node, begin, to), isReorganised: false };
  const block = await requireBlock(node, settled);
  if (block.hash !== settled_hash) return { from: settled, isReorganised: true };
  // While nobody was watched, nothing was read, and there is nothing to read.
  const isLong = to - settled > longStretch && block.timeMs < begin;
  return { from: isLong ? await blockAt(node, begin, to) : settled + 1, isReorganised: false };
}

/** The last block that is not younger, by bisection; the oldest that the node has where all are younger. */
async function blockAt(node: ChainNode, timeMs: number, highest: number): Promise<number> {
  let [low, high] = [0, Math.max(0, highest)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const block = await readBlock(node, middle);
    // A node that keeps only the newest blocks has none this old.
    if (block === null || block.timeMs <= timeMs) low = middle;
    else high = middle - 1;
  }
  return low;
}

async function requireBlock(node: ChainNode, number: number): Promise<Block> {
  const block = await readBlock(node, number);
  if (block === null) throw new NodeError("broken", "The node lacks a block that it had.");
  return block;
}

type Reading = Pick<Look, "network" | "watched"> & {
  range: readonly [number, number];
  found: FoundDeposit[];
};

/**
 * Of the stored deposits in the range, those that the node no longer has: their block is another one now, and no block that
 * was read has their transaction. Throws where the block still stands: such a node has left something out.
 */
async function findGone(
  ledger: Db,
  node: ChainNode,
  { network, watched, range, found }: Reading,
): Promise<DepositRow[]> {
  const rows = await ledger
    .selectFrom("deposits")
    .selectAll()
    .where("network", "=", network.network)
    .where("block", ">=", range[0])
    .where("block", "<=", range[1])
    .where("state", "!=", "gone")
    .execute();
  const asked = new Set(watched.map(({ id, account }) => `${id} ${account}`));
  const contracts = new Set(network.tokens.map(({ contract }) => contract));
  const missing = rows.filter(
    (row) =>
      asked.has(`${row.transfer_id} ${toWire(row.to_address)}`) &&
      contracts.has(row.contract) &&
      !found.some((deposit) => isSame(row, deposit)),
  );
  const gone: DepositRow[] = [];
  for (const row of missing) {
    const { hash } = await requireBlock(node, row.block);
    if (hash === row.block_hash) throw new NodeError("broken", "The node left out a deposit that it has.");
    const block = await readReceipt(node, row.tx);
    // In a block above those that were read, it has moved: a later look finds it there.
    if (block === null || (block >= range[0] && block <= range[1])) gone.push(row);
  }
  return gone;
}

/** A log does not say when it happened; its block does. */
async function withTimes(node: ChainNode, found: readonly FoundDeposit[]): Promise<Look["found"]> {
  const times = new Map<number, string>();
  for (const { block, blockHash } of found) {
    if (times.has(block)) continue;
    const read = await requireBlock(node, block);
    if (read.hash !== blockHash) throw new NodeError("broken", "The block changed while it was read.");
    times.set(block, new Date(read.timeMs).toISOString());
  }
  return found.map((deposit) => ({ ...deposit, blockTime: times.get(deposit.block) ?? "" }));
}
