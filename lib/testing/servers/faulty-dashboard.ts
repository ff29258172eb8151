import { onTestFinished } from "vitest";
import { type FaultyService, startFaultyService, testKey } from "#lib/testing/service/faulty-service";
import { startDashboard, type TestDashboard } from "./dashboard";

/** Starts a service that misbehaves as it is told, and a dashboard on it. Both end with the test. */
export async function startOnFaultyService(
  more: Record<string, string> = {},
): Promise<{ service: FaultyService; dashboard: TestDashboard }> {
  const service = await startFaultyService();
  const dashboard = await startDashboard({
    OFFRAMP_BASE_URL: service.baseUrl,
    OFFRAMP_API_KEY: testKey,
    ...more,
  });
  onTestFinished(async () => {
    await dashboard.close();
    await service.close();
  });
  return { service, dashboard };
}
