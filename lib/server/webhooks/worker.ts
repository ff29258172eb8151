import "server-only";
import { once } from "#lib/server/config/once";
import { db } from "#lib/server/database/db";
import { log } from "#lib/server/observe/log";
import { traitsOf } from "#lib/server/observe/log-failure";
import { underWay } from "#lib/server/observe/under-way";
import { createDeliverer, type Deliverer } from "./deliver";
import { dropOldDeliveries } from "./old-deliveries";

/** Invariant: each server delivers what waits, and what another server leaves behind. */

const everyMs = 1_000;
const dropEveryMs = 600_000;
const saidAfter = 3;

type State = { deliverer: Deliverer | undefined; isLooking: boolean; failures: number; droppedAt: number };

/** Starts delivering, every second. */
export function startDelivering(): void {
  once("webhooks", () => {
    const state: State = {
      ...{ deliverer: undefined, isLooking: false, failures: 0 },
      droppedAt: Number.NEGATIVE_INFINITY,
    };
    return setInterval(() => void underWay(look(state)), everyMs).unref();
  });
}

/** Never throws: the next second tries again. */
async function look(state: State): Promise<void> {
  if (state.isLooking) return;
  state.isLooking = true;
  const start = performance.now();
  try {
    const ledger = await db();
    state.deliverer ??= createDeliverer(ledger);
    await state.deliverer.look();
    if (start - state.droppedAt >= dropEveryMs) {
      await dropOldDeliveries(ledger);
      state.droppedAt = start;
    }
    state.failures = 0;
  } catch (error) {
    state.failures += 1;
    if (state.failures === saidAfter) log().warn(traitsOf(error), "webhooks can't be sent: trying again");
  } finally {
    state.isLooking = false;
  }
}
