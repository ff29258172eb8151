import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt } from "../build/ensure-built.mjs";
import { ensureInstalled, root } from "../build/ensure-installed.mjs";

/**
 * `npm run prove`: the long proofs of `lib/proof`, each against real parts and bounded in count and time.
 * `-- races` runs those whose path contains the word; `-- without NAME` tries the house without that feature.
 */
ensureInstalled();
ensureBuilt();
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const args = [vitest, "run", "--config", "lib/proof/prove.config.ts", "--reporter=verbose"];
const [first, feature, ...rest] = process.argv.slice(2);
const isWithout = first === "without" && feature !== undefined;
const chosen = isWithout ? [first, ...rest] : process.argv.slice(2);
const { status } = spawnSync(process.execPath, [...args, ...chosen], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, ...(isWithout && { WITHOUT: feature }) },
});
process.exit(status ?? 1);
