import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AuditPage } from "#lib/contract/audit/audit";
import type { NewSecondFactor, OneTimeLink } from "#lib/contract/people";
import type { MailChoices } from "#lib/features/telling/mail-choices";
import { readHeadlines } from "#lib/features/telling/server/mail/headlines";
import { sendDue } from "#lib/features/telling/server/mail/mail-worker";
import { inTransaction } from "#lib/server/audit/transaction";
import { db } from "#lib/server/database/db";
import { addPerson } from "#lib/server/people/links";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { quickHash } from "#lib/testing/sign-in/quick-hash";
import { type SessionTraits, writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { codeOf } from "#lib/testing/sign-in/totp-code";
import { type MailServer, startMailServer } from "#lib/testing/telling/mail-server";

const password = "seven small boats on a lake";
const newPassword = "nine tall ships near the pier";
const smtpPassword = "canary-smtp-password";

let server: MailServer;
let dashboard: TestDashboard;
async function start(variables: Record<string, string> = {}) {
  dashboard = await startDashboard({
    SMTP_URL: `smtp://canary-user@127.0.0.1:${server.port}`,
    SMTP_PASSWORD: smtpPassword,
    MAIL_FROM: "pay@example.com",
    APP_URL: "http://localhost:3000",
    ...variables,
  });
}
beforeEach(async () => {
  server = await startMailServer({
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, answer) => answer(null, { user: username }),
  });
});
afterEach(async () => {
  await dashboard.close();
  await server.close();
});

async function somebody(traits: SessionTraits = {}) {
  const session = await writeSession(await db(), testSecret, traits);
  const send = <Body>(method: string, path: string, body?: unknown) =>
    dashboard.send<Body>(method, path, {
      as: "nobody",
      headers: { cookie: session.cookie },
      ...(body !== undefined && { body }),
    });
  return { ...session, send };
}
const invite = (email = "ngozi@example.com") =>
  dashboard.send<OneTimeLink>("POST", "/api/people", { body: { email, role: "support" } });
const welcome = (token: string) =>
  dashboard.send("POST", "/api/welcome", { as: "nobody", body: { token, name: "Ngozi", password } });
const actions = async () =>
  (await dashboard.send<AuditPage>("GET", "/api/audit")).body.items.map(({ action }) => action);
async function heardSubjects() {
  while ((await sendDue(await db(), readHeadlines)).length > 0);
  return server.heard.map(({ to, parsed }) => `${to.join()}: ${parsed.subject?.slice(10)}`);
}

describe("a link", () => {
  it("is e-mailed and works once; the admin, the database and the log of acts never have it", async () => {
    await start();
    const { status, body } = await invite();
    expect([status, body]).toEqual([
      201,
      { path: null, sentTo: "ngozi@example.com", mailFault: null, expiresAt: expect.any(String) },
    ]);
    expect(server.heard.map(({ to }) => to)).toEqual([["ngozi@example.com"]]);
    const [mail] = server.heard;
    expect(mail?.parsed.subject).toBe("[Sandbox] You are invited to the dashboard");
    const [url = "", token = ""] =
      /http:\/\/localhost:3000\/welcome#([\w-]{43})/.exec(mail?.parsed.text ?? "") ?? [];
    expect(String(mail?.parsed.html)).toContain(`href="${url}"`);
    const ledger = await db();
    for (const table of ["deliveries", "one_time_links", "audit_log"] as const)
      expect(JSON.stringify(await ledger.selectFrom(table).selectAll().execute())).not.toContain(token);
    expect(await ledger.selectFrom("deliveries").select("seq").execute()).toEqual([]);
    expect((await actions()).slice(0, 2)).toEqual(["invitation_mailed", "person_invited"]);
    expect((await welcome(token)).status).toBe(201);
    expect((await welcome(token)).status).toBe(410);
  });

  it("for a new password is e-mailed to its person, who is then told that it was changed", async () => {
    await start();
    const ada = await somebody({ role: "finance", email: "ada@example.com" });
    const made = await dashboard.send<OneTimeLink>("POST", `/api/people/${ada.personId}/password-link`);
    expect(made.body).toMatchObject({ path: null, sentTo: "ada@example.com" });
    const [, token = ""] = /welcome#([\w-]{43})/.exec(server.heard[0]?.parsed.text ?? "") ?? [];
    expect((await welcome(token)).status).toBe(201);
    expect(await heardSubjects()).toEqual([
      "ada@example.com: Set a new password for the dashboard",
      "ada@example.com: Your password was changed",
    ]);
    expect(await actions()).toContain("password_link_mailed");
  });

  it.each([
    ["refuses the address", { receiver: 550 }, "The mail server doesn’t take this address."],
    ["can’t take it now", { message: 451 }, "The mail server refused the e-mail (451)."],
  ])("is shown once where the mail server %s, with the reason", async (_, how, mailFault) => {
    await start();
    server.behave(how);
    const { status, body } = await invite();
    expect([status, body.mailFault, body.sentTo]).toEqual([201, mailFault, null]);
    expect((await welcome(String(body.path).split("#")[1] ?? "")).status).toBe(201);
    expect(await actions()).not.toContain("invitation_mailed");
  });

  it("is e-mailed five times at most to one address in fifteen minutes, and shown after that", async () => {
    await start();
    const made = await Promise.all(Array.from({ length: 12 }, () => invite()));
    expect(server.heard).toHaveLength(5);
    const shown = made.filter(({ body }) => body.path !== null);
    expect(shown).toHaveLength(7);
    expect(shown[0]?.body.mailFault).toBe("This address was sent 5 links within 15 minutes.");
    expect((await invite("ben@example.com")).body.sentTo).toBe("ben@example.com");
  });

  it("is shown as ever where no mail is set up, or nobody said where the dashboard is", async () => {
    await start({ SMTP_URL: "", SMTP_PASSWORD: "", MAIL_FROM: "" });
    expect((await invite()).body).toMatchObject({ path: expect.any(String), sentTo: null, mailFault: null });
    await dashboard.close();
    await start({ APP_URL: "" });
    const { body } = await invite();
    expect(body).toMatchObject({ path: expect.any(String), sentTo: null, mailFault: null });
    expect(server.heard).toEqual([]);
  });

  it.each([
    "ada@example.com,eve@example.com",
    "ada@example.com\nbcc: eve@example.com",
    "Ada <eve@example.com>",
  ])("goes to nobody for %j", async (email) => {
    await start();
    expect((await invite(email)).status).toBe(422);
    expect(server.heard).toEqual([]);
  });
});

