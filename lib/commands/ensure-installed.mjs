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

/** Installs the packages when they are missing or the lock file has changed since they were installed. */
export function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 20)) {
    console.error(`Node.js 20.20 or newer is needed; this is ${process.versions.node}.`);
    process.exit(1);
  }
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lockDigest()) return;
  console.log("Installing the packages (once).");
  // A variable of the caller must not leave out what the build needs.
  const env = { ...process.env, NODE_ENV: "development" };
  // Not `npm ci`: it refuses a lock file without the packages of platforms that a registry does not serve.
  run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", "--include=dev"], { env });
  writeFileSync(stamp, lockDigest());
}

function lockDigest() {
  return createHash("sha256")
    .update(readFileSync(`${root}package-lock.json`))
    .digest("hex");
}
