import { afterAll, beforeAll, expect, it } from "vitest";
import { authSecret } from "#lib/server/credentials/secret";
import { db } from "#lib/server/database/db";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { writeSession } from "#lib/testing/sign-in/sessions";

let dashboard: TestDashboard;
beforeAll(async () => {
  dashboard = await startDashboard({});
});
afterAll(() => dashboard.close());

const minutes = (count: number) => count * 60_000;

async function sessionSeen(traits: { lastSeen: number; expiresIn?: number }) {
  const { cookie } = await writeSession(await db(), authSecret(), { role: "finance", ...traits });
  return async (method: "GET" | "POST", path = "/api/session", body?: object) => {
    const sent = { as: "nobody", headers: { cookie }, ...(body && { body }) } as const;
    return (await dashboard.send<{ endsInMs: number }>(method, path, sent)).body;
  };
}

it("tells how long the session lasts, and only an act of the person makes it longer", async () => {
  const ask = await sessionSeen({ lastSeen: -minutes(27) });
  const before = (await ask("GET")).endsInMs;
  expect(before).toBeGreaterThan(minutes(2));
  expect(before).toBeLessThanOrEqual(minutes(3));
  // A form that renews its quote does so without anybody.
  await ask("POST", "/api/quote", { amount: "10", asset: "base:usdc" });
  expect((await ask("GET")).endsInMs).toBeLessThanOrEqual(before);
  expect((await ask("POST")).endsInMs).toBeGreaterThan(minutes(29));
});

it("never outlasts twelve hours from the sign-in", async () => {
  const ask = await sessionSeen({ lastSeen: -minutes(20), expiresIn: minutes(4) });
  expect((await ask("POST")).endsInMs).toBeLessThanOrEqual(minutes(4));
});
