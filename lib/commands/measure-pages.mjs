import { spawnSync } from "node:child_process";
import { ensureBrowser } from "./ensure-browser.mjs";
import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled, root } from "./ensure-installed.mjs";

/** `npm run measure:pages`: what each page costs its first visitor. Ends with 1 when a page is over its budget. */
ensureInstalled();
const env = { ...process.env, CHROMIUM_PATH: await ensureBrowser() };
ensureBuilt();
const args = ["--import", "tsx", "lib/commands/measure-pages.ts"];
process.exit(spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env }).status ?? 1);
