import { db } from "#lib/server/database/db";
import { startRounds } from "#lib/server/observe/rounds";
import { createDeliverer, type Deliverer } from "./deliver";
import { bringBackTimes, dropOldDeliveries } from "./old-deliveries";

/** Invariant: each server delivers what waits, and what another server leaves behind. */

const everyMs = 1_000;
const dropEveryMs = 600_000;

type State = { deliverer: Deliverer | undefined; droppedAt: number };

/** Starts delivering, every second. */
export function startDelivering(): void {
  const state: State = { deliverer: undefined, droppedAt: Number.NEGATIVE_INFINITY };
  const failing = "webhooks can't be sent: trying again";
  startRounds({ name: "webhooks", everyMs, failing }, () => look(state));
}

async function look(state: State): Promise<void> {
  const start = performance.now();
  const ledger = await db();
  state.deliverer ??= createDeliverer(ledger);
  await state.deliverer.look();
  if (start - state.droppedAt >= dropEveryMs) {
    await bringBackTimes(ledger);
    await dropOldDeliveries(ledger);
    state.droppedAt = start;
  }
}
