import { afterEach, beforeEach, expect, it } from "vitest";
import { inTransaction } from "#lib/server/audit/transaction";
import { db } from "#lib/server/database/db";
import { addPerson } from "#lib/server/people/links";
import { ofNetwork } from "#lib/server/people/sign-in";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { quickHash } from "#lib/testing/sign-in/quick-hash";
import { countAttempt } from "./attempts";
import { hashesAtOnce, inTurn, mostOfShare, mostWaiting, type Turn } from "./password-line";

const email = "ada@example.com";
const password = "seven small boats on a lake";

let dashboard: TestDashboard;
beforeEach(async () => {
  dashboard = await startDashboard({});
  const ada = { name: "Ada", email, role: "admin" } as const;
  await inTransaction(await db(), (trx) => addPerson(trx, ada, quickHash(password)));
});
afterEach(() => dashboard.close());

/** Work that ends when it is told to, and the order in which each began. */
function someWork() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const results: Promise<string>[] = [];
  const add = (name: string, turn: Turn) => {
    const work = () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    results.push(
      inTurn(turn, work).then(
        () => "done",
        ({ code }: { code: string }) => code,
      ),
    );
  };
  const end = async () => {
    for (let next = ends.shift(); next !== undefined; next = ends.shift()) {
      next();
      await new Promise(setImmediate);
    }
    return Promise.all(results);
  };
  return { begun, add, end };
}
const from = (network: string): Turn => ({ isKnown: false, share: network });

it("lets whoever is known go before 200 strangers, and sends most of those away", async () => {
  const { begun, add, end } = someWork();
  for (let at = 0; at < 200; at++) add(`guess ${at}`, from(`198.51.100.${at}`));
  add("the owner", { isKnown: true, share: "ada" });
  const results = await end();
  expect(begun.indexOf("the owner")).toBe(hashesAtOnce);
  expect(results.filter((result) => result === "done")).toHaveLength(hashesAtOnce + mostWaiting + 1);
  expect(results.filter((result) => result === "busy")).toHaveLength(200 - hashesAtOnce - mostWaiting);
});

it("gives strangers every other turn, however many sign-ins of known browsers there are", async () => {
  const { begun, add, end } = someWork();
  for (let at = 0; at < 40; at++) add(`known ${at}`, { isKnown: true, share: `person ${at % 7}` });
  add("the owner in a new browser", from("203.0.113.1"));
  await end();
  expect(begun.indexOf("the owner in a new browser")).toBe(hashesAtOnce + 1);
});

it("gives each network its turn, and one network a few places", async () => {
  const { begun, add, end } = someWork();
  for (let at = 0; at < 100; at++) add(`flood ${at}`, from("198.51.100.1"));
  for (let at = 0; at < 3; at++) add(`other ${at}`, from("203.0.113.1"));
  await end();
  expect(begun).toHaveLength(hashesAtOnce + mostOfShare + 3);
  const waited = (at: number) => `flood ${hashesAtOnce + at}`;
  expect(begun.slice(hashesAtOnce)).toEqual([
    waited(0),
    "other 0",
    waited(1),
    "other 1",
    waited(2),
    "other 2",
  ]);
});

const signIn = async (given: string, address: string, cookie = "") => {
  const body = { email, password: given };
  const headers = { cookie, "x-forwarded-for": address };
  const reply = await dashboard.send("POST", "/api/auth/sign-in/email", { as: "nobody", body, headers });
  const set = reply.headers.getSetCookie().map((line) => line.split(";")[0]);
  return { ...reply, cookie: set.join("; ") };
};

it("answers 503 beyond the line, says when to try again, and counts no try", async () => {
  const { add, end } = someWork();
  for (let at = 0; at < hashesAtOnce + mostWaiting; at++) add(`guess ${at}`, from(`198.51.100.${at}`));
  for (let at = 0; at < 12; at++) {
    const { status, headers, problem } = await signIn(password, "203.0.113.1");
    expect([status, problem.code]).toEqual([503, "busy"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  await end();
  expect((await signIn(password, "203.0.113.1")).status).toBe(200);
});

it("does not shut out a browser that is known for what others of its network do", async () => {
  const address = "203.0.113.1";
  const { cookie } = await signIn(password, address);
  const ledger = await db();
  await countAttempt(ledger, `sign-in:network:${address}`, ofNetwork, ofNetwork.max);
  expect((await signIn(password, address)).status).toBe(429);
  expect((await signIn(password, address, cookie)).status).toBe(200);
  for (let at = 0; at < 70; at++)
    await dashboard.send("POST", "/api/welcome/link", {
      as: "nobody",
      body: { token: "x".repeat(43) },
      headers: { "x-forwarded-for": address },
    });
  const invitation = { email: "ben@example.com", role: "support" };
  const { body } = await dashboard.send<{ path: string }>("POST", "/api/people", { body: invitation });
  const link = await dashboard.send("POST", "/api/welcome/link", {
    as: "nobody",
    body: { token: body.path.split("#")[1] },
    headers: { "x-forwarded-for": address },
  });
  expect(link.status).toBe(200);
});
