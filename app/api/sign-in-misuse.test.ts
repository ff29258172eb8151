import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import type { NewSecondFactor, SignedIn } from "#lib/contract/people";
import { inTransaction } from "#lib/server/audit/transaction";
import { confirmBudget } from "#lib/server/auth/confirm";
import { countAttempt } from "#lib/server/credentials/attempts";
import { hashPassword, passwordCost } from "#lib/server/credentials/password-hash";
import { renewEncryption } from "#lib/server/credentials/renew-encryption";
import { db } from "#lib/server/database/db";
import { addPerson } from "#lib/server/people/links";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { quickHash } from "#lib/testing/sign-in/quick-hash";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { codeOf } from "#lib/testing/sign-in/totp-code";

const email = "ada@example.com";
const password = "seven small boats on a lake";
const hash = quickHash(password);
const credentials = { email, password };

let dashboard: TestDashboard;
let id: string;
beforeEach(async () => {
  dashboard = await startDashboard({});
  const ada = { name: "Ada", email, role: "finance" } as const;
  id = await inTransaction(await db(), (trx) => addPerson(trx, ada, hash));
});
afterEach(() => dashboard.close());

/** Sends a request with a cookie; gives the reply and the cookies that it sets. */
async function ask<Body>(path: string, body: unknown, cookie = "") {
  const reply = await dashboard.send<Body>("POST", path, { as: "nobody", body, headers: { cookie } });
  const set = reply.headers.getSetCookie().filter((line) => !/max-age=0/i.test(line));
  return { ...reply, cookie: set.map((line) => line.split(";")[0]).join("; ") };
}
const signIn = (cookie?: string) => ask<SignedIn>("/api/auth/sign-in/email", credentials, cookie);

/** Of the only session that there is. */
async function confirmKey() {
  const session = await (await db()).selectFrom("sessions").select("id").executeTakeFirstOrThrow();
  return `confirm:${id}:${session.id}`;
}

const beyondOurs = [
  "sign-up/email",
  "sign-in/social",
  "reference",
  "get-session",
  "ok",
  "error",
  "update-user",
  "change-email",
  "delete-user",
  "reset-password",
  "request-password-reset",
  "verify-email",
  "refresh-token",
  "revoke-sessions",
  "revoke-other-sessions",
  "two-factor/get-totp-uri",
  "two-factor/send-otp",
  "two-factor/verify-otp",
  "two-factor/view-backup-codes",
  "admin/set-role",
];
it("what the sign-in library offers beyond ours is no path", async () => {
  const headers = { cookie: (await signIn()).cookie };
  for (const path of beyondOurs)
    for (const method of ["GET", "POST"]) {
      const body = method === "POST" ? { body: { ...credentials, name: "Eve" } } : {};
      const { status } = await dashboard.send(method, `/api/auth/${path}`, {
        as: "nobody",
        headers,
        ...body,
      });
      expect(status, `${method} ${path}`).toBe(404);
    }
  expect(await (await db()).selectFrom("people").select("email").execute()).toEqual([{ email }]);
});

