import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OneTimeLink, People, SessionEntry } from "#lib/contract/people";
import { db } from "#lib/server/database/db";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { type SessionTraits, writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";

const password = "seven small boats on a lake";

let dashboard: TestDashboard;
beforeEach(async () => {
  dashboard = await startDashboard({});
});
afterEach(() => dashboard.close());

/** Somebody who is signed in, and how they send a request. */
async function somebody(traits: SessionTraits = {}) {
  const session = await writeSession(await db(), testSecret, traits);
  const { cookie } = session;
  const send = <Body>(method: string, path: string, body?: unknown) =>
    dashboard.send<Body>(method, path, { as: "nobody", headers: { cookie }, ...(body ? { body } : {}) });
  return { ...session, send };
}

async function invite(): Promise<string> {
  const body = { email: "ngozi@example.com", role: "support" };
  const { body: link } = await dashboard.send<OneTimeLink>("POST", "/api/people", { body });
  return String(link.path).split("#")[1] ?? "";
}

describe("a link that works once", () => {
  it("makes one account, even for many at once, and its token stands nowhere", async () => {
    const token = await invite();
    const links = await (await db()).selectFrom("one_time_links").selectAll().execute();
    expect(token).toHaveLength(43);
    expect(JSON.stringify(links)).not.toContain(token);
    const accept = () =>
      dashboard.send("POST", "/api/welcome", { as: "nobody", body: { token, name: "Ngozi", password } });
    const statuses = (await Promise.all([accept(), accept(), accept()])).map(({ status }) => status);
    expect(statuses.filter((status) => status < 300)).toHaveLength(1);
    expect((await accept()).problem.code).toBe("link_unusable");
    const { body } = await dashboard.send<People>("GET", "/api/people");
    expect(body.people.filter(({ email }) => email === "ngozi@example.com")).toHaveLength(1);
  });

  it("ends: after its time, when it is taken back, and when another takes its place", async () => {
    const read = async (token: string) =>
      (await dashboard.send("POST", "/api/welcome/link", { as: "nobody", body: { token } })).status;
    const first = await invite();
    const second = await invite();
    expect([(await read(first)) < 300, (await read(second)) < 300]).toEqual([false, true]);
    const past = new Date(Date.now() - 1).toISOString();
    await (await db()).updateTable("one_time_links").set({ expires_at: past }).execute();
    expect(await read(second)).toBeGreaterThanOrEqual(400);
    const third = await invite();
    const { body } = await dashboard.send<People>("GET", "/api/people");
    await dashboard.send("DELETE", `/api/people/invitations/${body.invitations[0]?.id}`);
    expect(await read(third)).toBeGreaterThanOrEqual(400);
  });

  it("that sets a new password takes no weak one, and ends what was open", async () => {
    const person = await somebody({ role: "finance" });
    const made = await dashboard.send<OneTimeLink>("POST", `/api/people/${person.personId}/password-link`);
    const token = String(made.body.path).split("#")[1] ?? "";
    const use = (given: string) =>
      dashboard.send("POST", "/api/welcome", { as: "nobody", body: { token, password: given } });
    expect((await use("short")).status).toBe(422);
    expect((await use(password)).status).toBeLessThan(300);
    expect((await person.send("GET", "/api/transfers")).status).toBe(401);
  });
});

describe("a session", () => {
  it("is shown to its own person alone, who alone may end it", async () => {
    const [ada, eve] = [await somebody(), await somebody()];
    const list = await eve.send<SessionEntry[]>("GET", "/api/auth/list-sessions");
    expect(list.body.map(({ id }) => id)).toEqual([eve.sessionId]);
    const end = (who: typeof ada, id: string) => who.send("POST", "/api/auth/revoke-session", { id });
    expect((await end(eve, ada.sessionId)).status).toBe(404);
    expect((await ada.send("GET", "/api/transfers")).status).toBe(200);
    expect((await end(ada, ada.sessionId)).status).toBeLessThan(300);
    expect((await ada.send("GET", "/api/transfers")).status).toBe(401);
  });

  it("is ended by an admin, and loses a role with the next request", async () => {
    const person = await somebody({ role: "finance" });
    const account = { bankCode: "000013", accountNumber: "0123456789" };
    const act = async () =>
      (
        await person.send("POST", "/api/transfers/same-account", {
          amount: "10",
          asset: "base:usdc",
          ...account,
        })
      ).status;
    expect(await act()).toBe(200);
    const path = `/api/people/${person.personId}`;
    expect((await dashboard.send("PATCH", path, { body: { role: "support" } })).status).toBe(200);
    expect(await act()).toBe(403);
    expect((await dashboard.send("DELETE", `${path}/sessions`)).status).toBeLessThan(300);
    expect(await act()).toBe(401);
  });
});

it("asks for the password again before what changes who gets in", async () => {
  const admin = await somebody({ role: "admin", confirmed: -6 * 60_000 });
  const { personId } = await somebody({ role: "support" });
  const acts: [string, string, unknown?][] = [
    ["POST", "/api/people", { email: "ngozi@example.com", role: "admin" }],
    ["PATCH", `/api/people/${personId}`, { role: "admin" }],
    ["PATCH", `/api/people/${personId}`, { secondFactor: "reset" }],
    ["POST", `/api/people/${personId}/password-link`],
  ];
  for (const [method, path, body] of acts) {
    const { status, problem } = await admin.send(method, path, body);
    expect([status, problem.code], `${method} ${path}`).toEqual([403, "confirmation_needed"]);
  }
});
