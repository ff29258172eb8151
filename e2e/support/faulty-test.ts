import { answer, type FaultyService, startFaultyService, testKey } from "#lib/testing/faulty-service";
import { startDashboard } from "./dashboard";
import { test as base } from "./test";

export { expect } from "./test";

/** What the service answers when it is well again. */
export const goodBusiness = answer(
  200,
  '{"message":"ok","business":{"name":"Acme Payments","type":"LLC","website":"https://acme.example","status":"active","owner":"Ngozi A."}}',
);
export const goodQuote = answer(
  200,
  '{"success":true,"quote":{"rate":1538.42,"output_amount":1913409.88,"fee":6.25}}',
);

/** The dashboard in front of a service that misbehaves on command, with a short time limit of its calls. */
export const test = base.extend<object, { service: FaultyService }>({
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
});
