import { inTransaction } from "#lib/server/audit/transaction";
import { log } from "#lib/server/observe/log";
import { countDeposits, type DepositChange } from "#lib/server/observe/metrics";
import type { Block } from "./chain-network";
import { moveCursor, noteHead, noteSettled } from "./cursors";
import { recordFailed } from "./failed-fundings";
import { type Ground, goBack, readHead, standOf } from "./heads";
import { headStartMs, isTooOld, judgeUnread, readLate } from "./late-look";
import { NodeError } from "./node";
import { lacksBlock, readRange, requireBlock } from "./readings";
import { recordLook } from "./record-deposits";
import { recordUnread, writeBlindness } from "./unread";
import { markLookedAt, type Watched } from "./watched";

/**
 * Two of three looks at a network; `audit-look.ts` is the third. The quick one shows what is new; the settling one confirms
 * and moves the cursor. No question is asked above the newest block just read.
 */

/** Beyond it, the block to begin at is looked for by time. */
const longStretch = 5_000;

/** Returns whether a deposit waits to be confirmed by the settling look now. */
export async function lookQuickly(ground: Ground, watched: readonly Watched[]): Promise<{ isDue: boolean }> {
  if (watched.length === 0) return { isDue: false };
  const { ledger, network, node, cursor } = ground;
  const head = await readHead(ground);
  if (cursor.settled === null || standOf(head, cursor) !== "ahead") return { isDue: true };
  const range = [cursor.settled + 1, head.number] as const;
  // What is far behind is read by the settling look, in its own time.
  if (range[1] - range[0] > longStretch) return { isDue: true };
  const read = await readRange(ground, { watched, range, kind: "quick", head });
  const changes = await inTransaction(ledger, async (trx) => {
    await noteHead(trx, cursor, head);
    return recordLook(trx, { network, node: node.host, watched, confirmedTo: -1, ...read });
  });
  countDeposits(changes);
  if (read.readTo === head.number)
    await markLookedAt(
      ledger,
      watched.filter((each) => !isTooOld(each, cursor) && !read.partly.has(each.id)),
    );
  if (read.found.length === 0) return { isDue: false };
  const final = await network.reader.readFinal(node, head);
  return { isDue: read.found.some(({ block }) => block <= final) };
}

/** Returns whether more waits to be read: a long stretch takes several looks. */
export async function lookToSettle(
  ground: Ground,
  watched: readonly Watched[],
): Promise<{ isMoreLeft: boolean }> {
  const [oldest] = watched;
  if (oldest === undefined) return { isMoreLeft: false };
  const { ledger, network, node, cursor } = ground;
  const head = await readHead(ground);
  const stand = standOf(head, cursor);
  if (stand === "behind") throw new NodeError("broken", "The node is behind what it said before.");
  const newest = await network.reader.readFinal(node, head);
  const start = stand === "wrong" ? undefined : await startOf(ground, oldest, newest);
  if (start === undefined) {
    await goBack(ground, head);
    return { isMoreLeft: true };
  }
  if (newest < start) {
    await noteSettled(ledger, cursor, head);
    return { isMoreLeft: false };
  }
  const most = Math.min(newest, start + network.reader.longestLook - 1);
  const read = await readRange(ground, { watched, range: [start, most], kind: "settling", head });
  const late = await readLate(ground, watched);
  const end = await readEnd(ground, read.readTo);
  const isMoreLeft = end.number < newest;
  const { isHeld, toTell, blindness } = await judgeUnread(ground, watched, { read, late, end });
  const changes = await inTransaction(ledger, async (trx) => {
    if (isHeld) await noteSettled(trx, cursor, head);
    else await moveCursor(trx, cursor, end, isMoreLeft ? undefined : head);
    const written: DepositChange[] = [];
    const looks = [{ ...read, watched, confirmedTo: end.number }, ...(late.look ? [late.look] : [])];
    for (const look of looks) written.push(...(await recordLook(trx, { network, node: node.host, ...look })));
    const told = await recordUnread(trx, network.network, toTell);
    await writeBlindness(trx, watched, blindness);
    return [...written, ...Array<DepositChange>(told).fill("unread")];
  });
  countDeposits(changes);
  const isRead = (each: Watched) =>
    blindness.get(each.id) == null && (!isTooOld(each, cursor) || late.read.has(each.account));
  if (!isMoreLeft) await markLookedAt(ledger, watched.filter(isRead));
  await recordFailed(ledger, network, node, end.number).catch((error: unknown) => {
    // A node that can't tell of one transaction has told of the deposits, and that is written.
    if (!(error instanceof NodeError)) throw error;
    log().warn({ network: network.network, failure: error.failure }, "sent transactions not looked up");
  });
  return { isMoreLeft: isMoreLeft && !isHeld };
}

/** The block that the cursor moves to: with its parent before it, where the node says which that is. */
async function readEnd({ network: { reader }, node, cursor }: Ground, number: number): Promise<Block> {
  const end = await requireBlock(reader, node, number);
  if (end.parentHash === undefined || number === 0) return end;
  const isAfterSettled = cursor.settled === number - 1;
  const before = isAfterSettled ? cursor.settled_hash : (await requireBlock(reader, node, number - 1)).hash;
  if (before !== end.parentHash) throw new NodeError("broken", "The node's blocks are not of one chain.");
  return end;
}

/** Where the settling look begins; `undefined` where the block that the cursor names no longer stands. */
async function startOf(
  { network: { reader }, node, cursor: { settled, settled_hash } }: Ground,
  oldest: Watched,
  to: number,
): Promise<number | undefined> {
  const begin = Date.parse(oldest.createdAt) - headStartMs;
  if (settled === null) return reader.blockAt(node, begin, to);
  const block = await reader.readBlock(node, settled);
  if (block === null && !reader.forgetsBlocks) throw lacksBlock();
  if (block !== null && block.hash !== settled_hash) return undefined;
  // While nobody was watched, nothing was read, and there is nothing to read.
  const isLong = to - settled > longStretch && (block === null || block.timeMs < begin);
  return isLong ? reader.blockAt(node, begin, to) : settled + 1;
}