describe("a person is told", () => {
  const email = "ada@example.com";
  const makeAda = async () =>
    inTransaction(await db(), (trx) =>
      addPerson(trx, { name: "Ada", email, role: "finance" }, quickHash(password)),
    );
  async function ask<Body>(path: string, body: unknown, cookie = "") {
    const headers = {
      cookie,
      "user-agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/130.0 https://evil.example",
    };
    const answer = await dashboard.send<Body>("POST", path, { as: "nobody", body, headers });
    const jar = new Map(cookie.split("; ").map((pair) => pair.split("=") as [string, string]));
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      jar.set(name, value);
    }
    return {
      ...answer,
      cookie: [...jar]
        .filter(([, value]) => value)
        .map((pair) => pair.join("="))
        .join("; "),
    };
  }
  const signIn = (cookie?: string) => ask("/api/auth/sign-in/email", { email, password }, cookie);

  it("of a sign-in from a new browser, and not of the next from there", async () => {
    await start();
    await makeAda();
    const first = await signIn();
    await signIn(first.cookie);
    expect(await heardSubjects()).toEqual([`${email}: New sign-in to the dashboard`]);
    // What the browser says of itself is a stranger's word.
    expect(server.heard[0]?.parsed.text).toContain("From: Firefox on Windows");
    expect(server.heard[0]?.source).not.toContain("evil.example");
    await signIn();
    expect(await heardSubjects()).toHaveLength(2);
  });

  it("of each change of what signs in; with a second factor a browser is known once both steps are done", async () => {
    await start();
    await makeAda();
    const { cookie } = await signIn();
    const { body } = await ask<NewSecondFactor>("/api/auth/two-factor/enable", { password }, cookie);
    const secret = new URL(body.uri).searchParams.get("secret") ?? "";
    const on = await ask("/api/auth/two-factor/verify-totp", { code: await codeOf(secret, 0) }, cookie);
    expect(on.status).toBe(200);
    // A stranger who has the password comes no further, and the browser stays unknown.
    const half = await signIn();
    expect(half.cookie).not.toContain("device=");
    const whole = await ask(
      "/api/auth/two-factor/verify-totp",
      { code: await codeOf(secret, 1) },
      half.cookie,
    );
    expect([whole.status, whole.cookie.includes("device=")]).toEqual([200, true]);
    const again = await signIn(whole.cookie);
    const recovered = { code: body.recoveryCodes[0] };
    const third = await ask("/api/auth/two-factor/verify-backup-code", recovered, again.cookie);
    expect(third.status).toBe(200);
    const change = { currentPassword: password, newPassword };
    expect((await ask("/api/auth/change-password", change, third.cookie)).status).toBe(200);
    // Several are sent at once.
    expect((await heardSubjects()).sort()).toEqual(
      [
        "A recovery code was used",
        "New sign-in to the dashboard",
        "New sign-in to the dashboard",
        "Second factor turned on",
        "Your password was changed",
      ].map((subject) => `${email}: ${subject}`),
    );
    const all = server.heard.map(({ source, parsed }) => `${source}${parsed.text}`).join();
    const secrets = [secret, ...body.recoveryCodes, password, newPassword, testSecret, smtpPassword];
    for (const each of [...secrets, "canary-user"]) expect(all).not.toContain(each);
  });

  it("of a right password without the second factor: once, a minute later, and not where it follows", async () => {
    await start();
    await makeAda();
    const { cookie } = await signIn();
    const { body } = await ask<NewSecondFactor>("/api/auth/two-factor/enable", { password }, cookie);
    const secret = new URL(body.uri).searchParams.get("secret") ?? "";
    // An app shows its issuer as it stands.
    expect(body.uri).toContain("issuer=Offramp%20Dashboard");
    await ask("/api/auth/two-factor/verify-totp", { code: await codeOf(secret, 0) }, cookie);
    await heardSubjects();
    server.heard.length = 0;
    const known = /device=[^;]+/.exec(cookie)?.[0] ?? "";
    await signIn(known);
    const stops = await signIn();
    await signIn();
    const dueNow = async () => {
      const due_at = new Date().toISOString();
      await (await db()).updateTable("deliveries").set({ due_at }).where("state", "=", "waiting").execute();
    };
    expect(await heardSubjects()).toEqual([]);
    await dueNow();
    expect(await heardSubjects()).toEqual([`${email}: Your password was entered`]);
    await (await db()).deleteFrom("deliveries").execute();
    const goesOn = await signIn();
    const code = await codeOf(secret, 1);
    expect((await ask("/api/auth/two-factor/verify-totp", { code }, goesOn.cookie)).status).toBe(200);
    await dueNow();
    expect((await heardSubjects()).slice(1)).toEqual([`${email}: New sign-in to the dashboard`]);
    expect(stops.status).toBe(200);
  });

  it("by an admin’s act: role, second factor, account", async () => {
    await start();
    const id = await makeAda();
    for (const body of [{ role: "support" }, { secondFactor: "reset" }, { isDisabled: true }])
      expect((await dashboard.send("PATCH", `/api/people/${id}`, { body })).status).toBe(200);
    // Changed nothing, so there is no news.
    await dashboard.send("PATCH", `/api/people/${id}`, { body: { isDisabled: true } });
    const subjects = await heardSubjects();
    // That the account is disabled is told; what was still waiting is not.
    expect(subjects).toEqual([`${email}: Your account was disabled`]);
  });
});

