import "server-only";
import { inTransaction } from "#lib/server/audit/transaction";
import { log } from "#lib/server/observe/log";
import type { ChainCursorRow, DepositRow } from "#lib/server/tables/deposit-rows";
import type { Db } from "#lib/server/tables/schema";
import { moveCursor, noteAudit, noteHead } from "./cursors";
import type { ChainNetwork } from "./networks";
import { type ChainNode, NodeError } from "./node";
import { type Block, type FoundDeposit, readBlock, readDeposits, readHead, readReceipt } from "./read-chain";
import { type Look, recordLook } from "./record-deposits";
import { markLookedAt, type Watched } from "./watched";

/**
 * Three looks at a network. The quick one shows what is new; the settling one confirms and moves the cursor; the audit
 * reads again what both may have missed. No question is asked above the newest block just read.
 */

/** How long before the oldest watched transfer the first reading begins. */
const headStartMs = 2 * 60_000;
/** Beyond it, the block to begin at is looked for by time. */
const longStretch = 5_000;
const hourMs = 3_600_000;

type Ground = { ledger: Db; network: ChainNetwork; node: ChainNode; cursor: ChainCursorRow };

/** Returns whether a deposit waits to be confirmed by the settling look now. */
export async function lookQuickly(
  { ledger, network, node, cursor }: Ground,
  watched: readonly Watched[],
): Promise<{ isDue: boolean }> {
  if (watched.length === 0) return { isDue: false };
  const head = await readHead(node);
  if (cursor.settled === null || isBehind(head, cursor)) return { isDue: true };
  const range = [cursor.settled + 1, head.number] as const;
  if (range[0] > range[1]) return { isDue: false };
  // What is far behind is read by the settling look, in its own time.
  if (range[1] - range[0] > longStretch) return { isDue: true };
  const found = await readDeposits(node, network, accountsOf(watched), range);
  const missing = await findMissing(ledger, { network, watched, range, found });
  const gone = new Set<string>();
  for (const tx of new Set(missing.map((row) => row.tx)))
    if ((await readReceipt(node, tx)) === null) gone.add(tx);
  const look: Look = {
    ...{ network, node: node.host, watched, range },
    found: await withTimes(node, found),
    confirmedTo: -1,
    isGone: ({ tx }) => gone.has(tx),
  };
  await inTransaction(ledger, (trx) => recordLook(trx, look));
  await markLookedAt(ledger, watched);
  await noteHead(ledger, network.network, head);
  const settledNow = head.number - network.confirmations + 1;
  return { isDue: found.some(({ block }) => block <= settledNow) };
}

export async function lookToSettle(
  { ledger, network, node, cursor }: Ground,
  watched: readonly Watched[],
): Promise<void> {
  const [oldest] = watched;
  if (oldest === undefined) return;
  const head = await readHead(node);
  if (isBehind(head, cursor)) throw new NodeError("broken", "The node is behind what it said before.");
  const to = head.number - network.confirmations + 1;
  const start = await startOf(node, cursor, oldest, to);
  if (cursor.settled !== null && start.isReorganised) {
    const back = Math.max(0, cursor.settled - 4 * network.confirmations);
    log().error(
      { network: network.network, from: cursor.settled, to: back },
      "a deep reorganisation: reading again",
    );
    const block = await requireBlock(node, back);
    await inTransaction(ledger, (trx) => moveCursor(trx, cursor, block));
    return;
  }
  if (to < start.from) return noteHead(ledger, network.network, head);
  const range = [start.from, to] as const;
  const found = await readDeposits(node, network, accountsOf(watched), range);
  const end = await requireBlock(node, to);
  const look: Look = {
    ...{ network, node: node.host, watched, range },
    found: await withTimes(node, found),
    confirmedTo: to,
    isGone: () => true,
  };
  await inTransaction(ledger, async (trx) => {
    await moveCursor(trx, cursor, end);
    await recordLook(trx, look);
    await noteHead(trx, network.network, head);
  });
  await markLookedAt(ledger, watched);
}

/** Reads the last hours again, one hour behind, by the second node where there is one. Takes nothing back. */
export async function lookAgain(
  { ledger, network, node, cursor }: Ground,
  watched: readonly Watched[],
): Promise<void> {
  if (cursor.settled === null) return;
  if (watched.length > 0) {
    const now = Date.now();
    const from = await blockAt(node, now - 3 * hourMs, cursor.settled);
    const to = Math.min(cursor.settled, await blockAt(node, now - hourMs, cursor.settled));
    const found = await readDeposits(node, network, accountsOf(watched), [from, to]);
    const look: Look = {
      ...{ network, node: node.host, watched, range: [from, to] },
      found: await withTimes(node, found),
      confirmedTo: to,
      isGone: () => false,
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

/** Unconfirmed deposits in the range that the answer lacks. */
async function findMissing(
  ledger: Db,
  { network, watched, range, found }: Pick<Look, "network" | "watched" | "range"> & { found: FoundDeposit[] },
): Promise<DepositRow[]> {
  const rows = await ledger
    .selectFrom("deposits")
    .selectAll()
    .where("network", "=", network.network)
    .where("state", "=", "seen")
    .where("block", ">=", range[0])
    .where("block", "<=", range[1])
    .execute();
  const asked = new Set(watched.map(({ id }) => id));
  const seen = new Set(found.map(({ tx }) => tx));
  return rows.filter(({ transfer_id, tx }) => asked.has(transfer_id) && !seen.has(tx));
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
