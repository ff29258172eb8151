import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import type { Actor } from "#lib/server/auth/actor";
import { readActor } from "#lib/server/auth/session";
import { authSecret } from "#lib/server/credentials/secret";
import { db } from "#lib/server/database/db";
import { mostDrafts, readDrafts } from "#lib/server/submission/drafts";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { eachOwnText } from "#lib/transfer/own-texts";

const path = "/api/transfers/draft";
const form = randomUUID();
const draft = {
  form,
  origin: "",
  amount: "1,2",
  asset: "base:usdc",
  bankCode: "000013",
  bankName: "GTBank",
  accountNumber: "0123456789",
  accountName: "Ada Obi",
  ...eachOwnText(() => ""),
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
  const send = (method: string, body?: unknown) => {
    const at = method === "DELETE" ? `${path}?form=${body}` : path;
    return dashboard.send(method, at, { as: "nobody", headers, ...(method === "PUT" && { body }) });
  };
  return { ...session, actor, send };
}

const rows = async (personId: string) =>
  (await db()).selectFrom("drafts").selectAll().where("person_id", "=", personId).execute();

it("keeps one draft a form, encrypted, for its own session, and removes it", async () => {
  const ada = await somebody();
  expect((await ada.send("PUT", draft)).status).toBe(200);
  expect((await ada.send("PUT", { ...draft, accountName: "Ada" })).status).toBe(200);
  const [row, ...others] = await rows(ada.personId);
  expect(others).toEqual([]);
  expect(JSON.stringify(row)).not.toMatch(/0123456789|Ada|GTBank/);
  expect(await readDrafts(ada.actor, form)).toEqual([{ ...draft, accountName: "Ada" }]);

  const eve = await somebody();
  for (const actor of [eve.actor, { ...ada.actor, sessionId: eve.sessionId }])
    expect(await readDrafts(actor, form)).toEqual([]);
  await eve.send("DELETE", form);
  expect(await readDrafts(ada.actor)).toHaveLength(1);
  for (const _ of [1, 2]) expect((await ada.send("DELETE", form)).status).toBe(200);
  expect(await rows(ada.personId)).toEqual([]);
});

it("keeps the forms of two tabs apart, newest first, and 20 at most", async () => {
  const ada = await somebody();
  const [xavier, yusuf] = [
    { ...draft, accountName: "Xavier" },
    { ...draft, form: randomUUID(), accountName: "Yusuf" },
  ];
  for (const each of [xavier, yusuf]) await ada.send("PUT", each);
  expect(await readDrafts(ada.actor, form)).toEqual([xavier]);
  expect(await readDrafts(ada.actor, yusuf.form)).toEqual([yusuf]);
  expect(await readDrafts(ada.actor, randomUUID())).toEqual([]);
  expect((await readDrafts(ada.actor))[0]).toEqual(yusuf);
  await ada.send("DELETE", yusuf.form);
  expect(await readDrafts(ada.actor)).toEqual([xavier]);
  for (let at = 0; at < mostDrafts; at++) await ada.send("PUT", { ...draft, form: randomUUID() });
  expect(await rows(ada.personId)).toHaveLength(mostDrafts);
  expect(await readDrafts(ada.actor, form)).toEqual([]);
});

it("opens nothing of a row that was swapped with another person’s, session’s or form’s", async () => {
  const [ada, eve] = [await somebody(), await somebody()];
  const other = { ...draft, form: randomUUID() };
  await ada.send("PUT", draft);
  await ada.send("PUT", other);
  await eve.send("PUT", draft);
  const ledger = await db();
  const put = (personId: string, formId: string, encrypted_content: string | undefined) =>
    ledger
      .updateTable("drafts")
      .set({ encrypted_content: encrypted_content ?? "" })
      .where("person_id", "=", personId)
      .where("form_id", "=", formId)
      .execute();
  const contentOf = async (personId: string, formId: string) =>
    (await rows(personId)).find(({ form_id }) => form_id === formId)?.encrypted_content;
  const hers = await contentOf(ada.personId, form);
  // Another person's, then another form's, then what is no draft at all.
  await put(eve.personId, form, hers);
  expect(await readDrafts(eve.actor, form)).toEqual([]);
  await put(ada.personId, form, await contentOf(ada.personId, other.form));
  expect(await readDrafts(ada.actor, form)).toEqual([]);
  for (const torn of ["", "AAAA", hers?.slice(0, 30), `B${hers?.slice(1)}`]) {
    await put(ada.personId, form, torn);
    expect(await readDrafts(ada.actor, form)).toEqual([]);
  }
  // Her own, taken over into another session by the row's column.
  await put(ada.personId, form, hers);
  expect(await readDrafts(ada.actor, form)).toEqual([draft]);
  const session_id = eve.sessionId;
  await ledger.updateTable("drafts").set({ session_id }).where("person_id", "=", ada.personId).execute();
  expect(await readDrafts({ ...ada.actor, sessionId: session_id })).toEqual([]);
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
  const wrongs = [{ accountName: "x".repeat(301) }, { note: "x" }, { payeeId: "1" }, { amount: 1 }];
  for (const wrong of [...wrongs, { form: undefined }, { form: "1" }])
    expect((await ada.send("PUT", { ...draft, ...wrong })).status).toBe(422);
  const statuses = [];
  for (let at = 0; at < 120; at++) statuses.push((await ada.send("PUT", draft)).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
});
