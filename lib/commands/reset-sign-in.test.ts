import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { verifyAudit } from "#lib/server/audit/verify-audit";
import { db } from "#lib/server/database/db";
import { startDashboard } from "#lib/testing/servers/dashboard";
import { scriptArgs } from "#lib/testing/servers/script";
import { root } from "#lib/testing/servers/server-process";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";

/** Runs `npm run reset-sign-in` beside a server that runs on the same database. */
async function run(...given: string[]) {
  const args = [...scriptArgs("lib/commands/reset-sign-in.ts"), ...given];
  const { PATH, DATABASE_URL = "", AUTH_SECRET = "" } = process.env;
  const variables = { PATH, NODE_ENV: "test" as const, DATABASE_URL, AUTH_SECRET };
  return promisify(execFile)(process.execPath, args, { cwd: root, env: variables }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
}

it("lets a locked-out admin in by a link that works once, takes the second factor away, and stands in the audit log", async () => {
  const dashboard = await startDashboard({});
  const ledger = await db();
  const { cookie, email, personId } = await writeSession(ledger, testSecret, { role: "admin" });
  await ledger.updateTable("people").set({ two_factor_enabled: 1 }).where("id", "=", personId).execute();
  const factor = { id: "f", person_id: personId, encrypted_secret: "x", encrypted_recovery_codes: "x" };
  await ledger
    .insertInto("second_factors")
    .values({ ...factor, is_verified: 1, failed_count: 0, locked_until: null, last_step: 0 })
    .execute();
  const { code, stdout, stderr } = await run(` ${email.toUpperCase()}`);
  expect([code, stderr]).toEqual([0, ""]);
  const token = /http:\/\/localhost:3000\/welcome#([\w-]{43})\n$/.exec(stdout)?.[1] ?? "";
  const read = (path: string) => dashboard.send("GET", path, { as: "nobody", headers: { cookie } });
  expect((await read("/api/transfers")).status).toBe(401);
  const body = { token, password: "nine green lamps in a window" };
  expect((await dashboard.send("POST", "/api/welcome", { as: "nobody", body })).status).toBeLessThan(300);
  expect((await dashboard.send("POST", "/api/welcome", { as: "nobody", body })).status).toBeGreaterThan(399);
  const person = await ledger.selectFrom("people").selectAll().where("id", "=", personId).executeTakeFirst();
  expect([person?.two_factor_enabled, person?.role]).toEqual([0, "admin"]);
  // This person was written without a password, so the link sets none to sign in with.
  const rows = await ledger
    .selectFrom("audit_log")
    .selectAll()
    .where("action", "<>", "sign_in_failed")
    .orderBy("seq")
    .execute();
  expect(rows.map(({ action, record_id }) => [action, record_id])).toEqual([
    ["second_factor_reset", personId],
    ["password_reset", personId],
    ["password_changed", personId],
  ]);
  expect(rows[0]?.detail).toContain("a_command");
  expect(JSON.stringify(rows)).not.toContain(token);
  expect((await verifyAudit(ledger)).fault).toBeNull();
  await dashboard.close();
}, 60_000);

it("changes nothing for an address that nobody has, and asks whose it is", async () => {
  const dashboard = await startDashboard({});
  await db();
  const nobody = await run("nobody@example.com");
  expect(nobody).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("Nothing was changed"),
  });
  expect(await run()).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("Name the person"),
  });
  expect(await (await db()).selectFrom("audit_log").selectAll().execute()).toEqual([]);
  await dashboard.close();
}, 60_000);
