import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "./ensure-installed.mjs";

/** Debian's packages and their programs. The first is the same engine without a window: a page costs it two thirds. */
const ofDebian = ["chromium-headless-shell", "chromium"];
const names = [...ofDebian, "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/**
 * Finds a Chromium for the tests, or installs one: CHROMIUM_PATH, one on the PATH, Playwright's own download, and as
 * root on Debian one of the distribution's packages. Gives the path of its executable.
 */
export async function ensureBrowser() {
  const found = process.env.CHROMIUM_PATH || onPath() || (await downloaded());
  if (found) return found;
  console.log("Installing a browser for the tests (once).");
  install("npx", ["playwright", "install", "chromium"]);
  const fetched = await downloaded();
  if (fetched) return fetched;
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    install("apt-get", ["update"]);
    for (const name of ofDebian)
      if (!onPath()) install("apt-get", ["install", "-y", "--no-install-recommends", name]);
  }
  const installed = onPath();
  if (installed) return installed;
  console.error("No browser for the tests. Install Chromium, or set CHROMIUM_PATH to one.");
  process.exit(1);
}

function onPath() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function downloaded() {
  const { chromium } = await import("playwright");
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

function install(program, args) {
  spawnSync(program, args, {
    cwd: root,
    stdio: "ignore",
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}
