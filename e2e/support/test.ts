import { test as base } from "@playwright/test";
import { type Dashboard, startDashboard } from "./dashboard";
import { type PageWatch, watchPages } from "./page-watch";

export { expect } from "@playwright/test";

/**
 * A test with one dashboard for its file, on its own sandbox unless the file says otherwise, and a browser whose pages
 * fail the test on any console error, uncaught error, violation of the policy, or request to another origin.
 */
export const test = base.extend<{ watch: PageWatch }, { dashboard: Dashboard }>({
  dashboard: [
    async ({}, use) => {
      const dashboard = await startDashboard();
      await use(dashboard);
      await dashboard.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ dashboard }, use) => use(dashboard.url),
  watch: async ({ context }, use) => use(await watchPages(context)),
  page: async ({ page, watch }, use) => {
    await use(page);
    watch.check();
  },
});
