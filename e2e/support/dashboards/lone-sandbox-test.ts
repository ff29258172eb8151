import { randomBytes } from "node:crypto";
import { type Dashboard, startDashboard } from "./dashboard";
import { type LoneSandbox, startLoneSandbox } from "./lone-sandbox";
import { test as base } from "./test";

export { expect } from "./test";

/** The dashboard with a random key of its own, in front of the sandbox that runs alone on another port. */
export const test = base.extend<{ lone: Lone; service: LoneSandbox }>({
  lone: async ({ servers }, use) => use(await servers("lone sandbox", startLone)),
  service: ({ lone }, use) => use(lone.service),
  dashboard: ({ lone }, use) => use(lone.dashboard),
});

type Lone = { service: LoneSandbox; dashboard: Dashboard; stop: () => Promise<void> };

async function startLone(): Promise<Lone> {
  // Easy to search for, and written otherwise by every encoding.
  const service = await startLoneSandbox(`CANARY_${randomBytes(24).toString("base64")}/+=`);
  const { baseUrl, apiKey } = service;
  const dashboard = await startDashboard({ OFFRAMP_BASE_URL: baseUrl, OFFRAMP_API_KEY: apiKey });
  return {
    service,
    dashboard,
    stop: async () => {
      await dashboard.stop();
      await service.stop();
    },
  };
}
