import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, root, startProcess } from "#lib/testing/servers/server-process";

/** The sandbox alone, as `npm run sandbox` starts it. */
export type LoneSandbox = { baseUrl: string; apiKey: string; stop: () => Promise<void> };

/** Starts it on a free port, with a key that nothing else knows. */
export async function startLoneSandbox(apiKey: string): Promise<LoneSandbox> {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-e2e-"));
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const variables = {
    SANDBOX_PORT: `${port}`,
    SANDBOX_API_KEY: apiKey,
    SANDBOX_DATABASE: join(folder, "sandbox.db"),
  };
  const args = ["--conditions=react-server", "--import", "tsx", join(root, "lib/commands/sandbox.ts")];
  const { stop } = await startProcess(args, variables, `${baseUrl}/api/v1/me`);
  return {
    baseUrl,
    apiKey,
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
