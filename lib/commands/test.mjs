import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureBrowser } from "../build/ensure-browser.mjs";
import { ensureBuilt } from "../build/ensure-built.mjs";
import { ensureInstalled, root } from "../build/ensure-installed.mjs";

/** `npm test`: installs what the tests need, a browser included, and runs everything. Prints what failed, and the counts. */
ensureInstalled();
const browser = await ensureBrowser();
const folder = mkdtempSync(join(inMemory() ?? tmpdir(), "dashboard-tests-"));
// PostgreSQL refuses to run as root, so another user reads its password here.
chmodSync(folder, 0o711);
// The caller's settings for a real dashboard must not reach the tests.
const own =
  /^(OFFRAMP_|SANDBOX_|CONTRACT_|DATABASE_URL|APP_URL$|PORT$|HOST$|PROXY_|OWNER_|AUTH_|REQUIRE_|LOG_LEVEL$|BUSINESS_|QUOTE|TRANSFERS_|READS_|WRITES_|ANSWERS_|LEDGER_|DEPOSIT_|PROCESSING_|CHAIN_|WEBHOOK_|SMTP_|MAIL_)/;
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
const env = {
  ...inherited,
  CHROMIUM_PATH: browser,
  NEXT_TELEMETRY_DISABLED: "1",
  CI: process.env.CI ?? "",
  TMPDIR: folder,
};
const failures = [];
let passed = 0;
// Also when a build in between ends everything.
process.on("exit", () => {
  rmSync(folder, { recursive: true, force: true });
  sayCounts();
});

await Promise.all([
  check("Linter, format and boundaries", "lint"),
  check("Types", "types"),
  check("Dead code", "dead-code"),
]);
const unit = join(folder, "unit.json");
step(
  "Unit, contract and API",
  [
    "test:unit",
    "--",
    "--tags-filter=!detail",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${unit}`,
  ],
  { file: unit, read: readVitest },
);
ensureBuilt();
const journeys = join(folder, "journeys.json");
step("Journeys in a real browser", ["test:e2e", "--", "--grep-invert", "@detail"], {
  file: journeys,
  read: readPlaywright,
  variables: { PLAYWRIGHT_JSON_OUTPUT_NAME: journeys },
});
process.exit(failures.length === 0 ? 0 : 1);

/**
 * Linux's folder in memory, where it has room. Hundreds of databases are made and removed again: on a disk a tenth of the
 * time goes into writing them through.
 */
function inMemory() {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize > 4 * 2 ** 30 ? "/dev/shm" : undefined;
  } catch {
    return undefined;
  }
}

function sayCounts() {
  for (const { test, message, shown = [] } of failures) {
    const lines = [message || "Something around it failed, see above.", ...shown];
    console.log(`\n== Failed: ${test}\n${lines.join("\n\n")}`);
  }
  console.log(`\n${passed} passed, ${failures.length} failed`);
}

/** Runs a script that only reads the sources, beside others, and prints the end of its output. */
async function check(title, script) {
  const began = performance.now();
  const child = spawn("npm", ["run", "--silent", script], { cwd: root, env });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => said.push(part));
  const [status] = await once(child, "close");
  console.log(`\n== ${title} (${secondsSince(began)} s)\n${Buffer.concat(said).toString().trim()}`);
  if (status !== 0) failures.push({ test: title, message: `It ended with ${status}.` });
}

function secondsSince(began) {
  return Math.round((performance.now() - began) / 1_000);
}

/** Runs a script. Its report names the tests that failed; without one, the script itself failed. */
function step(title, script, { file, read, variables }) {
  console.log(`\n== ${title}`);
  const began = performance.now();
  const { status } = spawnSync("npm", ["run", "--silent", ...script], {
    cwd: root,
    stdio: "inherit",
    env: { ...env, ...variables },
  });
  console.log(`== ${title}: ${secondsSince(began)} s`);
  const tests = testsOf(file, read);
  const failed = tests.filter(({ state }) => state === "failed");
  passed += tests.filter(({ state }) => state === "passed").length;
  failures.push(...failed);
  if (status !== 0 && failed.length === 0)
    failures.push({ test: title, message: `It ended with ${status}.` });
}

/** A report that can't be read is a failure. */
function testsOf(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    return [{ test: file, state: "failed", message: `The report cannot be read: ${error.message}` }];
  }
}

function readVitest({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults.map((result) => ({
      test: `${file} > ${result.fullName}`,
      state: result.status,
      message: textOf(result.failureMessages),
    }));
    const isAlone = status === "failed" && !tests.some(({ state }) => state === "failed");
    const ofFile = { test: file, state: "failed", message: textOf([message]) };
    return isAlone || ofFile.message !== "" ? [...tests, ofFile] : tests;
  });
}

/** A test that passed only on a retry has failed. */
function readPlaywright({ suites, errors }) {
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const states = { expected: "passed", unexpected: "failed", flaky: "failed", skipped: "skipped" };
  const tests = suites.flatMap(specsOf).flatMap(({ file, line, title, tests: runs }) =>
    runs.map(({ status, results }) => ({
      test: `e2e/${file}:${line} > ${title}`,
      state: states[status],
      message: textOf(results.flatMap((result) => result.errors.map((error) => error.message))),
      shown: results.flatMap(({ attachments }) => attachments).flatMap(shownBy),
    })),
  );
  return [
    ...tests,
    ...errors.map(({ message }) => ({ test: "e2e", state: "failed", message: textOf([message]) })),
  ];
}

/** What the pages of a journey showed at its end: e2e/support/dashboards/test.ts. */
function shownBy({ name, body }) {
  return name === "what the pages show" ? [`Then the pages showed:\n${Buffer.from(body, "base64")}`] : [];
}

/** The start of each message says what was expected. */
function textOf(messages) {
  return stripVTControlCharacters(messages.map((message) => String(message).slice(0, 2_000)).join("\n"));
}
