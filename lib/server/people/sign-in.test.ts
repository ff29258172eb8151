import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { NewSecondFactor } from "#lib/contract/people";
import { inTransaction } from "#lib/server/audit/transaction";
import { db } from "#lib/server/database/db";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { quickHash } from "#lib/testing/sign-in/quick-hash";
import { codeOf } from "#lib/testing/sign-in/totp-code";
import { addPerson } from "./links";

const email = "ada@example.com";
const password = "seven small boats on a lake";

let dashboard: TestDashboard;
beforeEach(async () => {
  dashboard = await startDashboard({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "pay@example.com" });
  const ada = { name: "Ada", email, role: "finance" } as const;
  await inTransaction(await db(), (trx) => addPerson(trx, ada, quickHash(password)));
});
afterEach(() => dashboard.close());

async function ask<Body>(path: string, body: object, cookie = "", from = "203.0.113.1") {
  const headers = { cookie, "x-forwarded-for": from };
  const answer = await dashboard.send<Body>("POST", path, { as: "nobody", body, headers });
  const set = answer.headers.getSetCookie().filter((line) => !/max-age=0/i.test(line));
  return { ...answer, cookie: set.map((line) => line.split(";")[0]).join("; ") };
}
const signIn = (from?: string) => ask("/api/auth/sign-in/email", { email, password }, "", from);

it("leaves twenty sessions of a person, of many sign-ins at once too", async () => {
  const { cookie } = await signIn();
  const ledger = await db();
  const own = await ledger.selectFrom("sessions").selectAll().executeTakeFirstOrThrow();
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  // Used before the owner's own, which stays.
  const others = Array.from({ length: 18 }, (_, place) => ({
    ...{ ...own, id: randomUUID(), token_hash: `hash ${place}` },
    ...{ last_seen_at: at(place + 1), created_at: at(place + 1) },
  }));
  await ledger.insertInto("sessions").values(others).execute();
  const many = await Promise.all(Array.from({ length: 6 }, (_, place) => signIn(`198.51.100.${place}`)));
  expect(many.map(({ status }) => status)).toEqual(Array(6).fill(200));
  const left = await ledger.selectFrom("sessions").select("token_hash").execute();
  expect(left).toHaveLength(20);
  const ended = others.slice(-5).map(({ token_hash }) => token_hash);
  expect(left.filter(({ token_hash }) => ended.includes(token_hash))).toEqual([]);
  const mine = await dashboard.send("GET", "/api/session", { as: "nobody", headers: { cookie } });
  expect(mine.status).toBe(200);
});

it("withdraws the news of a right password once its second factor follows, and of no other", async () => {
  const { cookie } = await signIn();
  const begun = await ask<NewSecondFactor>("/api/auth/two-factor/enable", { password }, cookie);
  const secret = new URL(begun.body.uri).searchParams.get("secret") ?? "";
  const enter = async (step: number, given: string) =>
    ask("/api/auth/two-factor/verify-totp", { code: await codeOf(secret, step) }, given);
  expect((await enter(-1, cookie)).status).toBe(200);
  const ledger = await db();
  const news = async () => {
    const of = ledger.selectFrom("deliveries").where("kind", "=", "security.password_entered");
    return (await of.select("state").orderBy("seq").execute()).map(({ state }) => state);
  };
  const own = await signIn();
  expect(await news()).toEqual(["waiting"]);
  expect((await enter(0, own.cookie)).status).toBe(200);
  expect(await news()).toEqual(["withdrawn"]);
  // Somebody else's is told, whatever the owner does meanwhile.
  await signIn("198.51.100.9");
  const again = await signIn();
  expect((await enter(1, again.cookie)).status).toBe(200);
  expect(await news()).toEqual(["withdrawn", "waiting"]);
});
