import { randomBytes } from "node:crypto";
import { evmAddress } from "#lib/asset/address";
import { type FaultyService, startFaultyService, testKey } from "#lib/testing/service/faulty-service";
import { type Dashboard, startDashboard } from "./dashboard";
import { test as base, placeOfOwn } from "./test";

export { expect } from "./test";

/** The dashboard in front of a service that misbehaves on command. A short limit of its calls is for what never answers. */
export const test = base.extend<{
  wellAgain: undefined;
  serviceTimeoutMs: string;
  faulty: Faulty;
  service: FaultyService;
}>({
  serviceTimeoutMs: ["15000", { option: true }],
  faulty: async ({ servers, ownDashboard, serviceTimeoutMs }, use) => {
    const name = `faulty ${ownDashboard} ${serviceTimeoutMs}`;
    await use(
      await servers(name, () => startFaulty(serviceTimeoutMs), ownDashboard === "" ? name : placeOfOwn),
    );
  },
  service: ({ faulty }, use) => use(faulty.service),
  dashboard: ({ faulty }, use) => use(faulty.dashboard),
  // Every test begins with a service that answers well.
  wellAgain: [
    async ({ service }, use) => {
      service.recover();
      await use(undefined);
    },
    { auto: true },
  ],
});

type Faulty = { service: FaultyService; dashboard: Dashboard; stop: () => Promise<void> };

async function startFaulty(serviceTimeoutMs: string): Promise<Faulty> {
  // An address that two transfers share closes both, so each gets its own.
  const service = await startFaultyService(() => evmAddress(randomBytes(20)));
  const dashboard = await startDashboard({
    OFFRAMP_BASE_URL: service.baseUrl,
    OFFRAMP_API_KEY: testKey,
    OFFRAMP_TIMEOUT_MS: serviceTimeoutMs,
  });
  return {
    service,
    dashboard,
    stop: async () => {
      await dashboard.stop();
      await service.close();
    },
  };
}
