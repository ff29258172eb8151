import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt } from "../build/ensure-built.mjs";
import { ensureInstalled, root } from "../build/ensure-installed.mjs";

/**
 * `npm run prove`: the long proofs of `lib/proof`, each against real parts and bounded in count and time.
 * `-- races` runs those whose path contains the word.
 */
ensureInstalled();
ensureBuilt();
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const args = [vitest, "run", "--config", "lib/proof/prove.config.ts", "--reporter=verbose"];
const { status } = spawnSync(process.execPath, [...args, ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
process.exit(status ?? 1);