it("a wrong password is as much work for an address that nobody has", async () => {
  // Enough that the hash is nearly all of the work: without one an answer takes a tenth of that.
  const ofTests = { ...passwordCost };
  onTestFinished(() => void Object.assign(passwordCost, ofTests));
  Object.assign(passwordCost, { log2N: 14 });
  // The processor's time, which other programs do not lengthen.
  const workFor = async (address: string) => {
    const before = process.cpuUsage();
    await ask("/api/auth/sign-in/email", { email: address, password: "a guess of somebody else" });
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const ben = { name: "Ben", email: "ben@example.com", role: "support" } as const;
  const ofToday = await hashPassword(password);
  await inTransaction(await db(), (trx) => addPerson(trx, ben, ofToday));
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let at = 0; at < 3; at++) {
    known.push(await workFor(ben.email));
    unknown.push(await workFor(`nobody-${at}@example.com`));
  }
  const ratio = Math.min(...unknown) / Math.min(...known);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

it("a session ends 12 hours after sign-in, whatever is done in it", async () => {
  const askedAt = Date.now();
  const { cookie } = await signIn();
  const ledger = await db();
  const row = await ledger.selectFrom("sessions").selectAll().executeTakeFirstOrThrow();
  const begunAt = Date.parse(row.expires_at) - 12 * 3_600_000;
  expect(begunAt).toBeGreaterThanOrEqual(askedAt);
  expect(begunAt).toBeLessThanOrEqual(Date.now());
  for (let at = 0; at < 3; at++)
    await dashboard.send("GET", "/api/transfers", { as: "nobody", headers: { cookie } });
  const after = await ledger.selectFrom("sessions").select("expires_at").executeTakeFirstOrThrow();
  expect(after.expires_at).toBe(row.expires_at);
});

it("a cookie that somebody planted before the sign-in opens nothing after it", async () => {
  const planted = "session=attacker-chosen-token.attacker-chosen-signature";
  const { cookie, status } = await signIn(planted);
  expect([status, cookie.includes("attacker")]).toEqual([200, false]);
  const read = (given: string) =>
    dashboard.send("GET", "/api/transfers", { as: "nobody", headers: { cookie: given } });
  expect([(await read(planted)).status, (await read(cookie)).status]).toEqual([401, 200]);
});

it("a new password asks for the old one, ten times at most, and gives another session", async () => {
  const { cookie } = await signIn();
  const change = (currentPassword: string) =>
    ask(
      "/api/auth/change-password",
      { currentPassword, newPassword: "nine green lamps in a window" },
      cookie,
    );
  // As if there had been eight before.
  await countAttempt(await db(), await confirmKey(), confirmBudget, 8);
  for (let at = 0; at < 2; at++)
    expect((await change(`a guess of the old one ${at}`)).problem.code).toBe("wrong_credentials");
  expect((await change(password)).problem.code).toBe("too_many_requests");
  expect((await signIn()).status).toBe(200);
  await (await db()).deleteFrom("attempts").execute();
  const changed = await change(password);
  expect(changed.status).toBe(200);
  expect(changed.cookie).toMatch(/^session=/);
  expect(changed.cookie).not.toBe(cookie);
});

it("a new password that is guessed early is refused, and the old one holds", async () => {
  const { cookie } = await signIn();
  const body = { currentPassword: password, newPassword: "welcometothejungle" };
  const { status, problem } = await ask("/api/auth/change-password", body, cookie);
  expect([status, problem.errors?.[0]?.path]).toEqual([422, "newPassword"]);
  // Each that was judged has cost a try.
  const { count } = await countAttempt(await db(), await confirmKey(), confirmBudget, 0);
  expect(count).toBe(1);
  expect((await signIn()).status).toBe(200);
});

it("another AUTH_SECRET signs everybody out, and with the one before it every second factor holds", {
  tags: "detail",
}, async () => {
  const { cookie } = await signIn();
  const begun = await ask<NewSecondFactor>("/api/auth/two-factor/enable", { password }, cookie);
  const secret = new URL(begun.body.uri).searchParams.get("secret") ?? "";
  const codeAt = (step: number) => codeOf(secret, step);
  const verify = (code: string, given: string) => ask("/api/auth/two-factor/verify-totp", { code }, given);
  const whole = await verify(await codeAt(-1), cookie);
  const set = async (variables: Record<string, string>) => {
    Object.assign(process.env, variables);
    await dashboard.restart();
  };
  await set({ AUTH_SECRET: "another secret of the tests, quite as random" });
  const read = await dashboard.send("GET", "/api/transfers", {
    as: "nobody",
    headers: { cookie: whole.cookie },
  });
  expect(read.status).toBe(401);
  expect(await renewEncryption(await db())).toBe(0);
  await set({ AUTH_SECRET_PREVIOUS: testSecret });
  expect(await renewEncryption(await db())).toBe(1);
  expect(await renewEncryption(await db())).toBe(0);
  expect((await verify(await codeAt(0), (await signIn()).cookie)).status).toBe(200);
  const code = begun.body.recoveryCodes[0];
  const half = (await signIn()).cookie;
  expect((await ask("/api/auth/two-factor/verify-backup-code", { code }, half)).status).toBe(200);
});

it("a code holds for its own step and its neighbours alone, and no client asks for trust", async () => {
  const { cookie } = await signIn();
  const begun = await ask<NewSecondFactor>("/api/auth/two-factor/enable", { password }, cookie);
  const secret = new URL(begun.body.uri).searchParams.get("secret") ?? "";
  const codeAt = (step: number) => codeOf(secret, step);
  const verify = (body: object, given: string) => ask("/api/auth/two-factor/verify-totp", body, given);
  expect((await verify({ code: await codeAt(-1) }, cookie)).status).toBe(200);
  const half = (await signIn()).cookie;
  for (const steps of [-3, -2, 3, 4])
    expect((await verify({ code: await codeAt(steps) }, half)).status, String(steps)).toBe(401);
  const trusting = { code: await codeAt(0), trustDevice: true };
  expect((await verify(trusting, half)).status).toBe(422);
  expect((await verify({ code: await codeAt(0) }, half)).status).toBe(200);
  expect((await signIn()).body).toEqual({ next: "second_factor" });
});
