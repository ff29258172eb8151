import type { ChainCursorRow } from "#lib/server/tables/deposit-rows";
import type { Block } from "./chain-network";
import type { Ground } from "./heads";
import { noteEarliest, type RangeReading, readRange } from "./readings";
import type { Look } from "./record-deposits";
import { type Blindness, type UnreadPayment, untold } from "./unread";
import type { Watched } from "./watched";

/** What lies below the cursor, of addresses that became known late, and of those of which something was not read. */

/** How long before the oldest watched transfer the first reading begins. */
export const headStartMs = 2 * 60_000;
/** The cursor waits no longer for what could not be read. */
const longestWaitMs = 5 * 60_000;

type LateReading = Pick<RangeReading, "blind" | "unread"> & {
  look: Omit<Look, "network" | "node"> | undefined;
  /** Accounts that have been read. */
  read: ReadonlySet<string>;
};

/** Made before the settled block, and never looked at: its address became known long after. */
export function isTooOld({ isLookedAt, createdAt }: Watched, { settled_time }: ChainCursorRow): boolean {
  return !isLookedAt && settled_time !== null && createdAt < settled_time;
}

export async function readLate(ground: Ground, all: readonly Watched[]): Promise<LateReading> {
  const { network, node, cursor } = ground;
  const { settled, settled_time } = cursor;
  const late: LateReading = { blind: new Map(), unread: [], look: undefined, read: new Set() };
  if (settled === null || settled_time === null) return late;
  const { reader } = network;
  const begins = all.flatMap((each) => {
    const { blindSince, createdAt } = each;
    const isBlind = blindSince !== null;
    // Several blocks may be of one second.
    const from = isBlind
      ? Math.min(Date.parse(blindSince), Date.parse(settled_time)) - 1_000
      : Date.parse(createdAt) - headStartMs;
    return isBlind || isTooOld(each, cursor) ? [{ each, from }] : [];
  });
  if (begins.length === 0) return late;
  // What is too much to read is left out, and keeps nobody else waiting.
  const lowest = settled - reader.longestLate;
  const earliest = lowest > 0 ? ((await reader.readBlock(node, lowest))?.timeMs ?? 0) : 0;
  const [some, left] = [
    begins.filter(({ from }) => from >= earliest),
    begins.filter(({ from }) => from < earliest),
  ];
  for (const { each } of left)
    if (each.blindSince !== null) noteEarliest(late.blind, each.id, each.blindSince);
  if (some.length === 0) return late;
  const watched = some.map(({ each }) => each);
  const from = await reader.blockAt(node, Math.min(...some.map((one) => one.from)), settled);
  const read = await readRange(ground, { watched, range: [from, settled], kind: "late" });
  const blind = new Map([...late.blind, ...read.blind]);
  const isRead = watched.filter(({ id }) => !blind.has(id));
  return {
    ...{ blind, unread: read.unread, read: new Set(isRead.map(({ account }) => account)) },
    look: { watched, confirmedTo: settled, found: read.found, gone: read.gone },
  };
}

type Judged = { isHeld: boolean; toTell: UnreadPayment[]; blindness: Blindness };

/** What a node didn't say may be its moment, so the cursor waits for a second look; then it is told, and the cursor goes on. */
export async function judgeUnread(
  { ledger, network, cursor }: Ground,
  watched: readonly Watched[],
  { read, late, end }: { read: RangeReading; late: LateReading; end: Block },
): Promise<Judged> {
  const payments = await untold(ledger, network.network, [...read.unread, ...late.unread]);
  const wasBlind = new Set(watched.flatMap(({ id, blindSince }) => (blindSince === null ? [] : [id])));
  const isFresh = (id: string) => !wasBlind.has(id);
  const isClose = end.timeMs - Date.parse(cursor.settled_time ?? "") < longestWaitMs;
  const isHeld =
    (isClose || cursor.settled === null) &&
    [...read.blind.keys(), ...payments.map(({ transferId }) => transferId)].some(isFresh);
  const mayTell = ({ transferId }: UnreadPayment) => !isHeld || !isFresh(transferId);
  const since = new Map([...late.blind]);
  for (const [id, from] of read.blind) noteEarliest(since, id, from);
  const made = new Map(watched.map(({ id, createdAt }) => [id, createdAt]));
  for (const one of payments) {
    const from = cursor.settled_time ?? made.get(one.transferId);
    if (from !== undefined && !mayTell(one)) noteEarliest(since, one.transferId, from);
  }
  const blindness = new Map(watched.map(({ id }) => [id, since.get(id) ?? null]));
  return { isHeld, toTell: payments.filter(mayTell), blindness };
}
