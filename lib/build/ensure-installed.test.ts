import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, it } from "vitest";
import { root, spawnProcess } from "#lib/testing/servers/server-process";
import { temporaryFolder } from "#lib/testing/temporary-folder";

/** Notes how it was called, and keeps its list of packages as npm does. */
const npm = `#!/usr/bin/env node
const { appendFileSync, mkdirSync, writeFileSync } = require("node:fs");
const isWhole = process.argv.includes("--include=dev");
appendFileSync("calls", (isWhole ? "all" : process.argv.includes("--omit=dev") ? "serving" : "?") + " ");
mkdirSync("node_modules", { recursive: true });
const packages = { "node_modules/a": {}, ...(isWhole && { "node_modules/b": { dev: true } }) };
writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages }, null, 2));
`;

it("installs what each command needs, in whichever order they come, and takes nothing away", async () => {
  const folder = temporaryFolder();
  const file = "lib/build/ensure-installed.mjs";
  mkdirSync(join(folder, "lib/build"), { recursive: true });
  copyFileSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, "npm"), npm, { mode: 0o755 });
  writeFileSync(join(folder, "package-lock.json"), "1");
  const PATH = [folder, process.env.PATH].join(delimiter);
  const install = async (isForServing: boolean) => {
    const text = `import("${join(folder, file)}").then((it) => it.ensureInstalled({ isForServing: ${isForServing} }))`;
    const { ended, exitCode, output } = spawnProcess(["--eval", text], { PATH }, folder);
    await ended;
    expect(exitCode(), output()).toBe(0);
    return readFileSync(join(folder, "calls"), "utf8").trim();
  };
  expect(await install(true)).toBe("serving");
  expect(await install(true)).toBe("serving");
  expect(await install(false)).toBe("serving all");
  expect(await install(true)).toBe("serving all");
  writeFileSync(join(folder, "package-lock.json"), "2");
  expect(await install(true)).toBe("serving all all");
  expect(await install(false)).toBe("serving all all");
});
