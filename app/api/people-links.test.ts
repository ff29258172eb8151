import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AuditPage } from "#lib/contract/audit/audit";
import type { OneTimeLink, People } from "#lib/contract/people";
import { db } from "#lib/server/database/db";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { type SessionTraits, writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";

/** What happens while the password of a link is hashed. */
const meanwhile = { act: async () => {} };
vi.mock(import("#lib/server/credentials/password-hash"), async (load) => {
  const [original, { quickHash }] = await Promise.all([load(), import("#lib/testing/sign-in/quick-hash")]);
  const hashPassword = async (password: string) => {
    await meanwhile.act();
    return quickHash(password);
  };
  return { ...original, hashPassword };
});
vi.mock(import("#lib/server/credentials/new-password"), () => ({ newPasswordFault: async () => undefined }));

const password = "seven small boats on a lake";

let dashboard: TestDashboard;
beforeEach(async () => {
  dashboard = await startDashboard({});
});
afterEach(async () => {
  meanwhile.act = async () => {};
  await dashboard.close();
});

/** Somebody who is signed in, and how they send a request. */
async function somebody(traits: SessionTraits = {}) {
  const session = await writeSession(await db(), testSecret, traits);
  const send = <Body>(method: string, path: string, body?: unknown) =>
    dashboard.send<Body>(method, path, {
      as: "nobody",
      headers: { cookie: session.cookie },
      ...(body ? { body } : {}),
    });
  return { ...session, send };
}

const tokenOf = ({ path }: OneTimeLink) => String(path).split("#")[1] ?? "";

/** An admin, and the links that they have made: for another admin, and for the password of somebody. */
async function makeLinks() {
  const [eve, ada] = [await somebody(), await somebody({ role: "finance" })];
  const invitation = { email: "mallory@example.com", role: "admin" };
  const invited = await eve.send<OneTimeLink>("POST", "/api/people", invitation);
  const reset = await eve.send<OneTimeLink>("POST", `/api/people/${ada.personId}/password-link`);
  return { eve, ada, invitation: tokenOf(invited.body), reset: tokenOf(reset.body) };
}

async function accept(token: string) {
  const body = { token, password, name: "Mallory" };
  const { status, problem } = await dashboard.send("POST", "/api/welcome", { as: "nobody", body });
  return status < 300 ? "done" : problem.code;
}
const listed = async () => {
  const { invitations, passwordLinks } = (await dashboard.send<People>("GET", "/api/people")).body;
  return { invitations, passwordLinks };
};
const entries = async () => (await dashboard.send<AuditPage>("GET", "/api/audit")).body.items;

describe.each([
  ["disabled", { isDisabled: true }],
  ["lowered", { role: "finance" }],
])("links whose maker is %s", (_, body) => {
  it("have ended, and the log says how many", async () => {
    const { eve, invitation, reset } = await makeLinks();
    expect((await dashboard.send("PATCH", `/api/people/${eve.personId}`, { body })).status).toBe(200);
    expect([await accept(invitation), await accept(reset)]).toEqual(["link_unusable", "link_unusable"]);
    expect(await (await db()).selectFrom("one_time_links").select("id").execute()).toEqual([]);
    expect((await entries())[0]?.detail).toContain('"linksEnded":"2"');
  });

  it("end also while one of them is being used", async () => {
    const { eve, ada, invitation, reset } = await makeLinks();
    const ledger = await db();
    const kept = await ledger.selectFrom("one_time_links").selectAll().execute();
    meanwhile.act = async () => {
      await dashboard.send("PATCH", `/api/people/${eve.personId}`, { body });
      // As if they had been made by a server that did not know of the change.
      await ledger.insertInto("one_time_links").values(kept).execute();
    };
    expect(await accept(invitation)).toBe("link_unusable");
    expect(await listed()).toEqual({ invitations: [], passwordLinks: [] });
    expect(await accept(reset)).toBe("link_unusable");
    expect((await ada.send("GET", "/api/transfers")).status).toBe(200);
    expect(await ledger.selectFrom("people").select("id").where("name", "=", "Mallory").execute()).toEqual(
      [],
    );
  });
});

it("an account has a name that can be seen", async () => {
  const { invitation } = await makeLinks();
  const body = { token: invitation, password, name: "\u3164\u2800\u200B" };
  const { status, problem } = await dashboard.send("POST", "/api/welcome", { as: "nobody", body });
  expect([status, problem.errors?.[0]?.path]).toEqual([422, "name"]);
});

describe("open links", () => {
  it("stand among the people with who made them, and can be taken back", async () => {
    const { eve, ada, invitation, reset } = await makeLinks();
    const { invitations, passwordLinks } = await listed();
    expect(invitations).toMatchObject([
      { email: "mallory@example.com", madeBy: `A person of admin (${eve.email})` },
    ]);
    expect(passwordLinks).toMatchObject([{ email: ada.email, madeBy: `A person of admin (${eve.email})` }]);
    const path = `/api/people/password-links/${passwordLinks[0]?.id}`;
    // It is no invitation, and taking it back is for admins.
    const other = path.replace("password-links", "invitations");
    expect((await dashboard.send("DELETE", other)).status).toBe(404);
    expect((await ada.send("DELETE", path)).status).toBe(403);
    expect([await dashboard.send("DELETE", path), await dashboard.send("DELETE", path)]).toMatchObject([
      { status: 200 },
      { status: 404 },
    ]);
    expect(await accept(reset)).toBe("link_unusable");
    expect((await listed()).passwordLinks).toEqual([]);
    const [entry] = await entries();
    expect([entry?.action, entry?.recordId]).toEqual(["password_link_revoked", ada.personId]);
    expect(entry?.detail).toBe(JSON.stringify({ email: ada.email, linkMadeBy: eve.email }));
    expect(await accept(invitation)).toBe("done");
  });

  it("tell in the log who made them and who used them", async () => {
    const { eve, ada, invitation, reset } = await makeLinks();
    expect([await accept(invitation), await accept(reset)]).toEqual(["done", "done"]);
    const told = await entries();
    const [changed, accepted] = ["password_changed", "invitation_accepted"].map((wanted) =>
      told.find(({ action }) => action === wanted),
    );
    expect([accepted?.action, accepted?.actor?.name]).toEqual(["invitation_accepted", "mallory@example.com"]);
    expect([changed?.action, changed?.actor?.name]).toEqual(["password_changed", ada.email]);
    for (const entry of [changed, accepted])
      expect(JSON.parse(entry?.detail ?? "")).toMatchObject({ linkMadeBy: eve.email });
  });

  it("for a password end when their person sets another one", async () => {
    const { ada, reset } = await makeLinks();
    const ledger = await db();
    const { hashPassword } = await import("#lib/server/credentials/password-hash");
    const at = new Date().toISOString();
    await ledger
      .insertInto("credentials")
      .values({
        id: ada.personId,
        person_id: ada.personId,
        account_id: ada.personId,
        provider_id: "credential",
        password_hash: await hashPassword(password),
        created_at: at,
        updated_at: at,
      })
      .execute();
    const body = { currentPassword: password, newPassword: "nine green lamps in a window" };
    expect((await ada.send("POST", "/api/auth/change-password", body)).status).toBe(200);
    expect(await accept(reset)).toBe("link_unusable");
  });
});
