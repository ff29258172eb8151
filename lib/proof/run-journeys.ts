import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBrowser } from "#lib/build/ensure-browser.mjs";
import { root } from "#lib/testing/servers/server-process";

/** Runs the journeys with the given variables and options. Gives Playwright's exit code. */
export async function runJourneys(
  variables: Record<string, string>,
  options: readonly string[] = [],
): Promise<number | null> {
  const program = join(root, "node_modules/@playwright/test/cli.js");
  const args = [program, "test", "--config", join(root, "e2e/playwright.config.ts"), ...options];
  const env = { ...process.env, CHROMIUM_PATH: await ensureBrowser(), ...variables };
  return spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env }).status;
}
