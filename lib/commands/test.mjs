import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBrowser } from "./ensure-browser.mjs";
import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled, root } from "./ensure-installed.mjs";

/** `npm test`: installs what the tests need, a browser included, and runs everything. Ends with what was counted. */
ensureInstalled();
const browser = await ensureBrowser();
const folder = mkdtempSync(join(tmpdir(), "dashboard-tests-"));
// What the caller has set for a real dashboard must not reach the tests.
const own =
  /^(OFFRAMP_|SANDBOX_|CONTRACT_|DATABASE_URL|APP_URL$|PORT$|HOST$|PROXY_|OWNER_|AUTH_|REQUIRE_|LOG_LEVEL$|BUSINESS_|QUOTE|TRANSFERS_|DEPOSIT_)/;
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
const env = { ...inherited, CHROMIUM_PATH: browser, NEXT_TELEMETRY_DISABLED: "1", CI: process.env.CI ?? "" };
const counts = { passed: 0, failed: 0 };

step("Linter, format and boundaries", ["lint"]);
step("Types", ["types"]);
step("Dead code", ["dead-code"]);
const unit = join(folder, "unit.json");
step(
  "Unit, contract and API",
  ["test:unit", "--", "--reporter=default", "--reporter=json", `--outputFile.json=${unit}`],
  { file: unit, read: ({ numPassedTests, numFailedTests }) => [numPassedTests, numFailedTests] },
);
ensureBuilt();
const journeys = join(folder, "journeys.json");
step("Journeys in a real browser", ["test:e2e"], {
  file: journeys,
  read: ({ stats }) => [stats.expected, stats.unexpected + stats.flaky],
  variables: { PLAYWRIGHT_JSON_OUTPUT_NAME: journeys },
});
rmSync(folder, { recursive: true, force: true });
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 ? 0 : 1);

/** Runs a script of package.json. It fails by the tests that its report names, or as one where it names none. */
function step(title, script, report = {}) {
  console.log(`\n== ${title}`);
  const { status } = spawnSync("npm", ["run", "--silent", ...script], {
    cwd: root,
    stdio: "inherit",
    env: { ...env, ...report.variables },
  });
  const [passed, failed] = report.file === undefined ? [0, 0] : countOf(report);
  counts.passed += passed;
  counts.failed += status === 0 ? failed : Math.max(1, failed);
}

/** How many tests a report calls passed and failed; one that cannot be read is a failure. */
function countOf({ file, read }) {
  try {
    return read(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return [0, 1];
  }
}
