import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The project's root, where every command runs. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

const stamp = `${root}node_modules/.installed-lock`;

/** Runs a program to its end with our own terminal; ends this process with its code when it fails. */
export function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: "inherit", ...options });
  if (error) console.error(`${program} could not be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Installs the packages when they are missing or the lock file has changed since they were installed: all of them, or at
 * first those alone that serving and the operator's commands need.
 */
export function ensureInstalled({ isForServing = false } = {}) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 20)) {
    console.error(`Node.js 20.20 or newer is needed; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const [whole, serving] = [`${lockDigest()} whole`, `${lockDigest()} serving`];
  const found = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
  if (found === whole || (isForServing && found === serving)) return;
  // A start takes from nobody what a test run has installed.
  const isWhole = !isForServing || hasTestPackages();
  console.log("Installing the packages (once).");
  // A variable of the caller must not leave out what the build needs.
  const env = { ...process.env, NODE_ENV: isWhole ? "development" : "production" };
  // Not `npm ci`: it refuses a lock file without the packages of platforms that a registry does not serve.
  const args = ["install", "--no-audit", "--no-fund", "--loglevel=error"];
  run("npm", [...args, isWhole ? "--include=dev" : "--omit=dev"], { env });
  writeFileSync(stamp, isWhole ? whole : serving);
}

/** Whether the packages of the tests are there, by npm's own list of what it has installed. */
function hasTestPackages() {
  const list = `${root}node_modules/.package-lock.json`;
  return existsSync(list) && readFileSync(list, "utf8").includes('"dev": true');
}

function lockDigest() {
  return createHash("sha256")
    .update(readFileSync(`${root}package-lock.json`))
    .digest("hex");
}
