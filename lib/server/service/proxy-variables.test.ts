import { createServer } from "node:net";
import { expect, it } from "vitest";
import { goodInitiate } from "#lib/testing/ledger/inputs";
import { startDashboard } from "#lib/testing/servers/dashboard";
import { startFaultyService, testKey } from "#lib/testing/service/faulty-service";
import { business } from "./business";
import { initiate } from "./initiate";

it("calls the service itself, whatever proxy the environment names for other programs", async () => {
  let connections = 0;
  const proxy = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(proxy.address() as { port: number }).port}`;
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].flatMap((name) => [name, name.toLowerCase()]);
  const service = await startFaultyService();
  const dashboard = await startDashboard({
    ...Object.fromEntries(names.map((name) => [name, url])),
    NODE_USE_ENV_PROXY: "1",
    NO_PROXY: "",
    OFFRAMP_BASE_URL: service.baseUrl,
    OFFRAMP_API_KEY: testKey,
  });
  await initiate(goodInitiate);
  await business();
  expect(service.calls).toHaveLength(2);
  expect(connections).toBe(0);
  await dashboard.close();
  await service.close();
  proxy.close();
});
