import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { TransferWithEvents } from "#lib/contract/api";
import type { NewSecondFactor, OneTimeLink } from "#lib/contract/people";
import { inTransaction } from "#lib/server/audit/transaction";
import { countAttempt, dropOldAttempts } from "#lib/server/credentials/attempts";
import { db } from "#lib/server/database/db";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { quickHash } from "#lib/testing/sign-in/quick-hash";
import { codeOf } from "#lib/testing/sign-in/totp-code";
import { codeBudget } from "./code-tries";
import { addPerson } from "./links";

const password = "seven small boats on a lake";
const hash = quickHash(password);
const hour = 3_600_000;
const jumps = [
  { name: "1 hour", ms: hour },
  { name: "1 day", ms: 24 * hour },
  { name: "1 year", ms: 365 * 24 * hour },
];

let dashboard: TestDashboard;
beforeEach(async () => {
  // The account has one quote a minute, so that one more is beyond the limit.
  dashboard = await startDashboard({ QUOTES_PER_MINUTE: "1" });
  await inTransaction(await db(), async (trx) => {
    for (const name of ["ada", "ben"])
      await addPerson(trx, { name, email: `${name}@example.com`, role: "admin" }, hash);
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await dashboard.close();
});

const setClock = (offset: number) => {
  vi.useRealTimers();
  if (offset !== 0) vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + offset });
};
async function ask<Body>(path: string, body?: unknown, cookie = "", headers: Record<string, string> = {}) {
  const method = body === undefined ? "GET" : "POST";
  const options = { as: "nobody" as const, ...(body !== undefined && { body }) };
  const reply = await dashboard.send<Body>(method, path, { ...options, headers: { cookie, ...headers } });
  const set = reply.headers.getSetCookie().filter((line) => !/max-age=0/i.test(line));
  const wait = Number(reply.headers.get("retry-after") ?? 0);
  return { ...reply, wait, cookie: set.map((line) => line.split(";")[0]).join("; ") };
}
const signIn = (name: string, given = password, cookie = "") =>
  ask("/api/auth/sign-in/email", { email: `${name}@example.com`, password: given }, cookie);
const quote = (cookie: string) => ask("/api/quote", { amount: "10", asset: "base:usdc" }, cookie);
const invite = (cookie: string) =>
  ask<OneTimeLink>("/api/people", { email: "eve@example.com", role: "support" }, cookie);
const tryLink = (path: string) => ask("/api/welcome/link", { token: path.slice(path.indexOf("#") + 1) });

/** Uses up what can be used up, and leaves a session, a link and a second factor whose code was used. */
async function leaveTraces() {
  const { cookie } = await signIn("ada");
  const link = (await invite(cookie)).body;
  expect([(await quote(cookie)).status, (await quote(cookie)).status]).toEqual([200, 429]);
  for (let at = 0; at < 10; at++) await signIn("ada", "a guess of somebody else");
  expect((await signIn("ada")).status).toBe(429);
  const ben = (await signIn("ben")).cookie;
  const { body } = await ask<NewSecondFactor>("/api/auth/two-factor/enable", { password }, ben);
  const secret = new URL(body.uri).searchParams.get("secret") ?? "";
  const code = await codeOf(secret, 0);
  expect((await ask("/api/auth/two-factor/verify-totp", { code }, ben)).status).toBe(200);
  const { person_id } = await (await db())
    .selectFrom("second_factors")
    .select("person_id")
    .executeTakeFirstOrThrow();
  await countAttempt(await db(), `second-factor:person:${person_id}`, codeBudget, codeBudget.max);
  return { cookie, link, secret };
}

