import { env } from "#lib/server/config/env";
import { once } from "#lib/server/config/once";
import { db } from "#lib/server/database/db";
import { log } from "#lib/server/observe/log";
import { traitsOf } from "#lib/server/observe/log-failure";
import { countChainLook, expectReorgs } from "#lib/server/observe/metrics";
import { underWay } from "#lib/server/observe/under-way";
import { lookAgain } from "./audit-look";
import type { ChainNetwork, LookKind } from "./chain-network";
import { beginWatching, blindFrom, CursorMoved, readCursor, takeLease } from "./cursors";
import type { Ground } from "./heads";
import { lookQuickly, lookToSettle } from "./looks";
import { watchedNetworks } from "./networks";
import { NodeError } from "./node";
import { openPages } from "./open-pages";
import { readCorrectedAgain, readHot, readOpen, readWatched, type Watched } from "./watched";

/** Invariant: one reader a network and server; a network that fails keeps no other from being read. */

const quickEveryMs = 5_000;
/** The sandbox's chain has a block each so often, and two make a deposit final. */
const inSandboxMs = 2_000;
const settleEveryMs = 60_000;
const auditEveryMs = 3_600_000;
const chainEveryMs = 600_000;
const longestPauseMs = 5 * 60_000;
/** Somebody waits, or it would not have been asked. */
const blindAfterMs = 5 * 60_000;

export type Reader = {
  network: ChainNetwork;
  isBegun: boolean;
  isReading: boolean;
  isAuditing: boolean;
  /** Times of this process' own steady clock. */
  settledAt: number;
  checkedAt: number;
  auditFrom: number;
  pausedUntil: number;
  failures: number;
  isBlind: boolean;
};

/** Starts reading every network that has a node; what nobody watches costs no call. */
export function startWatching(): void {
  once("chain-watcher", () => {
    const readers = openReaders();
    if (readers.length === 0) return undefined;
    for (const { network } of readers) expectReorgs(network.network);
    const round = () => {
      for (const reader of readers) void underWay(tick(reader));
    };
    // What is made in the first seconds is watched too.
    round();
    return setInterval(round, env().isSandbox ? inSandboxMs : quickEveryMs).unref();
  });
}

/** One for each network that is watched. */
export function openReaders(): Reader[] {
  return watchedNetworks().map((network) => ({ network, ...fresh }));
}

const fresh = {
  ...{ isBegun: false, isReading: false, isAuditing: false, failures: 0 },
  ...{ settledAt: Number.NEGATIVE_INFINITY, checkedAt: Number.NEGATIVE_INFINITY },
  ...{ auditFrom: 0, pausedUntil: 0, isBlind: false },
};

/** One round of a network: each look that is due. Never throws. */
export async function tick(reader: Reader): Promise<void> {
  const now = performance.now();
  if (reader.isReading || now < reader.pausedUntil) return;
  reader.isReading = true;
  let ground: Ground | undefined;
  try {
    ground = await readOnce(reader, now);
    reader.failures = 0;
    if (ground !== undefined) reader.isBlind = false;
  } catch (error) {
    if (!(error instanceof CursorMoved)) await pause(reader, error);
  } finally {
    reader.isReading = false;
  }
  // It may take minutes, in which the other looks go on.
  if (ground !== undefined) await auditIfDue(reader, ground);
}