describe("the choices", () => {
  it("are each person’s own, and finance and admins choose what needs them", async () => {
    await start();
    const [ada, eve] = [await somebody({ role: "finance" }), await somebody({ role: "support" })];
    const read = async (who: typeof ada) => (await who.send<MailChoices>("GET", "/api/account/mail")).body;
    expect(await read(ada)).toEqual({ isSetUp: true, needsYou: true, daySummary: false, approvals: null });
    expect(await read(eve)).toEqual({ isSetUp: true, needsYou: null, daySummary: false, approvals: null });
    const chosen = await ada.send("PATCH", "/api/account/mail", { needsYou: false, daySummary: true });
    expect([chosen.status, chosen.body]).toEqual([
      200,
      { isSetUp: true, needsYou: false, daySummary: true, approvals: null },
    ]);
    expect((await eve.send("PATCH", "/api/account/mail", { needsYou: true })).status).toBe(422);
    expect((await ada.send("PATCH", "/api/account/mail", { security: false })).status).toBe(422);
    expect(await read(eve)).toMatchObject({ needsYou: null, daySummary: false });
    await ada.send("PATCH", "/api/account/mail", { daySummary: true });
    expect(await actions()).toEqual(["mail_choice_changed", "mail_choice_changed"]);
  });
});

it("tells every admin of a webhook that was added, moved or given a new secret, and names the host alone", async () => {
  await start({ WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8" });
  const { email, personId } = await somebody({ role: "admin" });
  await somebody({ role: "finance" });
  await dashboard.send("GET", "/api/webhooks");
  const admins = (await db()).updateTable("people").where("role", "=", "admin");
  await admins.set({ name: "Ngozi Eze" }).where("id", "<>", personId).execute();
  const asked = { name: "Ledger", url: "http://127.0.0.1:9/hooks/canary-path", kinds: ["transfer.created"] };
  const { body } = await dashboard.send<{ endpoint: { id: string }; secret: string }>(
    "POST",
    "/api/webhooks",
    {
      body: asked,
    },
  );
  const path = `/api/webhooks/${body.endpoint.id}`;
  await dashboard.send("PATCH", path, { body: { url: "http://127.0.0.2:9/hooks/canary-path" } });
  await dashboard.send("PATCH", path, { body: { name: "Books" } });
  await dashboard.send("POST", `${path}/secret`, {});
  const subjects = await heardSubjects();
  expect(subjects.filter((subject) => subject.startsWith(email)).sort()).toEqual(
    ["A webhook has a new address", "A webhook has a new secret", "A webhook was added"].map(
      (subject) => `${email}: ${subject}`,
    ),
  );
  const all = server.heard.map(({ source, parsed }) => `${source}${parsed.text}`).join();
  expect(all).toContain("127.0.0.2:9");
  for (const { parsed } of server.heard) expect(parsed.text).toMatch(/^.*By: Ngozi Eze$/m);
  expect(all).not.toMatch(/canary-path|whsec_/);
});
