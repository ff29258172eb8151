import { randomBytes } from "node:crypto";
import { startDashboard } from "./dashboard";
import { type LoneSandbox, startLoneSandbox } from "./lone-sandbox";
import { test as base } from "./test";

export { expect } from "./test";

/** The dashboard with a random key of its own, in front of the sandbox that runs alone on another port. */
export const test = base.extend<object, { service: LoneSandbox }>({
  service: [
    async ({}, use) => {
      // Easy to search for, and written otherwise by every encoding.
      const service = await startLoneSandbox(`CANARY_${randomBytes(24).toString("base64")}/+=`);
      await use(service);
      await service.stop();
    },
    { scope: "worker" },
  ],
  dashboard: [
    async ({ service: { baseUrl, apiKey } }, use) => {
      const dashboard = await startDashboard({ OFFRAMP_BASE_URL: baseUrl, OFFRAMP_API_KEY: apiKey });
      await use(dashboard);
      await dashboard.stop();
    },
    { scope: "worker" },
  ],
});
