import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt } from "../build/ensure-built.mjs";
import { ensureInstalled, root } from "../build/ensure-installed.mjs";

/**
 * `npm run test:crash`: the long run of the proof that a transfer is created at most once. Takes the arguments of
 * `crash.ts`. MODEL_SEQUENCES (10000) says how many random histories are held against the model.
 */
ensureInstalled();
ensureBuilt();
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const long = {
  MODEL_SEQUENCES: process.env.MODEL_SEQUENCES || "10000",
  MODEL_SEED: process.env.MODEL_SEED ?? "",
  LOST_ANSWERS: "1000",
  TEST_POSTGRES_ALL: "1",
};
const steps = [
  [
    "Kill the server at each step",
    ["--conditions=react-server", "--import", "tsx", "lib/proof/crash.ts", ...process.argv.slice(2)],
  ],
  [
    "Random histories against the model, and answers lost after the transfer was created",
    [
      vitest,
      "run",
      "--config",
      "lib/testing/vitest.config.ts",
      "--reporter=verbose",
      "lib/server/submission/transfer-model.test.ts",
      "lib/server/submission/lost-answers.test.ts",
    ],
  ],
];
const failed = steps.filter(([title, args]) => {
  console.log(`\n== ${title}`);
  const env = { ...process.env, ...long };
  return spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env }).status !== 0;
});
process.exit(failed.length === 0 ? 0 : 1);
