import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { roomFaults } from "#lib/build/room-faults.mjs";
import { root } from "#lib/testing/servers/server-process";
import { temporaryFolder } from "./temporary-folder";

/** All of the server goes through one of these. */
const gates =
  "audit/audit auth/actor config/env config/once database/db http/answer observe/log service/read-from-service service/initiate";

it.each(gates.split(" "))("lib/server/%s breaks the build of a page that would load it", (file) => {
  const text = readFileSync(join(root, `lib/server/${file}.ts`), "utf8");
  expect(text.startsWith('import "server-only";\n')).toBe(true);
});

describe("the code of the server does not reach the browser", () => {
  const server = "lib/server/config/env.ts";
  const files = (kind: "import" | "import type") => ({
    "app/start.tsx": `"use client";\n\nimport { y } from "./part";\n\nexport const z = y;\n`,
    "app/part.tsx": importOf("./deep"),
    "app/deep.ts": `${kind} { x } from "#lib/server/config/env";\n\nexport type Y = typeof x;\n`,
    [server]: empty,
  });

  it("by any way", () => {
    expect(check(files("import")).words).toBe(
      `app/start.tsx -> app/part.tsx -> app/deep.ts -> ${server}: the browser would load it.`,
    );
  });

  it("and its types may", () => {
    expect(check(files("import type"))).toEqual({ isRight: true, words: "" });
  });
});

it("no page fills the features’ lists, by any way", () => {
  const list = "lib/features/all/index.ts";
  const files = {
    "app/page.tsx": importOf("#lib/server/doctor/checks"),
    "lib/server/doctor/checks.ts": importOf("#lib/features/all/index"),
    [list]: empty,
  };
  expect(check(files).words).toBe(
    `app/page.tsx -> lib/server/doctor/checks.ts -> ${list}: a page would fill the lists of the features.`,
  );
});

it("the process that serves is checked for its types like the rest", () => {
  const files = readdirSync(join(root, "lib/front")).filter((file) => file.endsWith(".mjs"));
  expect(files.length).toBeGreaterThan(5);
  const unchecked = files.filter(
    (file) => !readFileSync(join(root, "lib/front", file), "utf8").startsWith("// @ts-check\n"),
  );
  expect(unchecked).toEqual([]);
});

/** What the check of the rooms says of a project that has these files alone. */
function check(files: Record<string, string>): { isRight: boolean; words: string } {
  const folder = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const { faults } = roomFaults(folder);
  return { isRight: faults.length === 0, words: faults.join("\n") };
}

const importOf = (specifier: string) => `import { x } from "${specifier}";\n\nexport const y = x;\n`;
const empty = "export const x = 1;\n";

