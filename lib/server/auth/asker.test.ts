import { afterEach, beforeEach, expect, it } from "vitest";
import { inTransaction } from "#lib/server/audit/transaction";
import { db } from "#lib/server/database/db";
import { addPerson } from "#lib/server/people/links";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { quickHash } from "#lib/testing/sign-in/quick-hash";
import { askerOf } from "./asker";

const email = "ada@example.com";
const password = "seven small boats on a lake";

let dashboard: TestDashboard;
let id: string;
beforeEach(async () => {
  dashboard = await startDashboard({});
  const ada = { name: "Ada", email, role: "finance" } as const;
  id = await inTransaction(await db(), (trx) => addPerson(trx, ada, quickHash(password)));
});
afterEach(() => dashboard.close());

async function signIn(cookie = "") {
  const options = { as: "nobody", body: { email, password }, headers: { cookie } } as const;
  const { headers, status } = await dashboard.send("POST", "/api/auth/sign-in/email", options);
  const set = headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  const named = (name: string) => set.find((pair) => pair.startsWith(`${name}=`)) ?? "";
  return { status, session: named("session"), mark: named("device") };
}
const read = (cookie: string) =>
  dashboard.send("GET", "/api/transfers", { as: "nobody", headers: { cookie } });
const disable = (isDisabled: boolean) =>
  dashboard.send("PATCH", `/api/people/${id}`, { body: { isDisabled } });

it("takes all sessions of a person for one, once each was looked up, and an ended one for nobody's", async () => {
  const [one, other] = [(await signIn()).session, (await signIn()).session];
  expect([askerOf(one)?.kind, askerOf(other)?.kind]).toEqual(["known", "known"]);
  for (const session of [one, other]) expect((await read(session)).status).toBe(200);
  expect([askerOf(one), askerOf(other)]).toEqual(Array(2).fill({ kind: "person", share: id }));
  await dashboard.send("POST", "/api/auth/sign-out", { as: "nobody", body: {}, headers: { cookie: one } });
  expect((await read(one)).status).toBe(401);
  expect([askerOf(one), askerOf(other)?.kind]).toEqual([undefined, "person"]);
  await disable(true);
  expect((await read(other)).status).toBe(401);
  expect(askerOf(other)).toBeUndefined();
});

it("takes a browser for known by a mark that was made here, and all marks of a person for one", async () => {
  const [one, other] = [(await signIn()).mark, (await signIn()).mark];
  expect(one).not.toBe(other);
  expect(askerOf(one)?.kind).toBe("known");
  expect(askerOf(other)).toEqual(askerOf(one));
  for (const forged of [
    "device=mark",
    "device=a.b.c",
    one.slice(0, -1),
    one.replace("device=", "device=x"),
    "",
  ])
    expect(askerOf(forged), forged).toBeUndefined();
  for (const forged of ["session=token.signature", "session=token"]) expect(askerOf(forged)).toBeUndefined();
});

it("takes the mark of a disabled person for nobody's, until they may sign in again", async () => {
  const { mark } = await signIn();
  await disable(true);
  expect((await signIn(mark)).status).toBe(401);
  expect(askerOf(mark)).toBeUndefined();
  await disable(false);
  expect((await signIn(mark)).status).toBe(200);
  expect(askerOf(mark)?.kind).toBe("known");
});
