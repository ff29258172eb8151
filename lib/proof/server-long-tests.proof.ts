import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "#lib/testing/servers/server-process";

it("every test, with all of its random cases, and those that npm test leaves out", () => {
  const program = join(root, "node_modules/vitest/vitest.mjs");
  const args = [program, "run", "--config", "lib/testing/vitest.config.ts", "--reporter=dot"];
  const { VITEST: _, ...variables } = process.env;
  const env = { ...variables, LONG_TESTS: "true", TEST_POSTGRES_ALL: "1" };
  expect(spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env }).status).toBe(0);
});
