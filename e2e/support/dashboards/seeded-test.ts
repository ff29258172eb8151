import { startSeeded } from "./seeded";
import { test as base } from "./test";

export { expect } from "./test";

/** How many transfers are made up. */
const seededCount = 12_000;

/** A test over a ledger of made-up transfers, which the files of a worker share. */
export const test = base.extend<{ dashboard: Awaited<ReturnType<typeof startSeeded>> }>({
  // A time of its own: one worker makes the ledger, and the others wait for it.
  dashboard: [
    async ({ servers }, use) => use(await servers("seeded", () => startSeeded(seededCount))),
    { scope: "test", timeout: 300_000 },
  ],
  page: async ({ page, watch }, use) => {
    watch.allowFailures(/^\/api\/(transfers\/export|views)$/);
    await use(page);
  },
});
