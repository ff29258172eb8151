import { spawnSync } from "node:child_process";
import { ensureBuilt } from "../build/ensure-built.mjs";
import { ensureInstalled, root } from "../build/ensure-installed.mjs";

/**
 * `npm run test:chaos`: several servers on one database under load, killed and started at random. Takes the arguments of
 * `chaos.ts`.
 */
ensureInstalled();
ensureBuilt();
const args = ["--conditions=react-server", "--import", "tsx", "lib/proof/chaos.ts", ...process.argv.slice(2)];
process.exit(spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1);
