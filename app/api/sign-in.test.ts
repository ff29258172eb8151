import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AuditPage } from "#lib/contract/audit/audit";
import type { NewSecondFactor, SignedIn } from "#lib/contract/people";
import { inTransaction } from "#lib/server/audit/transaction";
import { makeSecondFactor } from "#lib/server/auth/second-factor";
import { allTries, countAttempt } from "#lib/server/credentials/attempts";
import { openSecret } from "#lib/server/credentials/bound-secret";
import { hashRecoveryCode } from "#lib/server/credentials/recovery-codes";
import { hashToken } from "#lib/server/credentials/token-hash";
import { db } from "#lib/server/database/db";
import { addPerson } from "#lib/server/people/links";
import { accountDigest } from "#lib/server/people/sign-in";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { quickHash } from "#lib/testing/sign-in/quick-hash";
import { codeOf } from "#lib/testing/sign-in/totp-code";

const email = "ada@example.com";
const password = "seven small boats on a lake";
const hash = quickHash(password);

let dashboard: TestDashboard;
let id: string;
beforeEach(async () => {
  dashboard = await startDashboard({});
  id = await inTransaction(await db(), (trx) =>
    addPerson(trx, { name: "Ada", email, role: "finance" }, hash),
  );
});
afterEach(() => dashboard.close());

