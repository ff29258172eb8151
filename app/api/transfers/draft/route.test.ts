import { beforeAll, expect, it } from "vitest";
import type { Actor } from "#lib/server/auth/actor";
import { readActor } from "#lib/server/auth/session";
import { authSecret } from "#lib/server/credentials/secret";
import { db } from "#lib/server/database/db";
import { readDraft } from "#lib/server/submission/drafts";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { eachOwnText } from "#lib/transfer/own-texts";

const path = "/api/transfers/draft";
const draft = {
  origin: "",
  amount: "1,2",
  asset: "base:usdc",
  bankCode: "000013",
  bankName: "GTBank",
  accountNumber: "0123456789",
  accountName: "Ada Obi",
  ...eachOwnText(() => ""),
  callbackUrl: "",
  payeeId: null,
  key: null,
};

let dashboard: TestDashboard;
beforeAll(async () => {
  dashboard = await startDashboard({});
});

/** A person with a session. */
async function somebody() {
  const session = await writeSession(await db(), authSecret(), { role: "finance" });
  const headers = { cookie: session.cookie };
  const actor = (await readActor(new Headers(headers), false)) as Actor;
  const send = (method: string, body?: unknown) =>
    dashboard.send(method, path, { as: "nobody", headers, ...(body !== undefined && { body }) });
  return { ...session, actor, send };
}

const rows = async (personId: string) =>
  (await db()).selectFrom("drafts").selectAll().where("person_id", "=", personId).execute();

it("keeps one draft a person, encrypted, for its own session, and removes it", async () => {
  const ada = await somebody();
  expect((await ada.send("PUT", draft)).status).toBe(200);
  expect((await ada.send("PUT", { ...draft, accountName: "Ada" })).status).toBe(200);
  const [row, ...others] = await rows(ada.personId);
  expect(others).toEqual([]);
  expect(JSON.stringify(row)).not.toMatch(/0123456789|Ada|GTBank/);
  expect(await readDraft(ada.actor)).toEqual({ ...draft, accountName: "Ada" });

  const eve = await somebody();
  for (const actor of [eve.actor, { ...ada.actor, sessionId: eve.sessionId }])
    expect(await readDraft(actor)).toBeUndefined();
  await eve.send("DELETE");
  expect(await readDraft(ada.actor)).toBeDefined();
  for (const _ of [1, 2]) expect((await ada.send("DELETE")).status).toBe(200);
  expect(await rows(ada.personId)).toEqual([]);
});

it("ends with its session, and writes nothing for one that has ended", async () => {
  const ada = await somebody();
  await ada.send("PUT", draft);
  await (await db()).deleteFrom("sessions").where("id", "=", ada.sessionId).execute();
  expect(await rows(ada.personId)).toEqual([]);
  expect((await ada.send("PUT", draft)).status).toBe(401);
  expect(await rows(ada.personId)).toEqual([]);
});

it("refuses what no form holds, and more than two a second", async () => {
  const ada = await somebody();
  for (const wrong of [{ accountName: "x".repeat(301) }, { note: "x" }, { payeeId: "1" }, { amount: 1 }])
    expect((await ada.send("PUT", { ...draft, ...wrong })).status).toBe(422);
  const statuses = [];
  for (let at = 0; at < 120; at++) statuses.push((await ada.send("PUT", draft)).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
});
