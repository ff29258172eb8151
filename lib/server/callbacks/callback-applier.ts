import { setTimeout } from "node:timers/promises";
import { once } from "#lib/server/config/once";
import { db } from "#lib/server/database/db";
import { applyReceived, type Kept } from "#lib/server/ledger/apply-received";
import { log } from "#lib/server/observe/log";
import { traitsOf } from "#lib/server/observe/log-failure";
import { underWay } from "#lib/server/observe/under-way";
import { DatabaseFailure, isDatabaseAway } from "#lib/server/tables/database-failure";
import type { Db } from "#lib/server/tables/schema";

/**
 * Invariant: one applier a server takes what is kept, transfer by transfer, and what one transfer refuses keeps no other
 * one from its own. Several servers can apply at once: each leaves alone what another one holds.
 */

const batchSize = 100;
/** It works a quarter of the time: under load, keeping what comes goes before applying what is kept. */
const restingShare = 3;
const longestRestMs = 250;
/** What another server held is tried again after so long, and then by the sweep. */
const retriesMs = [20, 50, 100, 250, 500, 1_000];

type Applier = {
  running: Promise<void> | undefined;
  isWanted: boolean;
  /** The transfers whose callbacks could not be applied, until the next sweep. */
  refused: Set<string>;
};
const applier = () =>
  once<Applier>("callback-applier", () => ({ running: undefined, isWanted: false, refused: new Set() }));

/** Applies what is kept soon, and does not wait for it. */
export function wakeApplier(): void {
  const state = applier();
  state.isWanted = true;
  if (state.running !== undefined) return;
  state.running = underWay(run(state)).finally(() => {
    state.running = undefined;
    if (state.isWanted) wakeApplier();
  });
}

/** Does the same, and tries again what could not be applied before. */
export function sweepReceived(): void {
  applier().refused.clear();
  wakeApplier();
}

/** Resolves once the applier rests. */
export async function applierRests(): Promise<void> {
  while (applier().running !== undefined) await applier().running;
}

async function run(state: Applier): Promise<void> {
  try {
    const ledger = await db();
    for (const wait of [...retriesMs, undefined]) {
      let isHeld = false;
      while (state.isWanted) {
        state.isWanted = false;
        isHeld = await applyAll(ledger, state);
      }
      if (!isHeld || wait === undefined) return;
      await setTimeout(wait);
      state.isWanted = true;
    }
  } catch (error) {
    // The sweep wakes it again.
    state.isWanted = false;
    log().warn(traitsOf(error), "callbacks are kept and not yet applied");
  }
}

/** Goes over all that is kept, in the order of its transfers, until nothing can be taken. Gives whether others hold some. */
async function applyAll(ledger: Db, { refused }: Applier): Promise<boolean> {
  for (;;) {
    let taken = 0;
    let left = 0;
    let last = "";
    for (;;) {
      const page = await readKept(ledger, last);
      const end = page.at(-1);
      if (end === undefined) break;
      last = end.transfer_id;
      const kept = page.filter(({ transfer_id }) => !refused.has(transfer_id));
      const start = performance.now();
      const count = await applyBatch(ledger, kept, refused);
      taken += count;
      left += kept.filter(({ transfer_id }) => !refused.has(transfer_id)).length - count;
      await setTimeout(Math.min(longestRestMs, (performance.now() - start) * restingShare));
    }
    if (taken === 0) return left > 0;
  }
}

function readKept(ledger: Db, after: string): Promise<Kept[]> {
  return ledger
    .selectFrom("received")
    .select(["transfer_id", "body_hash"])
    .where("transfer_id", ">", after)
    .orderBy("transfer_id")
    .orderBy("arrival")
    .orderBy("received_at")
    .limit(batchSize)
    .execute();
}

/** A batch that fails is tried again a transfer at a time, unless the database cannot be reached at all. */
async function applyBatch(ledger: Db, kept: readonly Kept[], refused: Set<string>): Promise<number> {
  try {
    return await applyReceived(ledger, kept, true);
  } catch (error) {
    if (isUnreachable(error)) throw error;
  }
  let taken = 0;
  for (const id of new Set(kept.map(({ transfer_id }) => transfer_id))) {
    const own = kept.filter(({ transfer_id }) => transfer_id === id);
    taken += await applyReceived(ledger, own, true).catch((error: unknown) => {
      if (isUnreachable(error)) throw error;
      refused.add(id);
      log().error({ transferId: id, ...traitsOf(error) }, "a callback is kept and cannot be applied");
      return 0;
    });
  }
  return taken;
}

function isUnreachable(error: unknown): boolean {
  return error instanceof DatabaseFailure && !error.isAnswer && isDatabaseAway(error);
}
