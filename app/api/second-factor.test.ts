import { afterEach, beforeEach, expect, it } from "vitest";
import type { AuditPage } from "#lib/contract/audit/audit";
import type { NewSecondFactor } from "#lib/contract/people";
import { inTransaction } from "#lib/server/audit/transaction";
import { db } from "#lib/server/database/db";
import { addPerson } from "#lib/server/people/links";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { quickHash } from "#lib/testing/sign-in/quick-hash";
import { codeOf } from "#lib/testing/sign-in/totp-code";

const email = "ada@example.com";
const password = "seven small boats on a lake";
const hash = quickHash(password);

let dashboard: TestDashboard;
beforeEach(async () => {
  dashboard = await startDashboard({});
  const ada = { name: "Ada", email, role: "admin" } as const;
  await inTransaction(await db(), (trx) => addPerson(trx, ada, hash));
});
afterEach(() => dashboard.close());

/** Sends a request with cookies; gives the reply and the cookies that it sets. */
async function ask<Body>(method: string, path: string, body: unknown, cookie = "") {
  const given = body === undefined ? {} : { body };
  const reply = await dashboard.send<Body>(method, path, { as: "nobody", headers: { cookie }, ...given });
  const set = reply.headers.getSetCookie().filter((line) => !/max-age=0/i.test(line));
  return { ...reply, cookie: set.map((line) => line.split(";")[0]).join("; ") };
}
const signIn = async (cookie = "") =>
  (await ask("POST", "/api/auth/sign-in/email", { email, password }, cookie)).cookie;
const enterCode = (code: string, cookie: string) =>
  ask("POST", "/api/auth/two-factor/verify-totp", { code }, cookie);
const enterRecovery = (code: string, cookie: string) =>
  ask("POST", "/api/auth/two-factor/verify-backup-code", { code }, cookie);
const canAct = async (cookie: string) =>
  (await ask("POST", "/api/people", { email: "eve@example.com", role: "support" }, cookie)).status === 201;

const isSession = async (cookie: string) =>
  (await ask("GET", "/api/auth/list-sessions", undefined, cookie)).status === 200;

/** Sets one up in a browser; gives how to make a code, the recovery codes, and what the browser then holds. */
async function setUp(cookie: string) {
  const begun = await ask<NewSecondFactor>("POST", "/api/auth/two-factor/enable", { password }, cookie);
  const secret = new URL(begun.body.uri).searchParams.get("secret") ?? "";
  const done = await enterCode(await codeOf(secret, 0), cookie);
  expect(done.status).toBe(200);
  return { codeAt: (step: number) => codeOf(secret, step), begun: begun.body, cookie: done.cookie };
}

it.each(["false", "true"])(
  "set up or turned off, it ends every other session (required: %s)",
  async (required) => {
    process.env.REQUIRE_TWO_FACTOR = required;
    const [thief, owner] = [await signIn(), await signIn()];
    const { codeAt, begun, cookie } = await setUp(owner);
    expect([await canAct(thief), await canAct(owner), await canAct(cookie)]).toEqual([false, false, true]);
    const other = (await enterRecovery(begun.recoveryCodes[0] ?? "", await signIn())).cookie;
    expect(await canAct(other)).toBe(true);
    const proof = { password, code: await codeAt(1) };
    const ended = await ask("POST", "/api/auth/two-factor/disable", proof, cookie);
    expect(ended.status).toBe(200);
    expect([await isSession(other), await isSession(cookie), await isSession(ended.cookie)]).toEqual([
      false,
      false,
      true,
    ]);
  },
);

it("a session of the password alone is none of a person who has one, however its row came to be", async () => {
  const { cookie } = await setUp(await signIn());
  expect(await isSession(cookie)).toBe(true);
  const ledger = await db();
  await ledger.updateTable("sessions").set({ has_second_factor: 0 }).execute();
  expect(await isSession(cookie)).toBe(false);
});

it("is not guessed by many at once: of 24 wrong codes ten are judged, and nobody else is locked out", async () => {
  const owner = await signIn();
  const { codeAt, begun, cookie } = await setUp(owner);
  const halves = await Promise.all(Array.from({ length: 6 }, () => signIn()));
  const guesses = halves.flatMap((half) => [
    ...Array.from({ length: 3 }, () => enterCode("000000", half)),
    enterRecovery("0000-0000-0000-0000-0000-0000", half),
  ]);
  const answers = await Promise.all(guesses);
  const judged = answers.filter(({ problem }) => problem.detail.startsWith("The code is wrong"));
  expect(judged.length).toBeGreaterThan(0);
  expect(judged.length).toBeLessThanOrEqual(10);
  expect(answers.some(({ status }) => status === 429)).toBe(true);
  // The owner's open session has tries of its own, and no more of them.
  const confirm = (code: string) => ask("POST", "/api/confirmation", { password, code }, cookie);
  for (let at = 0; at < 9; at++) expect((await confirm("000000")).status).toBe(401);
  const known = /device=[^;]+/.exec(owner)?.[0] ?? "";
  const half = await signIn(known);
  expect((await enterRecovery(begun.recoveryCodes[1] ?? "", `${half}; ${known}`)).status).toBe(200);
  expect((await confirm("000000")).status).toBe(401);
  expect((await confirm(await codeAt(1))).status).toBe(429);
  // Whatever is left of the budget goes, and then the right one is refused, too.
  for (let at = 0; at < 10; at++) await enterCode("000000", await signIn());
  expect((await enterCode(await codeAt(1), await signIn())).status).toBe(429);
  expect((await enterRecovery(begun.recoveryCodes[0] ?? "", await signIn())).status).toBe(429);
  await (await db()).deleteFrom("attempts").execute();
  expect((await enterCode(await codeAt(1), await signIn())).status).toBe(200);
});

it("right passwords use up none of the tries, however often it is begun", async () => {
  const cookie = await signIn();
  for (let time = 0; time < 11; time++)
    expect((await ask("POST", "/api/auth/two-factor/enable", { password }, cookie)).status).toBe(200);
});

it("right codes use up none of the tries", async () => {
  const { begun } = await setUp(await signIn());
  for (const code of begun.recoveryCodes)
    expect((await enterRecovery(code, await signIn())).status).toBe(200);
  const [attempt] = await (await db())
    .selectFrom("attempts")
    .select("count")
    .where("key", "like", "second-factor:person:%")
    .execute();
  expect(Number(attempt?.count)).toBe(0);
});

it("a recovery code is used by a sign-in alone, and each use stands in the log", async () => {
  const { begun, cookie } = await setUp(await signIn());
  const [code = ""] = begun.recoveryCodes;
  // Without a sign-in under way nothing is guessed, and nothing is written to the log.
  expect((await enterRecovery(code, cookie)).status).toBe(401);
  const log = async () => (await ask<AuditPage>("GET", "/api/audit", undefined, whole.cookie)).body.items;
  const whole = await enterRecovery(code, `${await signIn()}; ${cookie}`);
  expect(whole.status).toBe(200);
  expect((await log())[0]).toMatchObject({ action: "signed_in", detail: '{"secondFactor":"recovery_code"}' });
  expect((await log()).map(({ action }) => action)).not.toContain("second_factor_failed");
});
