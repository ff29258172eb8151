import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { AuditPage } from "#lib/contract/audit/audit";
import type { Entered } from "#lib/contract/people";
import { inTransaction } from "#lib/server/audit/transaction";
import { readActor, readEnded } from "#lib/server/auth/session";
import { db } from "#lib/server/database/db";
import { readDrafts } from "#lib/server/submission/drafts";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { quickHash } from "#lib/testing/sign-in/quick-hash";
import { eachOwnText } from "#lib/transfer/own-texts";
import { addPerson, makeLink } from "./links";

const password = "seven small boats on a lake";
const other = "eight other boats on a river";

let dashboard: TestDashboard;
beforeEach(async () => {
  dashboard = await startDashboard({});
});
afterEach(() => dashboard.close());

async function send<Body>(method: string, path: string, body?: object, cookie = "") {
  const options = { as: "nobody" as const, headers: { cookie }, ...(body !== undefined && { body }) };
  const answer = await dashboard.send<Body>(method, path, options);
  const set = answer.headers.getSetCookie().filter((line) => !/max-age=0/i.test(line));
  return { ...answer, cookie: set.map((line) => line.split(";")[0]).join("; ") };
}
const signIn = (email: string, given = password, cookie = "") =>
  send("POST", "/api/auth/sign-in/email", { email, password: given }, cookie);
const whoIs = async (cookie: string) => (await readActor(new Headers({ cookie }), false))?.person.email;

type Link = Parameters<typeof makeLink>[1];

/** The token of a link for nobody in particular, with what is given. */
async function link(given: Partial<Link> & Pick<Link, "kind">): Promise<string> {
  const made = await inTransaction(await db(), (trx) =>
    makeLink(trx, { email: null, role: null, person_id: null, created_by: null, ...given }),
  );
  return made.path.slice(made.path.indexOf("#") + 1);
}
const add = async (name: string) =>
  inTransaction(await db(), (trx) =>
    addPerson(trx, { name, email: `${name}@example.com`, role: "finance" }, quickHash(password)),
  );

it("the first admin and an invited person are signed in by their link, once", async () => {
  const token = await link({ kind: "setup" });
  const body = { token, name: "Ada", email: "ada@example.com", password };
  const [first, ...later] = await Promise.all([1, 2, 3].map(() => send<Entered>("POST", "/api/setup", body)));
  const all = [first, ...later].flatMap((each) => each ?? []);
  const made = all.find(({ status }) => status === 201);
  expect(all.map(({ status }) => status).sort()).toEqual([201, 410, 410]);
  expect([made?.body, await whoIs(made?.cookie ?? "")]).toEqual([{ next: "done" }, "ada@example.com"]);
  expect(all.filter(({ cookie }) => cookie.includes("session="))).toHaveLength(1);
  const invitation = await link({ kind: "invitation", email: "ben@example.com", role: "support" });
  const invited = await send<Entered>("POST", "/api/welcome", { token: invitation, name: "Ben", password });
  expect(await whoIs(invited.cookie)).toBe("ben@example.com");
  // As if the password had been typed: the same entries.
  const { items } = (await dashboard.send<AuditPage>("GET", "/api/audit")).body;
  expect(items.filter(({ action }) => action === "signed_in")).toHaveLength(2);
});

it("a link for a new password asks for the second factor as always, and takes nobody’s place", async () => {
  const [ada, ben] = [await add("ada"), await add("ben")];
  const open = (await signIn("ben@example.com")).cookie;
  const [of, at] = [await link({ kind: "password", person_id: ada }), "/api/welcome"];
  const beside = await send<Entered>("POST", at, { token: of, password: other }, open);
  expect([beside.body, beside.cookie, await whoIs(open)]).toEqual([{ next: "login" }, "", "ben@example.com"]);
  const ledger = await db();
  await ledger.updateTable("people").set({ two_factor_enabled: 1 }).where("id", "=", ben).execute();
  const mine = await link({ kind: "password", person_id: ben });
  const half = await send<Entered>("POST", at, { token: mine, password: other });
  expect(half.body).toEqual({ next: "second_factor" });
  expect(await whoIs(half.cookie)).toBeUndefined();
});

it("a session that ended by itself opens nothing again, and leaves its person their name and what they typed", async () => {
  await add("ada");
  const { cookie } = await signIn("ada@example.com");
  const form = randomUUID();
  const draft = {
    ...{ form, origin: "", amount: "12", asset: "base:usdc", bankCode: "000013", bankName: "GTBank" },
    ...{
      accountNumber: "0123456789",
      accountName: "Ben",
      ...eachOwnText(() => ""),
      payeeId: null,
      key: null,
    },
  };
  expect((await send("PUT", "/api/transfers/draft", draft, cookie)).status).toBe(200);
  expect(await readEnded(new Headers({ cookie: "session=made.up" }))).toBeUndefined();
  const ledger = await db();
  const lastSeen = (minutes: number) =>
    ledger
      .updateTable("sessions")
      .set({ last_seen_at: new Date(Date.now() - minutes * 60_000).toISOString() })
      .execute();
  await lastSeen(31);
  expect(await whoIs(cookie)).toBeUndefined();
  expect(await readEnded(new Headers({ cookie }))).toEqual({ email: "ada@example.com" });
  // A clock that was wrong then is put right.
  await lastSeen(0);
  expect(await whoIs(cookie)).toBeUndefined();
  expect((await send("GET", "/api/session", undefined, cookie)).status).toBe(401);

  await add("eve");
  const typed = async (given: string) => {
    const actor = await readActor(new Headers({ cookie: given }), false);
    return actor === undefined ? undefined : readDrafts(actor, form);
  };
  expect(await typed((await signIn("eve@example.com", password, cookie)).cookie)).toEqual([]);
  const again = (await signIn("ada@example.com", password, cookie)).cookie;
  expect(await typed(again)).toEqual([draft]);
  await send("DELETE", `/api/transfers/draft?form=${form}`, undefined, again);
  expect(await typed(again)).toEqual([]);
  // Whoever signs out leaves neither.
  expect((await send("POST", "/api/auth/sign-out", undefined, again)).status).toBe(200);
  expect(await readEnded(new Headers({ cookie: again }))).toEqual({});
});

it("who ends all sessions of a person is told of those that were open", async () => {
  const ada = await add("ada");
  const { cookie } = await signIn("ada@example.com");
  const idle = new Date(Date.now() - 31 * 60_000).toISOString();
  await (await db())
    .updateTable("sessions")
    .set({ last_seen_at: idle })
    .where("person_id", "=", ada)
    .execute();
  expect(await whoIs(cookie)).toBeUndefined();
  await signIn("ada@example.com");
  expect((await dashboard.send("DELETE", `/api/people/${ada}/sessions`)).status).toBeLessThan(300);
  const { items } = (await dashboard.send<AuditPage>("GET", "/api/audit")).body;
  expect(JSON.parse(items[0]?.detail ?? "")).toMatchObject({ sessions: "1" });
});