describe("an import is refused", () => {
  it.each([
    [
      "of the server by what the browser loads",
      "components/quote/planted.tsx",
      "lib/server/service/own-sandbox.ts",
    ],
    ["of the server by a call of the browser", "lib/calls/planted.ts", "lib/server/config/env.ts"],
    ["of the server by the contract", "lib/contract/planted.ts", "lib/server/config/env.ts"],
    ["of the server by the sandbox", "lib/sandbox/planted.ts", "lib/server/config/env.ts"],
    ["of the sandbox by the server", "lib/server/service/planted.ts", "lib/sandbox/service.ts"],
    ["of the sandbox by a page", "app/planted.ts", "lib/sandbox/sandbox.ts"],
    ["of what the tests use", "lib/server/ledger/planted.ts", "lib/testing/sign-in/owner.ts"],
    ["of a proof by a page", "app/planted.ts", "lib/proof/crash/run.ts"],
    ["of a measurement by the browser", "lib/browser/planted.ts", "lib/bench/load.ts"],
    ["of a command by the server", "lib/server/operate/planted.ts", "lib/commands/run-command.ts"],
    ["of a screen by logic", "lib/words/planted.ts", "components/ui/icon.tsx"],
    ["of a room that stands later", "lib/server/audit/planted.ts", "lib/server/ledger/notes.ts"],
    ["of a pure room that stands later", "lib/money/planted.ts", "lib/asset/assets.ts"],
    ["of a component that stands later", "components/ui/planted.tsx", "components/quote/amount-field.tsx"],
    ["of the server by a feature", "lib/features/controls/planted.ts", "lib/server/config/env.ts"],
    ["of what calls our API by a feature", "lib/features/controls/planted.ts", "lib/calls/call.ts"],
    ["of a feature by a pure room", "lib/words/planted.ts", "lib/features/controls/rules.ts"],
    ["of a feature by the server", "lib/server/submission/planted.ts", "lib/features/controls/rules.ts"],
    ["of a feature by a component", "components/transfer/planted.tsx", "lib/features/controls/rules.ts"],
    [
      "of a feature’s server by the core",
      "lib/server/keep/planted.ts",
      "lib/features/controls/server/gate.ts",
    ],
  ])("%s", (_, file, target) => {
    const specifier = `#${target.replace(/\.tsx?$/, "")}`;
    const { isRight, words } = check({ [file]: importOf(specifier), [target]: empty });
    expect([isRight, words]).toEqual([false, expect.stringContaining(`${file}: "${specifier}": `)]);
  });

  it.each([
    ["react", "lib/money/planted.ts"],
    ["next/navigation", "lib/transfer/planted.ts"],
    ["node:fs", "lib/words/planted.ts"],
    ["node:crypto", "lib/features/controls/planted.ts"],
  ])("of %s by plain logic", (specifier, file) => {
    expect(check({ [file]: importOf(specifier) })).toMatchObject({ isRight: false });
  });

  it("that leaves a room by a relative path", () => {
    const file = "lib/server/ledger/planted.ts";
    const { isRight, words } = check({
      [file]: importOf("../tables/schema"),
      "lib/server/tables/schema.ts": empty,
    });
    expect([isRight, words]).toEqual([
      false,
      expect.stringContaining("another room is named by its address"),
    ]);
  });

  it("that runs in a circle, also of types alone, by a re-export or when it is called", () => {
    const files = {
      "lib/money/a.ts": 'import type { B } from "./b";\n\nexport type A = B;\n',
      "lib/money/b.ts": 'export type { C as B } from "./c";\n',
      "lib/money/c.ts": 'export type C = number;\nexport const load = () => import("./a");\n',
    };
    const { isRight, words } = check(files);
    expect([isRight, words]).toEqual([
      false,
      expect.stringContaining("a.ts -> lib/money/b.ts -> lib/money/c.ts ->"),
    ]);
  });
});

it.each([
  "lib/new-room/planted.ts",
  "lib/planted.ts",
  "lib/server/new-room/planted.ts",
  "lib/features/new-room/planted.ts",
  "components/planted.tsx",
])("a file in no room is refused: %s", (file) => {
  const { isRight, words } = check({ [file]: empty });
  expect([isRight, words]).toEqual([false, expect.stringContaining(`${file}: is in no room`)]);
});

it("a room that is too full is refused, whatever number of tests it has", () => {
  const fill = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`lib/money/amount-${at}.ts`, empty]));
  expect(check({ ...fill(20), "lib/money/amount.test.ts": empty })).toMatchObject({ isRight: true });
  const { isRight, words } = check(fill(21));
  expect([isRight, words]).toEqual([false, expect.stringContaining("lib/money: holds 21 files")]);
});

it("what the table allows passes", () => {
  const files = {
    "app/verb.ts": importOf("#lib/server/config/env"),
    "lib/server/config/env.ts": importOf("#lib/text/day-text"),
    "lib/server/service/own-sandbox.ts": importOf("#lib/sandbox/sandbox"),
    "lib/sandbox/sandbox.ts": importOf("./price"),
    "lib/sandbox/price.ts": importOf("#lib/money/money"),
    "lib/money/money.ts": empty,
    "lib/features/controls/rules.ts": importOf("#lib/contract/api"),
    "lib/contract/api.ts": empty,
    "lib/text/day-text.ts": empty,
    "components/quote/field.tsx": importOf("#components/ui/icon"),
    "components/ui/icon.tsx": importOf("react"),
    "lib/testing/owner.ts": importOf("#lib/proof/run"),
    "lib/proof/run.ts": importOf("#lib/server/config/env"),
  };
  expect(check(files)).toMatchObject({ isRight: true });
});

it("the linter refuses the framework's own link, which fetches pages ahead", () => {
  const folder = temporaryFolder();
  copyFileSync(join(root, "biome.json"), join(folder, "biome.json"));
  mkdirSync(join(folder, "app"));
  writeFileSync(join(folder, "app/link.ts"), importOf("next/link"));
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "lint", "--vcs-enabled=false", "--reporter=json", "."];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  expect(stdout).toContain("lint/style/noRestrictedImports");
});
