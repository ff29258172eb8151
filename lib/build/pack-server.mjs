import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./ensure-installed.mjs";

/** The optimiser of images, which is off, and its libraries. */
const needless = /[\\/]node_modules[\\/](sharp|@img)([\\/]|$)/;
const commands = [
  "doctor",
  "backup",
  "restore",
  "move-to-postgres",
  "verify-ledger",
  "verify-audit",
  "reset-sign-in",
  "locks",
  "hold-transfers",
  "controls-off",
];

/** How TypeScript of ours is bundled for a process of its own. Native, large or partly optional packages stay outside. */
export const bundling = {
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  // Some packages ask for Node's own modules by require, which a module of today has not.
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
  platform: /** @type {const} */ ("node"),
  format: /** @type {const} */ ("esm"),
  target: "node20",
  conditions: ["react-server"],
  external: ["libsql", "pg", "pino", "@zxcvbn-ts/*"],
  logLevel: /** @type {const} */ ("warning"),
};

/**
 * Puts the production build, its server and the operator's commands into an empty folder that needs nothing from
 * outside. The framework copies what it has traced; its own server, without our limits of requests, is left out.
 *
 * @param {string} folder
 */
export async function packServer(folder) {
  const copy = (from, to = from) =>
    cpSync(join(root, from), join(folder, to), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !needless.test(path),
    });
  rmSync(folder, { recursive: true, force: true });
  // By name: should the framework trace too much, no data and no secret goes along.
  for (const part of [".next", "node_modules", "package.json"]) copy(join(".next/standalone", part), part);
  copy(".next/static");
  copy("public");
  const serve = "lib/front/serve.mjs";
  await build({
    ...bundling,
    absWorkingDir: root,
    entryPoints: [serve],
    outfile: join(folder, serve),
    splitting: false,
    external: ["next"],
  });
  await build({
    absWorkingDir: root,
    entryPoints: commands.map((name) => `lib/commands/${name}.ts`),
    outdir: join(folder, "lib/commands"),
    chunkNames: "parts/[hash]",
    ...bundling,
  });
}
