import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "../build/ensure-browser.mjs";
import { ensureBuilt } from "../build/ensure-built.mjs";
import { ensureInstalled, root } from "../build/ensure-installed.mjs";

/**
 * `npm run screenshots [-- FILE...]`: a picture of every screen and state that the journeys check for accessibility, at
 * 1280 and 390 px, light and dark, in `screenshots/`; of each state of a transfer's page two; and the README's anew. With
 * names of spec files it takes theirs alone.
 */
ensureInstalled();
const folder = join(root, "screenshots");
const env = { ...process.env, CHROMIUM_PATH: await ensureBrowser(), PICTURES_FOLDER: folder };
ensureBuilt();
const asked = process.argv.slice(2);
if (asked.length === 0) rmSync(folder, { recursive: true, force: true });
const statuses = [
  take(specsIn("e2e", /expectAccessible\(/), env),
  take(specsIn("e2e/long", /lookAt\(|picturesFolder/), { ...env, LONG_JOURNEYS: "true" }),
];
console.log(`The pictures lie in ${folder}`);
process.exit(Math.max(...statuses));

/** Those of a folder that take pictures, by what they call. */
function specsIn(place, calls) {
  return readdirSync(join(root, place))
    .filter((name) => name.endsWith(".spec.ts") && calls.test(readFileSync(join(root, place, name), "utf8")))
    .map((name) => `${place}/${name}`)
    .filter((path) => asked.length === 0 || asked.some((part) => path.includes(part)));
}

function take(specs, variables) {
  if (specs.length === 0) return 0;
  const args = ["playwright", "test", "--config", "e2e/playwright.config.ts", "--reporter=line", ...specs];
  return spawnSync("npx", args, { cwd: root, stdio: "inherit", env: variables }).status ?? 1;
}
