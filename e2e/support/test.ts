import { test as base } from "@playwright/test";
import type { AuditVerification } from "#lib/contract/audit";
import { signInOwner } from "#lib/testing/sign-in/owner";
import { type Dashboard, startDashboard } from "./dashboard";
import { type PageWatch, watchPages } from "./page-watch";

export { expect } from "@playwright/test";

type WorkerFixtures = {
  dashboard: Dashboard;
  /** A name of its own gives a file a dashboard of its own; files without one share those of their kind. */
  ownDashboard: string;
};

/**
 * A test with a running dashboard, on its own sandbox unless the file says otherwise, and a browser whose pages fail the
 * test on any console error, uncaught error, violation of the policy, or request to another origin.
 */
export const test = base.extend<{ watch: PageWatch }, WorkerFixtures>({
  ownDashboard: ["", { option: true, scope: "worker" }],
  dashboard: [
    async ({}, use) => {
      const dashboard = await startDashboard();
      await use(dashboard);
      await expectWholeAudit(dashboard);
      await dashboard.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ dashboard }, use) => use(dashboard.url),
  // The owner is signed in, in every browser and for every request of a test.
  storageState: ({ dashboard }, use) => use(dashboard.storageState),
  watch: async ({ context }, use) => use(await watchPages(context)),
  page: async ({ page, watch }, use) => {
    await use(page);
    watch.check();
  },
});

/** Whatever the tests did: what was written of it is one whole chain. */
async function expectWholeAudit({ url, session }: Dashboard): Promise<void> {
  const ask = (value: string) =>
    fetch(new URL("/api/audit/verification", url), { headers: { cookie: `session=${value}` } });
  const first = await ask(session);
  // A test may have ended the owner's session.
  const answer = first.ok ? first : await ask(await signInOwner(url));
  const { fault } = (await answer.json()) as AuditVerification;
  if (!answer.ok || fault !== null) throw new Error(`The audit log does not hold: ${fault?.text}`);
}
