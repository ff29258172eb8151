import { randomUUID } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import type { HoldState } from "#lib/contract/records";
import { db } from "#lib/server/database/db";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { spawnCommand } from "#lib/testing/servers/command";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";

let dashboard: TestDashboard;
afterEach(() => dashboard.close());

/** Runs `npm run hold-transfers` beside a server that runs on the same database. */
async function run(...args: string[]) {
  const { ended, exitCode, output } = spawnCommand(process.env.DATABASE_URL ?? "", "hold-transfers", ...args);
  await ended;
  return { code: exitCode(), words: output().trim() };
}
const submit = () =>
  dashboard.send("POST", "/api/transfers", {
    body: goodTransfer,
    headers: { "idempotency-key": randomUUID() },
  });
const findHold = async () => (await dashboard.send<HoldState>("GET", "/api/hold")).body.hold;

it("stops new transfers of a server that runs, says since when, and is in the audit log", async () => {
  dashboard = await startDashboard({});
  expect((await submit()).status).toBe(201);
  expect((await run("now")).code).toBe(1);
  expect(await findHold()).toBeNull();
  const { code, words } = await run();
  expect(code).toBe(0);
  expect((await submit()).problem.code).toBe("transfers_held");
  const hold = await findHold();
  expect(hold?.reason).toBe("by_hand");
  expect(words).toContain(`New transfers have been on hold since ${hold?.since}.`);
  // Who compared before the second loss must not end this one.
  await run();
  expect((await findHold())?.since).not.toBe(hold?.since);
  const rows = await (await db()).selectFrom("audit_log").selectAll().orderBy("seq").execute();
  const held = rows.filter(({ action }) => action === "transfers_held");
  expect(held.map(({ detail }) => detail)).toEqual(Array(2).fill('{"reason":"by_hand"}'));
}, 120_000);
