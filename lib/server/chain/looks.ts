import "server-only";
import { toWire } from "#lib/asset/address";
import { inTransaction } from "#lib/server/audit/transaction";
import { log } from "#lib/server/observe/log";
import { countDeposits, countReorg, type DepositChange } from "#lib/server/observe/metrics";
import type { ChainCursorRow, DepositRow } from "#lib/server/tables/deposit-rows";
import type { Db } from "#lib/server/tables/schema";
import type { Block, BlockRange, ChainNetwork, FoundDeposit } from "./chain-network";
import { moveCursor, noteHead } from "./cursors";
import { recordFailed } from "./failed-fundings";
import { type ChainNode, NodeError } from "./node";
import { isSame, type Look, recordLook } from "./record-deposits";
import { markLookedAt, type Watched } from "./watched";

/**
 * Two of three looks at a network; `audit-look.ts` is the third. The quick one shows what is new; the settling one confirms
 * and moves the cursor. No question is asked above the newest block just read.
 */

/** How long before the oldest watched transfer the first reading begins. */
const headStartMs = 2 * 60_000;
/** Beyond it, the block to begin at is looked for by time. */
const longStretch = 5_000;

type Reader = ChainNetwork["reader"];
export type Ground = { ledger: Db; network: ChainNetwork; node: ChainNode; cursor: ChainCursorRow };

/** Returns whether a deposit waits to be confirmed by the settling look now. */
export async function lookQuickly(
  { ledger, network, node, cursor }: Ground,
  watched: readonly Watched[],
): Promise<{ isDue: boolean }> {
  if (watched.length === 0) return { isDue: false };
  const { reader } = network;
  const head = await reader.readHead(node);
  if (cursor.settled === null || isBehind(head, cursor)) return { isDue: true };
  const range = [cursor.settled + 1, head.number] as const;
  // What is far behind is read by the settling look, in its own time.
  if (range[1] - range[0] > longStretch) return { isDue: true };
  const found =
    range[0] > range[1] ? [] : await reader.readDeposits(node, accountsOf(watched), range, "quick");
  const look: Look = {
    ...{ network, node: node.host, watched, confirmedTo: -1 },
    found: await withTimes(reader, node, found),
    gone: await findGone(ledger, node, { network, watched, range, found }),
  };
  const changes = await inTransaction(ledger, async (trx) => {
    await noteHead(trx, cursor, head);
    return recordLook(trx, look);
  });
  countDeposits(changes);
  await markLookedAt(
    ledger,
    watched.filter((each) => !isTooOld(each, cursor)),
  );
  if (found.length === 0) return { isDue: false };
  const final = await reader.readFinal(node, head);
  return { isDue: found.some(({ block }) => block <= final) };
}

/** Returns whether more waits to be read: a long stretch takes several looks. */
export async function lookToSettle(
  { ledger, network, node, cursor }: Ground,
  watched: readonly Watched[],
): Promise<{ isMoreLeft: boolean }> {
  const [oldest] = watched;
  if (oldest === undefined) return { isMoreLeft: false };
  const { reader } = network;
  const head = await reader.readHead(node);
  if (isBehind(head, cursor)) throw new NodeError("broken", "The node is behind what it said before.");
  const newest = await reader.readFinal(node, head);
  const start = await startOf({ network, node, cursor }, oldest, newest);
  if (start.isReorganised) {
    await goBack({ ledger, network, node, cursor });
    return { isMoreLeft: true };
  }
  if (newest < start.from) {
    await noteHead(ledger, cursor, head);
    return { isMoreLeft: false };
  }
  const to = Math.min(newest, start.from + reader.longestLook - 1);
  const isMoreLeft = to < newest;
  const range = [start.from, to] as const;
  const found = await reader.readDeposits(node, accountsOf(watched), range, "settling");
  const late = await readLate({ ledger, network, node, cursor }, watched);
  const end = await requireBlock(reader, node, to);
  const looks: Look[] = [
    {
      ...{ network, node: node.host, watched, confirmedTo: to },
      found: await withTimes(reader, node, found),
      gone: await findGone(ledger, node, { network, watched, range, found }),
    },
    ...late.looks,
  ];
  const changes = await inTransaction(ledger, async (trx) => {
    await moveCursor(trx, cursor, end, isMoreLeft ? undefined : head);
    const written: DepositChange[] = [];
    for (const look of looks) written.push(...(await recordLook(trx, look)));
    return written;
  });
  countDeposits(changes);
  if (!isMoreLeft)
    await markLookedAt(
      ledger,
      watched.filter((each) => !isTooOld(each, cursor) || late.watched.includes(each)),
    );
  await recordFailed(ledger, network, node, to).catch((error: unknown) => {
    // A node that can't tell of one transaction has told of the deposits, and that is written.
    if (!(error instanceof NodeError)) throw error;
    log().warn({ network: network.network, failure: error.failure }, "sent transactions not looked up");
  });
  return { isMoreLeft };
}

