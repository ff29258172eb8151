import { inTransaction } from "#lib/server/audit/transaction";
import { log } from "#lib/server/observe/log";
import { countReorg } from "#lib/server/observe/metrics";
import type { ChainCursorRow } from "#lib/server/tables/deposit-rows";
import type { Db } from "#lib/server/tables/schema";
import type { Block, ChainNetwork } from "./chain-network";
import { moveBack, readTrail } from "./cursors";
import { type ChainNode, NodeError } from "./node";

/**
 * Invariant: a newest block that time does not allow is not believed, and where a node was believed wrongly, reading goes
 * back to the last settled block that still stands.
 */

export type Ground = { ledger: Db; network: ChainNetwork; node: ChainNode; cursor: ChainCursorRow };

/** Chains get faster with an upgrade. */
const timesFaster = 4;
/** Two nodes of one network are never further apart. */
const apartMs = 5 * 60_000;

/** Throws where it is old, or too far ahead. */
export async function readHead(ground: Omit<Ground, "ledger">): Promise<Block> {
  const { network, node, cursor } = ground;
  const head = await network.reader.readHead(node);
  const known = cursor.head;
  const blockMs = blockMsOf(ground);
  const elapsedMs = Math.max(0, Math.min(head.timeMs, Date.now()) - Date.parse(cursor.head_time ?? ""));
  // What is not even unusual needs no second opinion.
  if (known !== null && head.number - known <= 100 + (2 * elapsedMs) / blockMs) return head;
  const second = network.nodes.find((one) => one !== node);
  const other = second && (await network.reader.readHead(second).catch(() => undefined));
  const most =
    other !== undefined
      ? other.number + apartMs / blockMs
      : known === null
        ? head.number
        : known + network.reader.roomBlocks + (timesFaster * elapsedMs) / blockMs;
  if (head.number <= most) return head;
  throw new NodeError("broken", "The node's newest block is further ahead than its time allows.");
}

/** By the settled places, where they are far enough apart to tell. */
function blockMsOf({ network: { reader }, cursor }: Pick<Ground, "network" | "cursor">): number {
  const trail = readTrail(cursor);
  const [newest, oldest] = [trail[0], trail.at(-1)];
  if (newest === undefined || oldest === undefined || newest[0] - oldest[0] < 200)
    return reader.shortestBlockMs;
  return Math.max(reader.shortestBlockMs / 4, (newest[2] - oldest[2]) / (newest[0] - oldest[0]));
}

/**
 * What a head below the cursor means: `behind` of a node that lost its way, and nothing is marked by its word; `wrong` where
 * it is younger than the settled block, which therefore can't be of this chain.
 */
export function standOf(
  head: Block,
  { settled, settled_time }: ChainCursorRow,
): "ahead" | "behind" | "wrong" {
  if (settled === null || head.number >= settled) return "ahead";
  return head.timeMs > Date.parse(settled_time ?? "") ? "wrong" : "behind";
}

/** The block that the cursor names is another one now, or none: what was confirmed since may be gone, or be missing. */
export async function goBack({ ledger, network, node, cursor }: Ground, head: Block): Promise<void> {
  // A node of another chain has none of them.
  await network.reader.checkChain(node);
  const to = await lastStanding({ network, node, cursor }, head);
  const names = { network: network.network, host: node.host };
  log().error(
    { ...names, from: cursor.settled, to: to?.number ?? null },
    "settled blocks are others now: reading again",
  );
  await inTransaction(ledger, (trx) => moveBack(trx, cursor, to, head));
  countReorg(network.network);
}

async function lastStanding(
  { network: { reader }, node, cursor }: Omit<Ground, "ledger">,
  head: Block,
): Promise<Block | null> {
  for (const [number, hash] of readTrail(cursor)) {
    if (number > head.number) continue;
    // What the node no longer has says nothing.
    const block = await reader.readBlock(node, number);
    if (block?.hash === hash) return block;
  }
  // All that was settled is of no chain, or the node is lost: then it has no block below its newest.
  const below = await reader.readBlock(node, Math.max(0, head.number - 1));
  if (below === null || below.timeMs > head.timeMs)
    throw new NodeError("broken", "The node is behind what it said before.");
  return null;
}
