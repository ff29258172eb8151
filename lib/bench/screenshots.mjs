import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "../build/ensure-browser.mjs";
import { ensureBuilt } from "../build/ensure-built.mjs";
import { ensureInstalled, root } from "../build/ensure-installed.mjs";

/**
 * `npm run screenshots [-- FILE...]`: a picture of every screen and state that the journeys check for accessibility, at
 * 1280 and 390 px, light and dark, in `screenshots/`. With names of spec files it takes theirs alone.
 */
ensureInstalled();
const folder = join(root, "screenshots");
const env = { ...process.env, CHROMIUM_PATH: await ensureBrowser(), PICTURES_FOLDER: folder };
ensureBuilt();
const asked = process.argv.slice(2);
const specs = readdirSync(join(root, "e2e"))
  .filter(
    (name) =>
      name.endsWith(".spec.ts") &&
      readFileSync(join(root, "e2e", name), "utf8").includes("expectAccessible("),
  )
  .map((name) => `e2e/${name}`)
  .filter((path) => asked.length === 0 || asked.some((part) => path.includes(part)));
if (asked.length === 0) rmSync(folder, { recursive: true, force: true });
const { status } = spawnSync(
  "npx",
  ["playwright", "test", "--config", "e2e/playwright.config.ts", "--reporter=line", ...specs],
  { cwd: root, stdio: "inherit", env },
);
console.log(`The pictures lie in ${folder}`);
process.exit(status ?? 1);
