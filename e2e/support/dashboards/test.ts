import { test as base } from "@playwright/test";
import type { AuditVerification } from "#lib/contract/audit/audit";
import { signInOwner } from "#lib/testing/sign-in/owner";
import { watchLastWords } from "../checks/last-words";
import { type PageWatch, watchPages } from "../checks/page-watch";
import { whatIsShown } from "../checks/what-is-shown";
import { type Dashboard, startDashboard } from "./dashboard";
import { renewSessions } from "./prepared";
import { makeServers, type Servers } from "./servers";

export { expect } from "@playwright/test";

type TestFixtures = {
  watch: PageWatch;
  dashboard: Dashboard;
  /** A name of its own gives a file a dashboard of its own; files without one share those of their kind. */
  ownDashboard: string;
};

/** Where the report of a test that failed has what its pages showed. */
const shownName = "what the pages show";

/** The place of a dashboard that one file alone uses: it ends when the next such file has come. */
export const placeOfOwn = "own";

/**
 * A test with a running dashboard, on its own sandbox unless the file says otherwise, and a browser whose pages fail the
 * test on any console error, uncaught error, violation of the policy, or request to another origin. Only what all files
 * have alike belongs to the worker: for another dashboard neither it nor its browser starts anew.
 */
export const test = base.extend<TestFixtures, { servers: Servers }>({
  servers: [
    async ({}, use) => {
      const servers = makeServers();
      await use(servers.ask);
      await servers.stop();
    },
    { scope: "worker" },
  ],
  ownDashboard: ["", { option: true }],
  dashboard: async ({ servers, ownDashboard }, use) => {
    const name = `sandbox ${ownDashboard}`;
    await use(await servers(name, () => startAudited(name), ownDashboard === "" ? name : placeOfOwn));
  },
  baseURL: ({ dashboard }, use) => use(dashboard.url),
  // The owner is signed in, in every browser and for every request of a test, and as if just now.
  storageState: ({ dashboard }, use) => {
    renewSessions(dashboard.folder);
    return use(dashboard.storageState);
  },
  watch: async ({ context }, use) => {
    const silence = watchLastWords(context);
    await use(await watchPages(context));
    await silence();
  },
  page: async ({ page, watch, browser }, use, info) => {
    await use(page);
    if (info.errors.length > 0) await info.attach(shownName, { body: await whatIsShown(browser) });
    watch.check();
  },
});

/** Starts a dashboard whose audit log has to hold at its end. */
async function startAudited(name: string): Promise<Dashboard> {
  const dashboard = await startDashboard();
  return {
    ...dashboard,
    stop: async () => {
      await expectWholeAudit(dashboard, name).finally(dashboard.stop);
    },
  };
}

/** Whatever the tests did: what was written of it is one whole chain. */
async function expectWholeAudit({ url, session }: Dashboard, name: string): Promise<void> {
  const ask = (value: string) =>
    fetch(new URL("/api/audit/verification", url), { headers: { cookie: `session=${value}` } });
  const first = await ask(session);
  // A test may have ended the owner's session.
  const answer = first.ok ? first : await ask(await signInOwner(url));
  const { fault } = (await answer.json()) as AuditVerification;
  if (!answer.ok || fault !== null) throw new Error(`The audit log of ${name} does not hold: ${fault?.text}`);
}
