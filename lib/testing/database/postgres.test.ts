import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { root } from "#lib/testing/servers/server-process";

const program = `import { startPostgres } from "./lib/testing/database/postgres.ts";
const server = await startPostgres();
await server.close();
process.exitCode = 3;`;

it("leaves its end to a process that has failed", () => {
  const args = ["--conditions=react-server", "--import", "tsx", "--input-type=module", "--eval", program];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root });
  expect([status, `${stderr}`]).toEqual([3, ""]);
});