/** Asks the node nothing while nobody is watched. Returns what the audit reads from, where that is this server's. */
async function readOnce(reader: Reader, now: number): Promise<Ground | undefined> {
  const { network } = reader;
  const [node] = network.nodes;
  if (node === undefined) return undefined;
  const ledger = await db();
  const isFirst = !reader.isBegun;
  if (isFirst) await beginWatching(ledger, network.network);
  reader.isBegun = true;
  const cursor = await readCursor(ledger, network.network);
  if (isFirst) await readCorrectedAgain(ledger, cursor, network.tokens);
  const isSettleDue = now - reader.settledAt >= settleEveryMs;
  const young = await readHot(ledger, cursor);
  const open = without(young, await readOpen(ledger, cursor, openPages()));
  const hot = [...young, ...open];
  const all = isSettleDue ? await readWatched(ledger, cursor) : hot;
  if (isSettleDue) reader.settledAt = now;
  if (hot.length + all.length === 0) return undefined;
  const isReader = await takeLease(ledger, cursor);
  if (!isReader && open.length === 0) return undefined;
  if (now - reader.checkedAt >= chainEveryMs) {
    await network.reader.checkChain(node);
    reader.checkedAt = now;
  }
  const ground = { ledger, network, node, cursor };
  // Where another server reads the network, it knows nothing of the pages that are open here.
  const { isDue } = await timed(network, "quick", () => lookQuickly(ground, isReader ? hot : open));
  if (!isReader) return undefined;
  if (isDue || isSettleDue) {
    const watched = isSettleDue ? all : await readWatched(ledger, cursor);
    const { isMoreLeft } = await timed(network, "settling", () => lookToSettle(ground, watched));
    if (isMoreLeft) reader.settledAt = Number.NEGATIVE_INFINITY;
  }
  return ground;
}

async function timed<Result>(
  { network }: ChainNetwork,
  look: LookKind,
  work: () => Promise<Result>,
): Promise<Result> {
  const from = performance.now();
  const result = await work();
  countChainLook(network, look, (performance.now() - from) / 1_000);
  return result;
}

function without(known: readonly Watched[], all: readonly Watched[]): Watched[] {
  const ids = new Set(known.map(({ id }) => id));
  return all.filter(({ id }) => !ids.has(id));
}

/** By the second node, where there is one; if it fails, nobody is kept from reading the first. */
async function auditIfDue(reader: Reader, { ledger, network, node, cursor }: Ground): Promise<void> {
  const now = performance.now();
  const isDue = Date.now() - Date.parse(cursor.audited_at ?? cursor.watched_since) >= auditEveryMs;
  if (!isDue || reader.isAuditing || now < reader.auditFrom) return;
  reader.isAuditing = true;
  const second = network.nodes[1];
  const ground = { ledger, network, node: second ?? node, cursor };
  try {
    await network.reader.checkChain(ground.node);
    const watched = await readWatched(ledger, cursor);
    await timed(network, "audit", () => lookAgain(ground, watched, second && node));
  } catch (error) {
    reader.auditFrom = now + chainEveryMs;
    const names = { network: network.network, host: ground.node.host };
    log().warn({ ...names, ...reasonOf(error) }, "a network can't be audited");
  } finally {
    reader.isAuditing = false;
  }
}

/** Longer after each failure, and never in step with others. */
async function pause(reader: Reader, error: unknown): Promise<void> {
  reader.failures += 1;
  const usual = Math.min(longestPauseMs, quickEveryMs * 2 ** Math.min(reader.failures - 1, 6));
  const asked = error instanceof NodeError ? (error.more.retryAfterMs ?? 0) : 0;
  reader.pausedUntil = performance.now() + Math.max(asked, usual * (0.75 + Math.random() / 2));
  // What it missed is not left to the next minute.
  reader.settledAt = Number.NEGATIVE_INFINITY;
  const names = { network: reader.network.network, host: reader.network.nodes[0]?.host };
  if (reader.failures === 3 || !(error instanceof NodeError))
    log().warn({ ...names, ...reasonOf(error) }, "a network can't be read");
  const since = await noteBlind(names.network);
  if (since === undefined || Date.now() - Date.parse(since) < blindAfterMs || reader.isBlind) return;
  reader.isBlind = true;
  log().error({ ...names, since, ...reasonOf(error) }, "a network is blind");
}

/** A database that is away says so itself. */
async function noteBlind(network: string): Promise<string | undefined> {
  return db()
    .then((ledger) => blindFrom(ledger, network))
    .catch(() => undefined);
}

function reasonOf(error: unknown): object {
  return error instanceof NodeError ? { why: error.message, failure: error.failure } : traitsOf(error);
}
