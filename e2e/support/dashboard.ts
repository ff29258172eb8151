import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, root, type ServerProcess, startProcess } from "#lib/testing/server-process";

/** The production build, served by a process of its own over data of its own. */
export type Dashboard = {
  url: string;
  /** Where its data lies. */
  folder: string;
  /** All that its processes have written, those before a restart too. */
  output: () => string;
  /** Ends the process and starts another one on the same data and port. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts it with the given variables; without a key it runs on its own sandbox. */
export async function startDashboard(variables: Record<string, string> = {}): Promise<Dashboard> {
  const folder = mkdtempSync(join(tmpdir(), "dashboard-e2e-"));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    DATABASE_URL: `file:${join(folder, "dashboard.db")}`,
    SANDBOX_DATABASE: join(folder, "sandbox.db"),
    LOG_LEVEL: "debug",
    ...variables,
  };
  const args = [join(root, "node_modules/next/dist/bin/next"), "start", "-H", "localhost", "-p", `${port}`];
  const start = () => startProcess(args, env, `${url}/api/transfers?limit=1`);
  const processes: ServerProcess[] = [await start()];
  return {
    url,
    folder,
    output: () => processes.map(({ output }) => output()).join(""),
    restart: async () => {
      await processes.at(-1)?.stop();
      processes.push(await start());
    },
    stop: async () => {
      await processes.at(-1)?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
