import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { appendAudit } from "#lib/server/audit/audit";
import { openDatabase } from "#lib/server/database/db";
import type { Db } from "#lib/server/tables/schema";
import { entriesOf } from "#lib/testing/database/audit-entries";
import { scriptArgs } from "#lib/testing/servers/script";
import { root } from "#lib/testing/servers/server-process";
import { temporaryFolder } from "#lib/testing/temporary-folder";

/** Writes so many entries into a file, does something to it, and runs `npm run verify-audit` on it. */
async function verify(count: number, act: (log: Db) => Promise<unknown>, ...more: string[]) {
  const file = join(temporaryFolder(), "dashboard.db");
  const log = await openDatabase({ kind: "sqlite", file });
  for (const entry of entriesOf(count)) await log.transaction().execute((trx) => appendAudit(trx, entry));
  const last = await log.selectFrom("audit_head").select(["seq", "hash"]).executeTakeFirstOrThrow();
  await act(log);
  await log.destroy();
  const args = [...scriptArgs("lib/commands/verify-audit.ts"), ...more];
  const env = { PATH: process.env.PATH, NODE_ENV: "test" as const, DATABASE_URL: `file:${file}` };
  const ran = await promisify(execFile)(process.execPath, args, { cwd: root, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return { code: ran.code, stdout: ran.stdout, stderr: ran.stderr, last: `${last.seq}:${last.hash}` };
}
const nothing = async () => undefined;

it("says how many entries there are, and the last hash", async () => {
  const { code, stdout, last } = await verify(3, nothing);
  expect(stdout).toBe(`3 entries are intact: each follows from the one before. Last: ${last}\n`);
  expect(code).toBe(0);
});

it("names the first entry that is wrong", async () => {
  const act = (log: Db) =>
    log.updateTable("audit_log").set({ actor_name: "eve@example.com" }).where("seq", "=", 2).execute();
  const { code, stdout } = await verify(3, act);
  expect(stdout).toMatch(
    /^Entry 2 was changed: .+\nBefore that 1 entry is intact: each follows from the one before\. Last: 1:[0-9a-f]{64}\n$/,
  );
  expect(code).toBe(1);
});

it("asks for an entry that was noted elsewhere", async () => {
  const { code, stdout } = await verify(3, nothing, `3:${"0".repeat(64)}`);
  expect(stdout).toMatch(/^Entry 3 or one before it was changed/);
  expect(code).toBe(1);
  const other = await verify(1, nothing, "1");
  expect(other).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("NUMBER:HASH") });
});