it.each(jumps)(
  "a clock that was ahead by $name leaves nothing that lasts longer than its length",
  async ({ ms }) => {
    setClock(ms);
    const { cookie, link, secret } = await leaveTraces();
    setClock(0);
    await dashboard.restart();
    // A link, and a session with its confirmation, are over at once.
    expect((await tryLink(String(link.path))).problem.code).toBe("link_unusable");
    expect((await ask("/api/transfers", undefined, cookie)).status).toBe(401);
    // A locked account is free after fifteen minutes, for its owner's browser at once.
    const refused = await signIn("ada");
    expect(refused.status).toBe(429);
    expect(refused.wait).toBeLessThanOrEqual(900);
    const owner = await signIn("ada", password, cookie);
    expect(owner.status).toBe(200);
    expect((await invite(owner.cookie)).status).toBe(201);
    // A limit of a minute lasts a minute.
    const limited = await quote(owner.cookie);
    expect(limited.wait).toBeLessThanOrEqual(60);
    // Codes are refused for fifteen minutes at most; after them a new one works.
    const ledger = await db();
    await dropOldAttempts(ledger);
    const early = await ask(
      "/api/auth/two-factor/verify-totp",
      { code: "000000" },
      (await signIn("ben")).cookie,
    );
    expect([early.status, early.wait <= 900]).toEqual([429, true]);
    setClock(901_000);
    expect((await signIn("ada")).status).toBe(200);
    const half = (await signIn("ben")).cookie;
    const code = await codeOf(secret, 0);
    expect((await ask("/api/auth/two-factor/verify-totp", { code }, half)).status).toBe(200);
    expect((await ask("/api/auth/two-factor/verify-totp", { code }, half)).status).toBe(401);
    expect((await ledger.selectFrom("sessions").select("id").execute()).length).toBeLessThanOrEqual(3);
  },
);

it("servers up to ten minutes apart sign nobody out, and keep each other's links", async () => {
  setClock(9 * 60_000);
  const ahead = await signIn("ada");
  const { path } = (await invite(ahead.cookie)).body;
  setClock(0);
  await dropOldAttempts(await db());
  expect((await ask("/api/transfers", undefined, ahead.cookie)).status).toBe(200);
  // Confirmed there is confirmed here.
  expect((await invite(ahead.cookie)).status).toBe(201);
  setClock(-11 * 60_000);
  expect((await tryLink(String(path))).status).toBe(410);
  expect((await ask("/api/transfers", undefined, ahead.cookie)).status).toBe(401);
});

it.each(jumps)("a clock that was behind by $name leaves nothing that outlives it", async ({ ms }) => {
  setClock(-ms);
  const { cookie, link, secret } = await leaveTraces();
  setClock(0);
  await dashboard.restart();
  expect((await ask("/api/transfers", undefined, cookie)).status).toBe(401);
  const sevenDays = 7 * 24 * hour;
  expect((await tryLink(String(link.path))).status).toBe(ms < sevenDays ? 200 : 410);
  const owner = await signIn("ada");
  expect(owner.status).toBe(200);
  expect((await quote(owner.cookie)).status).toBe(200);
  const half = (await signIn("ben")).cookie;
  const code = await codeOf(secret, 0);
  expect((await ask("/api/auth/two-factor/verify-totp", { code }, half)).status).toBe(200);
});

it.each(jumps)(
  "a clock that is put back by $name signs everybody out, and keeps the order of what was",
  async ({ ms }) => {
    const { cookie } = await signIn("ada");
    const key = { "idempotency-key": "11111111-1111-4111-8111-111111111111" };
    const { body: made } = await ask<TransferWithEvents>("/api/transfers", goodTransfer, cookie, key);
    const ledger = await db();
    const shown = async () => {
      const rows = await ledger.selectFrom("audit_log").select("action").execute();
      return rows.filter(({ action }) => action === "account_number_shown").length;
    };
    setClock(-ms);
    expect((await ask("/api/transfers", undefined, cookie)).status).toBe(401);
    const again = (await signIn("ada")).cookie;
    const before = await shown();
    expect((await ask(`/api/transfers/${made.id}`, undefined, again)).status).toBe(200);
    expect(await shown()).toBe(before + 1);
    const noted = await ask<TransferWithEvents>(
      `/api/transfers/${made.id}/notes`,
      { kind: "note", text: "Seen" },
      again,
    );
    expect(noted.status).toBe(200);
    // Nobody can say for how long it waits.
    expect(noted.body.attention).toContain("no_deposit");
    const { createdAt, updatedAt, events } = noted.body;
    const times = [createdAt, ...events.map(({ at }) => at), updatedAt];
    expect(times).toEqual([...times].sort());
  },
);

it.each(jumps)("an accepted quote from $name ahead is no quote of the last minute", async ({ ms }) => {
  const { cookie } = await signIn("ada");
  const quotedAt = new Date(Date.now() + ms).toISOString();
  const body = { ...goodTransfer, acceptedQuote: { outputAmount: "1", quotedAt } };
  const key = { "idempotency-key": "22222222-2222-4222-8222-222222222222" };
  expect((await ask("/api/transfers", body, cookie, key)).problem.code).toBe("quote_moved");
});
