import { test as base, type Page } from "@playwright/test";
import { type Dashboard, startDashboard } from "./dashboard";
import { type PageWatch, watchPage } from "./page-watch";

export { expect } from "@playwright/test";

type Fixtures = { watch: PageWatch; openTab: () => Promise<Page> };
type WorkerFixtures = { dashboard: Dashboard };

/**
 * A test with one dashboard for its file, on its own sandbox unless the file says otherwise, and a page that fails the
 * test on any console error, uncaught error, violation of the policy, or request to another origin.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  dashboard: [
    async ({}, use) => {
      const dashboard = await startDashboard();
      await use(dashboard);
      await dashboard.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ dashboard }, use) => use(dashboard.url),
  watch: [
    async ({ page }, use) => {
      const watch = await watchPage(page);
      await use(watch);
      watch.check();
    },
    { auto: true },
  ],
  openTab: async ({ context, watch: _first }, use) => {
    const watches: PageWatch[] = [];
    await use(async () => {
      const page = await context.newPage();
      watches.push(await watchPage(page));
      return page;
    });
    for (const watch of watches) watch.check();
  },
});