/** The block that the cursor names is another one now: what was confirmed since may be gone. */
async function goBack({ ledger, network, node, cursor }: Ground): Promise<void> {
  const to = Math.max(0, (cursor.settled ?? 0) - 4 * network.confirmations);
  log().error({ network: network.network, from: cursor.settled, to }, "a deep reorganisation: reading again");
  const block = await requireBlock(network.reader, node, to);
  await inTransaction(ledger, (trx) => moveCursor(trx, cursor, block));
  countReorg(network.network);
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
  const { reader } = network;
  const from = await reader.blockAt(node, Date.parse(oldest.createdAt) - headStartMs, cursor.settled);
  if (cursor.settled - from > reader.longestLate) return { watched: [], looks: [] };
  const range = [from, cursor.settled] as const;
  const found = await reader.readDeposits(node, accountsOf(watched), range, "audit");
  const look: Look = {
    ...{ network, node: node.host, watched, confirmedTo: cursor.settled, gone: [] },
    found: await withTimes(reader, node, found),
  };
  return { watched, looks: [look] };
}

export function accountsOf(watched: readonly Watched[]): string[] {
  return [...new Set(watched.map(({ account }) => account))];
}

/** A head below the cursor: a node that lost its way, and nothing is marked by its word. */
function isBehind(head: Block, { settled }: ChainCursorRow): boolean {
  return settled !== null && head.number < settled;
}

/** Where the settling look begins, and whether the block that the cursor names still stands. */
async function startOf(
  { network: { reader }, node, cursor: { settled, settled_hash } }: Omit<Ground, "ledger">,
  oldest: Watched,
  to: number,
): Promise<{ from: number; isReorganised: boolean }> {
  const begin = Date.parse(oldest.createdAt) - headStartMs;
  if (settled === null) return { from: await reader.blockAt(node, begin, to), isReorganised: false };
  const block = await reader.readBlock(node, settled);
  if (block === null && !reader.forgetsBlocks) throw lacksBlock();
  if (block !== null && block.hash !== settled_hash) return { from: settled, isReorganised: true };
  // While nobody was watched, nothing was read, and there is nothing to read.
  const isLong = to - settled > longStretch && (block === null || block.timeMs < begin);
  return { from: isLong ? await reader.blockAt(node, begin, to) : settled + 1, isReorganised: false };
}

async function requireBlock(reader: Reader, node: ChainNode, number: number): Promise<Block> {
  const block = await reader.readBlock(node, number);
  if (block === null) throw lacksBlock();
  return block;
}

function lacksBlock(): NodeError {
  return new NodeError("broken", "The node lacks a block that it had.");
}

export type Reading = Pick<Look, "network" | "watched"> & { range: BlockRange };

/** Of the stored deposits in the range, those that the node no longer has. Throws where it has left something out. */
async function findGone(
  ledger: Db,
  node: ChainNode,
  { found, ...reading }: Reading & { found: readonly FoundDeposit[] },
): Promise<DepositRow[]> {
  const gone: DepositRow[] = [];
  for (const row of await readStanding(ledger, reading)) {
    if (found.some((deposit) => isSame(row, deposit))) continue;
    if (await reading.network.reader.isGone(node, row, reading.range)) gone.push(row);
  }
  return gone;
}

/** What is stored of the addresses that were asked for, in the known tokens, and not gone. */
export async function readStanding(ledger: Db, { network, watched, range }: Reading): Promise<DepositRow[]> {
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
  return rows.filter(
    (row) => asked.has(`${row.transfer_id} ${toWire(row.to_address)}`) && contracts.has(row.contract),
  );
}

/** A log does not say when it happened; its block does. */
export async function withTimes(
  reader: Reader,
  node: ChainNode,
  found: readonly FoundDeposit[],
): Promise<Look["found"]> {
  const times = new Map<number, number>();
  for (const { block, blockHash, timeMs } of found) {
    if (timeMs !== undefined || times.has(block)) continue;
    const read = await requireBlock(reader, node, block);
    if (read.hash !== blockHash) throw new NodeError("broken", "The block changed while it was read.");
    times.set(block, read.timeMs);
  }
  return found.map((deposit) => {
    const timeMs = deposit.timeMs ?? times.get(deposit.block) ?? 0;
    return { ...deposit, blockTime: new Date(timeMs).toISOString() };
  });
}
