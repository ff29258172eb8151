import { type FaultyService, startFaultyService, testKey } from "#lib/testing/service/faulty-service";
import { startDashboard } from "./dashboard";
import { test as base } from "./test";

export { expect } from "./test";

/** The dashboard in front of a service that misbehaves on command, with a short time limit of its calls. */
export const test = base.extend<
  { wellAgain: undefined },
  { service: FaultyService; serviceTimeoutMs: string }
>({
  serviceTimeoutMs: ["1000", { scope: "worker", option: true }],
  service: [
    async ({}, use) => {
      const service = await startFaultyService();
      await use(service);
      await service.close();
    },
    { scope: "worker" },
  ],
  dashboard: [
    async ({ service, serviceTimeoutMs }, use) => {
      const dashboard = await startDashboard({
        OFFRAMP_BASE_URL: service.baseUrl,
        OFFRAMP_API_KEY: testKey,
        OFFRAMP_TIMEOUT_MS: serviceTimeoutMs,
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
