import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { authSecret } from "#lib/server/credentials/secret";
import { db } from "#lib/server/database/db";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { writeSession } from "#lib/testing/sign-in/sessions";

let dashboard: TestDashboard;
beforeAll(async () => {
  // It stands still.
  vi.useFakeTimers({ toFake: ["Date"] });
  dashboard = await startDashboard({});
});
afterAll(async () => {
  vi.useRealTimers();
  await dashboard.close();
});

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
  expect(await ask("GET")).toEqual({ endsInMs: minutes(3) });
  // A form that renews its quote does so without anybody.
  await ask("POST", "/api/quote", { amount: "10", asset: "base:usdc" });
  expect(await ask("GET")).toEqual({ endsInMs: minutes(3) });
  expect(await ask("POST")).toEqual({ endsInMs: minutes(30) });
});

it("never outlasts twelve hours from the sign-in", async () => {
  const ask = await sessionSeen({ lastSeen: -minutes(20), expiresIn: minutes(4) });
  expect(await ask("POST")).toEqual({ endsInMs: minutes(4) });
});
