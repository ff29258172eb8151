import { type FaultyService, startFaultyService, testKey } from "#lib/testing/faulty-service";
import { startDashboard } from "./dashboard";
import { test as base } from "./test";

export { expect } from "./test";

/** The dashboard in front of a service that misbehaves on command, with a short time limit of its calls. */
export const test = base.extend<{ wellAgain: undefined }, { service: FaultyService }>({
  service: [
    async ({}, use) => {
      const service = await startFaultyService();
      await use(service);
      await service.close();
    },
    { scope: "worker" },
  ],
  dashboard: [
    async ({ service }, use) => {
      const dashboard = await startDashboard({
        OFFRAMP_BASE_URL: service.baseUrl,
        OFFRAMP_API_KEY: testKey,
        OFFRAMP_TIMEOUT_MS: "1000",
      });
      await use(dashboard);
      await dashboard.stop();
    },
    { scope: "worker" },
  ],
  // Every test begins with a service that answers well.
  wellAgain: [
    async ({ service }, use) => {
      service.recover();
      await use(undefined);
    },
    { auto: true },
  ],
});
