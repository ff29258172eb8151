import { test as base } from "@playwright/test";
import { watchPages } from "../checks/page-watch";
import type { Dashboard } from "./dashboard";
import { startSeeded } from "./seeded";

export { expect } from "@playwright/test";

/** How many transfers are made up. */
const seededCount = 12_000;

/** A test over a ledger of made-up transfers, which the files of a worker share. */
export const test = base.extend<object, { dashboard: Dashboard & { file: string } }>({
  dashboard: [
    async ({}, use) => {
      const dashboard = await startSeeded(seededCount);
      await use(dashboard);
      await dashboard.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ dashboard }, use) => use(dashboard.url),
  storageState: ({ dashboard }, use) => use(dashboard.storageState),
  page: async ({ page, context }, use) => {
    const watch = await watchPages(context);
    watch.allowFailures(/^\/api\/(transfers\/export|views)$/);
    await use(page);
    watch.check();
  },
});
