import { setTimeout } from "node:timers/promises";
import type { Db } from "#lib/server/tables/schema";
import { readRows } from "./judge";

const restMs = 500;
/** The limit of a call, its grace and several sweeps of the servers. */
const dispatchLimitMs = 60_000;

/** Waits until no claim is open. Gives what is open beyond the limit. */
export async function waitForClaims(ledger: Db): Promise<string[]> {
  return waitForNone(async () => {
    const open = (await readRows(ledger)).filter(({ submission }) => submission === "dispatching");
    return open.map(({ id }) => `${id} is stuck in dispatching`);
  });
}

/** A callback is answered once it is kept, and applied after. */
export async function waitForApplied(ledger: Db): Promise<string[]> {
  return waitForNone(async () => {
    const kept = await ledger.selectFrom("received").select("transfer_id").execute();
    return kept.map(({ transfer_id }) => `${transfer_id} has a callback that was never applied`);
  });
}

async function waitForNone(find: () => Promise<string[]>): Promise<string[]> {
  const end = Date.now() + dispatchLimitMs;
  for (;;) {
    const found = await find();
    if (found.length === 0 || Date.now() > end) return found;
    await setTimeout(restMs);
  }
}
