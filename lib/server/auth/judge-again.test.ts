import { afterEach, beforeEach, expect, it } from "vitest";
import type { Problem } from "#lib/contract/problem";
import { db } from "#lib/server/database/db";
import { revokeSession } from "#lib/server/people/account";
import { changePerson, signOutPerson } from "#lib/server/people/people";
import {
  invite,
  makePasswordLink,
  revokeInvitation,
  revokePasswordLink,
} from "#lib/server/people/person-links";
import type { Db } from "#lib/server/tables/schema";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { type Actor, fromOf } from "./actor";
import { readActor } from "./session";

let dashboard: TestDashboard;
let ledger: Db;
beforeEach(async () => {
  dashboard = await startDashboard({});
  ledger = await db();
});
afterEach(() => dashboard.close());

/** Somebody who is signed in, as a request that came now was judged. */
async function somebody() {
  const session = await writeSession(ledger, testSecret);
  const actor = await readActor(new Headers({ cookie: session.cookie }), true);
  if (actor === undefined) throw new Error("Nobody is signed in.");
  return { ...session, actor };
}

/** Every act on people, on somebody or on an invitation. */
const acts: Record<
  string,
  (actor: Actor, ...ids: [person: string, invitation: string, passwordLink: string]) => Promise<unknown>
> = {
  invite: (actor) => invite({ email: "ngozi@example.com", role: "admin" }, actor),
  revokeInvitation: (actor, _, invitationId) => revokeInvitation(invitationId, actor),
  changeRole: (actor, id) => changePerson(id, { role: "support" }, actor),
  disable: (actor, id) => changePerson(id, { isDisabled: true }, actor),
  resetSecondFactor: (actor, id) => changePerson(id, { secondFactor: "reset" }, actor),
  makePasswordLink: (actor, id) => makePasswordLink(id, actor),
  revokePasswordLink: (actor, _, __, linkId) => revokePasswordLink(linkId, actor),
  signOutPerson: (actor, id) => signOutPerson(id, actor),
};

/** What became of the actor between the coming of the request and its act, and the answer that they get. */
const changes: Record<string, [code: string, (personId: string, sessionId: string) => Promise<unknown>]> = {
  disabled: [
    "signed_out",
    (id) => dashboard.send("PATCH", `/api/people/${id}`, { body: { isDisabled: true } }),
  ],
  "signed out": ["signed_out", (id) => dashboard.send("DELETE", `/api/people/${id}/sessions`)],
  lowered: [
    "not_allowed",
    (id) => dashboard.send("PATCH", `/api/people/${id}`, { body: { role: "finance" } }),
  ],
  idle: [
    "signed_out",
    (_, sessionId) =>
      ledger
        .updateTable("sessions")
        .set({ last_seen_at: new Date(Date.now() - 31 * 60_000).toISOString() })
        .where("id", "=", sessionId)
        .execute(),
  ],
};

it.each(Object.keys(changes))(
  "whoever was %s while their request was under way, does nothing",
  async (name) => {
    const [code, change] = changes[name] ?? ["", () => Promise.resolve()];
    const [admin, person] = [await somebody(), await somebody()];
    await invite({ email: "ada@example.com", role: "support" }, admin.actor);
    await makePasswordLink(person.personId, admin.actor);
    const links = await ledger.selectFrom("one_time_links").select("id").orderBy("kind").execute();
    const [invitationId = "", passwordLinkId = ""] = links.map(({ id }) => id);
    for (const [act, run] of Object.entries(acts)) {
      const { actor, personId, sessionId } = await somebody();
      await change(personId, sessionId);
      const before = await contents();
      await expect(run(actor, person.personId, invitationId, passwordLinkId), act).rejects.toMatchObject({
        code,
      } as Problem);
      expect(await contents(), act).toEqual(before);
    }
  },
);

it("a person's own session ends no other one once it has ended itself", async () => {
  const { actor, personId, sessionId } = await somebody();
  await dashboard.send("DELETE", `/api/people/${personId}/sessions`);
  await expect(revokeSession(sessionId, actor)).rejects.toMatchObject({ code: "signed_out" });
});

it("an act that needs a confirmation needs it when it is done", async () => {
  const [{ actor, sessionId }, person] = [await somebody(), await somebody()];
  const past = new Date(Date.now() - 6 * 60_000).toISOString();
  await ledger.updateTable("sessions").set({ confirmed_at: past }).where("id", "=", sessionId).execute();
  await expect(changePerson(person.personId, { role: "support" }, actor)).rejects.toMatchObject({
    code: "confirmation_needed",
  });
  await signOutPerson(person.personId, { ...actor, from: fromOf(new Headers()) });
});

it("of two admins who disable each other at once one does", async () => {
  const [one, other] = [await somebody(), await somebody()];
  const done = await Promise.allSettled([
    changePerson(other.personId, { isDisabled: true }, one.actor),
    changePerson(one.personId, { isDisabled: true }, other.actor),
  ]);
  expect(done.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

/** What the acts write. */
async function contents() {
  const people = ledger.selectFrom("people").selectAll().orderBy("id").execute();
  const links = ledger.selectFrom("one_time_links").selectAll().execute();
  const sessions = ledger.selectFrom("sessions").selectAll().orderBy("id").execute();
  const entries = ledger.selectFrom("audit_log").select("seq").execute();
  return Promise.all([people, links, sessions, entries]);
}
