import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scriptArgs } from "#lib/testing/servers/script";
import { root } from "#lib/testing/servers/server-process";
import { type Dashboard, startDashboard } from "./dashboard";

/** A dashboard over a ledger of so many made-up transfers; `file` is that ledger. */
export async function startSeeded(transfers: number): Promise<Dashboard & { file: string }> {
  const folder = mkdtempSync(join(tmpdir(), "seeded-e2e-"));
  const file = join(folder, "dashboard.db");
  const { PATH = "", HOME = "" } = process.env;
  execFileSync(process.execPath, [...scriptArgs("lib/bench/seed.ts"), "--transfers", `${transfers}`], {
    cwd: root,
    env: { PATH, HOME, NODE_ENV: "production", DATABASE_URL: `file:${file}` },
    stdio: "pipe",
  });
  const dashboard = await startDashboard({ DATABASE_URL: `file:${file}` });
  return {
    ...dashboard,
    folder,
    file,
    stop: async () => {
      await dashboard.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
