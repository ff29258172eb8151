import { afterEach, expect, it } from "vitest";
import { inTransaction } from "#lib/server/audit/transaction";
import { db } from "#lib/server/database/db";
import { addPerson } from "#lib/server/people/links";
import { clearLocks, listLocks } from "#lib/server/people/locks";
import { spawnCommand } from "#lib/testing/servers/command";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { quickHash } from "#lib/testing/sign-in/quick-hash";

const email = "ada@example.com";
const password = "seven small boats on a lake";
let dashboard: TestDashboard;
afterEach(() => dashboard.close());

/** Runs `npm run locks` beside a server that runs on the same database. */
async function run(...args: string[]) {
  const { ended, exitCode, output } = spawnCommand(process.env.DATABASE_URL ?? "", "locks", ...args);
  await ended;
  return { code: exitCode(), words: output().trim() };
}
const signIn = (given: string) =>
  dashboard.send("POST", "/api/auth/sign-in/email", {
    as: "nobody",
    body: { email, password: given },
    headers: { "x-forwarded-for": "203.0.113.1" },
  });

it("shows who is locked and until when, frees them, and stands in the audit log", async () => {
  dashboard = await startDashboard({});
  const ledger = await db();
  const ada = { name: "Ada", email, role: "admin" } as const;
  const id = await inTransaction(ledger, (trx) => addPerson(trx, ada, quickHash(password)));
  for (let at = 0; at < 10; at++) await signIn("a guess of somebody else");
  expect((await signIn(password)).status).toBe(429);
  const shown = await run();
  expect(shown.code).toBe(0);
  const line = /^Sign-in from new browsers: ada@example\.com, since (\S+), until (\S+)\nLocked: 1\.$/;
  const [, since = "", until = ""] = line.exec(shown.words) ?? [];
  expect(Date.parse(until) - Date.parse(since)).toBe(15 * 60_000);
  expect(await clearLocks(ledger, "somebody@example.com")).toBe(0);
  expect((await signIn(password)).status).toBe(429);
  expect((await run("--clear", ` ${email.toUpperCase()}`)).words).toMatch(/cleared: 1\./);
  expect((await signIn(password)).status).toBe(200);
  for (let at = 0; at < 11; at++) await signIn("a guess of somebody else");
  expect(await clearLocks(ledger, undefined)).toBeGreaterThan(0);
  expect((await signIn(password)).status).toBe(200);
  expect(await listLocks(ledger)).toEqual([]);
  expect(await run("ada@example.com")).toMatchObject({ code: 1 });
  const rows = await ledger.selectFrom("audit_log").selectAll().orderBy("seq").execute();
  const cleared = rows.filter(({ action }) => action === "locks_cleared");
  expect(cleared.map(({ actor_id, record_id }) => [actor_id, record_id])).toEqual([
    [null, null],
    [null, id],
    [null, null],
  ]);
  expect(JSON.parse(cleared[1]?.detail ?? "")).toEqual({ by: "a_command", email, locks: "1" });
}, 120_000);
