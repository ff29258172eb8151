import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ensureBrowser } from "#lib/build/ensure-browser.mjs";
import { root } from "#lib/testing/servers/server-process";

it("the journeys of e2e/long: a wallet's scenarios, a crash, a stop, the API key and the packed server", async () => {
  const program = join(root, "node_modules/@playwright/test/cli.js");
  const config = join(root, "e2e/playwright.config.ts");
  const own = { LONG_JOURNEYS: "true", CHROMIUM_PATH: await ensureBrowser() };
  // One at a time: each wallet's scenario shares its node with those of its file.
  const args = [program, "test", "--config", config, "--workers=1"];
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...own },
  });
  expect(status).toBe(0);
});
