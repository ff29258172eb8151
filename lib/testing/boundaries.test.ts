import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { root } from "#lib/testing/servers/server-process";
import { temporaryFolder } from "./temporary-folder";

it("every module of the server breaks the build of a page that would load it", () => {
  const files = readdirSync(join(root, "lib/server"), { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  expect(files.length).toBeGreaterThan(50);
  const open = files.filter(
    (file) => !readFileSync(join(root, "lib/server", file), "utf8").startsWith('import "server-only";\n'),
  );
  expect(open).toEqual([]);
});

it("the linter refuses every import across a boundary, and none within", () => {
  const across = {
    "components/secret.tsx": "#lib/server/service/offramp",
    "components/page.tsx": "#app/page",
    "lib/secret.ts": "#lib/server/config/env",
    "lib/contract/secret.ts": "#lib/server/config/env",
    "lib/sandbox/secret.ts": "#lib/server/config/env",
    "lib/server/sandbox.ts": "#lib/sandbox/service",
    "lib/server/testing.ts": "#lib/testing/sign-in/owner",
    "app/testing.ts": "#lib/testing/sign-in/owner",
    "app/link.ts": "next/link",
  };
  const within = { "app/verb.ts": "#lib/server/config/env", "components/money.tsx": "#lib/money/money" };
  const folder = temporaryFolder();
  copyFileSync(join(root, "biome.json"), join(folder, "biome.json"));
  for (const [file, module] of Object.entries({ ...across, ...within })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `import { x } from "${module}";\n\nexport const y = x;\n`);
  }
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "lint", "--vcs-enabled=false", "--reporter=json", "--max-diagnostics=none", "."];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { category: string; location: { path: string | { file: string } } }[];
  };
  const refused = diagnostics
    .filter(({ category }) => category === "lint/style/noRestrictedImports")
    .map(({ location: { path } }) => (typeof path === "string" ? path : path.file));
  expect(refused.sort()).toEqual(Object.keys(across).sort());
});
