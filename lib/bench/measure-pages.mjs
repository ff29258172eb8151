import { spawnSync } from "node:child_process";
import { ensureBrowser } from "../build/ensure-browser.mjs";
import { ensureBuilt } from "../build/ensure-built.mjs";
import { ensureInstalled, root } from "../build/ensure-installed.mjs";

/**
 * `npm run measure:pages`: what each page of the production build costs its first visitor, over the sandbox and a
 * database of its own. Ends with 1 when a page is over its budget. It is the test of the budget, with its figures.
 */
ensureInstalled();
const env = { ...process.env, CHROMIUM_PATH: await ensureBrowser(), PRINT_PAGE_LOADS: "1" };
ensureBuilt();
const args = ["playwright", "test", "--config", "e2e/playwright.config.ts", "--workers=1", "--reporter=line"];
const { status } = spawnSync("npx", [...args, "e2e/page-budget.spec.ts"], {
  cwd: root,
  stdio: "inherit",
  env,
});
process.exit(status ?? 1);