type Options = { cookie?: string; from?: string; device?: string };
/** Sends a request as a browser with the given cookies does; gives the cookies that it then holds. */
async function ask<Body>(method: string, path: string, body: unknown, { cookie = "", from }: Options = {}) {
  const headers = { cookie, ...(from !== undefined && { "x-forwarded-for": from }) };
  const answer = await dashboard.send<Body>(method, path, { as: "nobody", body, headers });
  const jar = new Map(
    cookie
      .split("; ")
      .filter(Boolean)
      .map((pair) => pair.split("=") as [string, string]),
  );
  for (const line of answer.headers.getSetCookie()) {
    const [pair = ""] = line.split(";");
    const [name = "", value = ""] = pair.split("=");
    if (value === "" || /max-age=0/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
  return { ...answer, cookie: [...jar].map((pair) => pair.join("=")).join("; ") };
}

const signIn = (given: string, options?: Options) =>
  ask<SignedIn>("POST", "/api/auth/sign-in/email", { email, password: given }, options);
const canRead = async (cookie: string) =>
  (await ask("GET", "/api/transfers", undefined, { cookie })).status === 200;

describe("a password", () => {
  it("opens a session, whose token stands nowhere in the database, and signing out closes it", async () => {
    const { status, body, cookie, headers } = await signIn(password);
    expect([status, body]).toEqual([200, { next: "done" }]);
    expect(await canRead(cookie)).toBe(true);
    const [, token = ""] = /session=([^.%;]+)/.exec(cookie) ?? [];
    const ledger = await db();
    expect(JSON.stringify(await ledger.selectFrom("sessions").selectAll().execute())).not.toContain(token);
    expect(JSON.stringify(body)).not.toContain(token);
    const flags = headers.getSetCookie().find((line) => line.startsWith("session="));
    expect(flags).toMatch(/HttpOnly/i);
    expect(flags).toMatch(/SameSite=Lax/i);
    const out = await ask("POST", "/api/auth/sign-out", {}, { cookie });
    expect([out.status, out.headers.get("clear-site-data")]).toEqual([200, '"cache", "storage"']);
    expect(await canRead(cookie)).toBe(false);
  });

  it("is kept by cookies that over https no script can read and no other host can set", async () => {
    await dashboard.close();
    const url = new URL("https://dashboard.example");
    dashboard = await startDashboard({ APP_URL: url.origin });
    const ada = { name: "Ada", email, role: "finance" } as const;
    await inTransaction(await db(), (trx) => addPerson(trx, ada, hash));
    const headers = { host: url.host, origin: url.origin };
    const body = { email, password };
    const answer = await dashboard.send("POST", "/api/auth/sign-in/email", { as: "nobody", body, headers });
    const cookies = answer.headers.getSetCookie();
    expect(cookies.map((line) => line.split("=")[0]).sort()).toEqual(["__Host-device", "__Host-session"]);
    for (const line of cookies) {
      for (const flag of ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"])
        expect(line.split("; ")).toContain(flag);
      expect(line).not.toMatch(/domain=/i);
    }
  });

  it("ends the session that the browser held, its own or another person's, and that alone", async () => {
    const [first, other] = [await signIn(password), await signIn(password)];
    const again = await signIn(password, { cookie: first.cookie });
    expect(again.status).toBe(200);
    expect(await canRead(first.cookie)).toBe(false);
    expect([await canRead(again.cookie), await canRead(other.cookie)]).toEqual([true, true]);
    const { body } = await dashboard.send<AuditPage>("GET", "/api/audit");
    const actions = body.items.map(({ action }) => action).reverse();
    expect(actions).toEqual(["signed_in", "signed_in", "signed_out", "signed_in"]);
    // A wrong password ends nothing.
    expect((await signIn("another password than hers", { cookie: again.cookie })).status).toBe(401);
    expect(await canRead(again.cookie)).toBe(true);
  });

  it("opens twenty sessions of a person, and one more ends the one that was used longest ago", async () => {
    const opened: string[] = [];
    for (let at = 0; at < 20; at++) opened.push((await signIn(password)).cookie);
    const [first = "", second = ""] = opened;
    const used = hashToken(/session=([^.%;]+)/.exec(first)?.[1] ?? "");
    const later = { last_seen_at: new Date(Date.now() + 1_000).toISOString() };
    await (await db()).updateTable("sessions").set(later).where("token_hash", "=", used).execute();
    const last = await signIn(password);
    expect([await canRead(first), await canRead(second), await canRead(last.cookie)]).toEqual([
      true,
      false,
      true,
    ]);
    const mine = await ask<unknown[]>("GET", "/api/auth/list-sessions", undefined, { cookie: first });
    expect(mine.body).toHaveLength(20);
    const { body } = await dashboard.send<AuditPage>("GET", "/api/audit");
    expect(body.items[0]).toMatchObject({ action: "signed_in", detail: '{"sessionsEnded":"1"}' });
  });

  it("counts when it is right, too: thirty in fifteen minutes, from known browsers apart", async () => {
    const owner = await signIn(password);
    const account = accountDigest(email);
    const known = { cookie: owner.cookie };
    for (const kind of ["new", "known"])
      await countAttempt(await db(), `sign-ins:${kind}:${account}`, allTries, 28);
    expect([(await signIn(password)).status, (await signIn(password)).status]).toEqual([200, 429]);
    expect([(await signIn(password, known)).status, (await signIn(password, known)).status]).toEqual([
      200, 200,
    ]);
    expect((await signIn(password, known)).status).toBe(429);
  });

  it("is taken as it was typed: its case, its spaces and its kinds of letters count", async () => {
    for (const other of [
      password.toUpperCase(),
      ` ${password}`,
      `${password} `,
      password.replace("seven", "seven "),
      password.replace("seven", "\uff53even"),
      password.slice(0, -1),
      `${password}\0`,
    ])
      expect((await signIn(other)).status, JSON.stringify(other)).toBe(other.endsWith("\0") ? 422 : 401);
    expect((await signIn(password)).status).toBe(200);
  });

  it("that is wrong is answered as an address that nobody has", async () => {
    const wrong = await signIn("seven small boats on a river");
    const unknown = await ask("POST", "/api/auth/sign-in/email", { email: "eve@example.com", password });
    const { requestId: _one, ...first } = wrong.problem;
    const { requestId: _two, ...second } = unknown.problem;
    expect([wrong.status, first]).toEqual([401, second]);
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  it("of a disabled person opens nothing, and disabling ends what is open", async () => {
    const { cookie } = await signIn(password);
    const { status } = await dashboard.send("PATCH", `/api/people/${id}`, { body: { isDisabled: true } });
    expect(status).toBe(200);
    expect(await canRead(cookie)).toBe(false);
    expect((await signIn(password)).status).toBe(401);
  });

  it("cannot be guessed: of 300 tries from 300 addresses ten are judged, over a restart too", async () => {
    const owner = await signIn(password);
    const codes: (string | undefined)[] = [];
    for (let at = 0; at < 300; at++) {
      if (at === 150) await dashboard.restart();
      const from = `203.0.${at % 250}.${Math.floor(at / 250)}`;
      codes.push((await signIn(`a guess that is number ${at}`, { from })).problem.code);
    }
    expect(codes.filter((code) => code === "wrong_credentials")).toHaveLength(10);
    expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(290);
    // Even the right one is refused there, and the owner's own browser still gets in.
    const refused = await signIn(password, { from: "203.0.113.9" });
    expect([refused.status, refused.problem.detail]).toEqual([
      429,
      expect.stringMatching(/minutes, or from a browser in which you signed in before\.$/),
    ]);
    expect((await signIn(password, { cookie: owner.cookie })).status).toBe(200);
    // That browser has tries of its own, and there is no better one.
    for (let at = 0; at < 10; at++) await signIn("a guess of the owner's own", { cookie: owner.cookie });
    const last = await signIn(password, { cookie: owner.cookie });
    expect([last.status, last.problem.detail]).toEqual([429, expect.stringMatching(/minutes\.$/)]);
  });

  it("is not even judged beyond its ten tries: the right one leaves no session behind", async () => {
    for (let at = 0; at < 10; at++) expect((await signIn(`a guess that is number ${at}`)).status).toBe(401);
    expect((await signIn(password)).status).toBe(429);
    expect(await (await db()).selectFrom("sessions").select("id").execute()).toEqual([]);
  });

  it("cannot be guessed for many people from one network", async () => {
    const guess = async (at: number) => {
      const body = { email: `person${at}@example.com`, password };
      // Another address of the same /64 each time.
      const from = `2001:db8:1:2::${at.toString(16)}`;
      return (await ask("POST", "/api/auth/sign-in/email", body, { from })).problem.code;
    };
    // As if there had been 98 before: each that is judged takes the processor as long as the right one.
    const counted = { max: 100, windowMs: 15 * 60_000 };
    await countAttempt(await db(), "sign-in:network:2001:db8:1:2", counted, 98);
    expect([await guess(1), await guess(2)]).toEqual(["wrong_credentials", "wrong_credentials"]);
    const codes = await Promise.all(Array.from({ length: 40 }, (_, at) => guess(at)));
    expect(new Set(codes)).toEqual(new Set(["too_many_requests"]));
    // Those of the network whose browser is known go on.
    const owner = await signIn(password, { from: "198.51.100.2" });
    const known = { from: "2001:db8:1:2::1", cookie: owner.cookie };
    expect((await signIn(password, known)).status).toBe(200);
    expect((await signIn(password, { from: "198.51.100.1" })).status).toBe(200);
  });
});

describe("a second factor", () => {
  /** Sets one up; gives how to make a code, and the recovery codes. */
  async function setUp() {
    const { cookie } = await signIn(password);
    const begun = await ask<NewSecondFactor>("POST", "/api/auth/two-factor/enable", { password }, { cookie });
    const secret = new URL(begun.body.uri).searchParams.get("secret") ?? "";
    const codeAt = (step: number) => codeOf(secret, step);
    const first = await codeAt(-1);
    const done = await ask("POST", "/api/auth/two-factor/verify-totp", { code: first }, { cookie });
    expect([done.status, done.problem]).toEqual([200, { next: "done" }]);
    return { codeAt, first, recoveryCodes: begun.body.recoveryCodes, cookie: done.cookie };
  }
  const verify = (code: string, cookie: string) =>
    ask<SignedIn>("POST", "/api/auth/two-factor/verify-totp", { code }, { cookie });

  it("is asked for after the password, and the password alone reads nothing", async () => {
    const { codeAt } = await setUp();
    const half = await signIn(password);
    expect(half.body).toEqual({ next: "second_factor" });
    expect(await canRead(half.cookie)).toBe(false);
    const whole = await verify(await codeAt(0), half.cookie);
    expect(whole.status).toBe(200);
    expect(await canRead(whole.cookie)).toBe(true);
  });

  it("is missed, which leaves an entry and forgives no guess; with it the guesses are forgotten", async () => {
    const { codeAt } = await setUp();
    for (let at = 0; at < 9; at++) await signIn("a guess of somebody else");
    for (let at = 0; at < 3; at++) expect((await signIn(password)).body).toEqual({ next: "second_factor" });
    const { body } = await dashboard.send<AuditPage>("GET", "/api/audit?action=password_accepted");
    expect(body.items).toHaveLength(3);
    expect(body.items[0]).toMatchObject({ actor: null, recordId: id, recordKind: "person" });
    const half = await signIn(password);
    expect((await signIn("a guess of somebody else")).status).toBe(401);
    expect((await signIn(password)).status).toBe(429);
    expect((await verify(await codeAt(0), half.cookie)).status).toBe(200);
    expect((await signIn(password)).status).toBe(200);
  });

  it("takes a code once: not again, not the first one, not by many at once, and not to confirm", async () => {
    const { codeAt, first } = await setUp();
    expect((await verify(first, (await signIn(password)).cookie)).status).toBe(401);
    const code = await codeAt(0);
    const halves = await Promise.all(Array.from({ length: 6 }, () => signIn(password)));
    const answers = await Promise.all(halves.map(({ cookie }) => verify(code, cookie)));
    const whole = answers.filter(({ status }) => status === 200);
    expect(whole).toHaveLength(1);
    const again = await ask(
      "POST",
      "/api/confirmation",
      { password, code },
      { cookie: whole[0]?.cookie ?? "" },
    );
    expect([again.status, again.problem.code]).toEqual([401, "wrong_credentials"]);
    const next = { password, code: await codeAt(1) };
    expect((await ask("POST", "/api/confirmation", next, { cookie: whole[0]?.cookie ?? "" })).status).toBe(
      200,
    );
  });

  const enterRecovery = (code: string, cookie: string) =>
    ask<SignedIn>("POST", "/api/auth/two-factor/verify-backup-code", { code }, { cookie });

  it("takes a recovery code once, of many at once too, and however it was typed", async () => {
    const { recoveryCodes } = await setUp();
    const [code = "", next = "", third = ""] = recoveryCodes;
    const halves = await Promise.all(Array.from({ length: 6 }, () => signIn(password)));
    const answers = await Promise.all(halves.map(({ cookie }) => enterRecovery(code, cookie)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const half = async () => (await signIn(password)).cookie;
    expect((await enterRecovery(code, await half())).status).toBe(401);
    const typed = ` ${next.toUpperCase().replaceAll("-", " ")}`;
    expect((await enterRecovery(typed, await half())).status).toBe(200);
    expect((await enterRecovery(next, await half())).status).toBe(401);
    expect(
      (await enterRecovery(`${third.slice(0, -1)}${third.endsWith("0") ? 1 : 0}`, await half())).status,
    ).toBe(401);
    expect((await enterRecovery(third, await half())).status).toBe(200);
  });

  it("has recovery codes of 120 bits, of which the database holds hashes that no answer tells", async () => {
    const { recoveryCodes, cookie } = await setUp();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes)
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/);
    const row = await (await db()).selectFrom("second_factors").selectAll().executeTakeFirstOrThrow();
    const kept = await openSecret(row.encrypted_recovery_codes, "recovery codes", row.person_id);
    for (const code of recoveryCodes) {
      expect(JSON.stringify(row) + kept).not.toContain(code);
      expect(kept).toContain(hashRecoveryCode(code));
    }
    // A hash, which somebody may have read, is no code.
    const [hash = ""] = JSON.parse(kept) as string[];
    expect((await enterRecovery(hash, (await signIn(password, { cookie })).cookie)).status).toBe(422);
  });

  it("is its person's alone: another's in its place in the database opens nothing", async () => {
    const { codeAt, recoveryCodes } = await setUp();
    const ledger = await db();
    const own = await ledger.selectFrom("second_factors").selectAll().executeTakeFirstOrThrow();
    const put = (row: Partial<typeof own>) => ledger.updateTable("second_factors").set(row).execute();
    const other = makeSecondFactor({ id: randomUUID(), email: "ben@example.com" });
    const secret = new URL(other.uri).searchParams.get("secret") ?? "";
    const [code = ""] = other.recoveryCodes;
    const half = async () => (await signIn(password)).cookie;
    await put({ encrypted_secret: other.row.encrypted_secret });
    expect((await verify(await codeOf(secret, 0), await half())).status).not.toBe(200);
    await put(own);
    await put({ encrypted_recovery_codes: other.row.encrypted_recovery_codes });
    expect((await enterRecovery(code, await half())).status).not.toBe(200);
    await put(own);
    // Its app's secret is no list of codes.
    await put({ encrypted_recovery_codes: own.encrypted_secret });
    expect((await enterRecovery(code, await half())).status).not.toBe(200);
    await put(own);
    expect((await verify(await codeAt(0), await half())).status).toBe(200);
    expect((await enterRecovery(recoveryCodes[0] ?? "", await half())).status).toBe(200);
  });

  it("is not guessed: five wrong codes end a sign-in, ten lock the second factor for all", async () => {
    const { codeAt } = await setUp();
    for (let round = 0; round < 2; round++) {
      const { cookie } = await signIn(password);
      for (let at = 0; at < 5; at++) expect((await verify("000000", cookie)).status).toBe(401);
      expect((await verify(await codeAt(0), cookie)).status).not.toBe(200);
    }
    const { cookie } = await signIn(password);
    expect((await verify(await codeAt(0), cookie)).problem.code).toBe("too_many_requests");
  });

  it("is needed by everybody where the dashboard requires it", async () => {
    const { cookie } = await signIn(password);
    await dashboard.close();
    dashboard = await startDashboard({ REQUIRE_TWO_FACTOR: "true" });
    expect(await canRead(cookie)).toBe(false);
    const { problem } = await dashboard.send("GET", "/api/transfers");
    expect(problem.code).toBe("second_factor_required");
    expect((await dashboard.send("GET", "/api/auth/list-sessions")).status).toBe(200);
  });
});

it("writes every step of it into one audit log that holds", async () => {
  const { cookie } = await signIn(password);
  await signIn("seven small boats on a river");
  const changed = { currentPassword: password, newPassword: "nine green lamps in a window" };
  expect((await ask("POST", "/api/auth/change-password", changed, { cookie })).status).toBe(200);
  expect(await canRead(cookie)).toBe(false);
  expect((await signIn(password)).status).toBe(401);
  const { body } = await dashboard.send<AuditPage>("GET", "/api/audit");
  expect(body.items.map(({ action }) => action).reverse()).toEqual([
    "signed_in",
    "sign_in_failed",
    "password_changed",
    "sign_in_failed",
  ]);
  const { body: checked } = await dashboard.send<{ fault: unknown }>("GET", "/api/audit/verification");
  expect(checked.fault).toBeNull();
  expect(JSON.stringify(body)).not.toContain("seven small boats");
});
