import "#lib/features/all/index";
import { setTimeout as sleep } from "node:timers/promises";
import { db } from "#lib/server/database/db";
import { followUp } from "#lib/server/follow-up/follow-up";

/** Follows up what happens in a ledger, in small steps, until it is killed. */
const ledger = await db();
for (;;) {
  try {
    await followUp(ledger, "Africa/Lagos", { happenings: 40, transfers: 20 });
  } catch {
    // The other worker has the lock, or the parent writes.
  }
  await sleep(10);
}
