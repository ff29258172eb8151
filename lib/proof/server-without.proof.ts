import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { features } from "#lib/proof/without/features";
import { copyTree, takeOut } from "#lib/proof/without/take-out";
import { startDashboard } from "#lib/testing/servers/dashboard";
import { root } from "#lib/testing/servers/server-process";
import { startFaultyService, testKey } from "#lib/testing/service/faulty-service";
import { temporaryFolder } from "#lib/testing/temporary-folder";

/** WITHOUT names the feature; all of them without it. */
const chosen = Object.entries(features).filter(
  ([name]) => !process.env.WITHOUT || name === process.env.WITHOUT,
);

it.each(chosen)("the house stands without %s", async (name, parts) => {
  const folder = temporaryFolder();
  const tree = join(folder, "tree");
  const ledger = `file:${join(folder, "made.db")}`;
  const dashboard = await startWith(ledger);
  await parts.live?.(dashboard);
  await dashboard.close();
  copyTree(root, tree);
  const touched = takeOut(tree, parts);
  const lines = [...touched.values()].reduce((sum, count) => sum + count, 0);
  say(`${name}: ${lines} lines of ${touched.size} files outside its own were taken out`);
  for (const [file, count] of touched) say(`  ${count} ${file}`);
  const bin = (path: string) => join("node_modules", path);
  run(tree, "Formatting", [
    bin("@biomejs/biome/bin/biome"),
    "check",
    "--write",
    "--unsafe",
    "app",
    "lib",
    "components",
    "e2e",
  ]);
  run(tree, "Types of routes", [bin("next/dist/bin/next"), "typegen"]);
  run(tree, "Types", [bin("typescript/bin/tsc"), "--noEmit"]);
  run(tree, "Rooms", ["lib/build/check-rooms.mjs"]);
  const isDead = run(tree, "Dead code", [bin("knip/bin/knip.js"), "--no-progress"], {}, false);
  say(`dead code: ${isDead}`);
  run(tree, "Tests", [bin("vitest/vitest.mjs"), "run", "--config", "lib/proof/without/vitest.config.ts"], {
    WITHOUT_LEDGER: ledger,
    WITHOUT_WAITING: parts.live === undefined ? "none" : "one",
  });
});

async function startWith(databaseUrl: string) {
  const service = await startFaultyService();
  onTestFinished(service.close);
  const variables = {
    OFFRAMP_BASE_URL: service.baseUrl,
    OFFRAMP_API_KEY: testKey,
    DATABASE_URL: databaseUrl,
  };
  return startDashboard(variables);
}

function run(cwd: string, title: string, args: string[], variables = {}, mustBeRight = true): string {
  const env = { ...process.env, ...variables };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: "utf8" });
  say(`${title}: ${status === 0 ? "right" : "wrong"}`);
  const words = `${stdout}${stderr}`;
  if (mustBeRight) expect(status, `${title}\n${words.slice(-6_000)}`).toBe(0);
  return words;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
