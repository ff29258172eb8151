import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compressStaticFiles } from "../front/static-files.mjs";
import { root, run } from "./ensure-installed.mjs";

const stamp = join(root, ".next/built-from");
const sources = ["app", "components", "lib", "public", "instrumentation.ts", "instrumentation-client.ts"];
const settings = ["next.config.ts", "tsconfig.json", "package.json", "package-lock.json"];
const isNotBuilt = /(\.(test|spec)\.tsx?|[\\/]lib[\\/](testing|proof|bench)[\\/].*)$/;

/** Builds the app when a source has changed since the last build, by content and not by time. */
export function ensureBuilt() {
  const digest = digestOf([...sources, ...settings].flatMap(filesOf));
  if (existsSync(stamp) && existsSync(join(root, ".next/BUILD_ID")) && readFileSync(stamp, "utf8") === digest)
    return;
  console.log("Building the dashboard (once for each change).");
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  run(process.execPath, [join(root, "node_modules/next/dist/bin/next"), "build"], { env });
  compressStaticFiles(join(root, ".next/static"));
  writeFileSync(stamp, digest);
}

function filesOf(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (/\.[a-z]+$/.test(path)) return [path];
  const inside = readdirSync(full, { withFileTypes: true, recursive: true });
  return inside
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .filter((file) => !isNotBuilt.test(file));
}

function digestOf(files) {
  const hash = createHash("sha256").update(process.version);
  for (const file of files.sort()) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}
