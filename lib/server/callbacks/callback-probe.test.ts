import { randomBytes } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { db } from "#lib/server/database/db";
import { startDashboard } from "#lib/testing/servers/dashboard";
import { newProbe } from "./callback-probe";

it("is answered like a callback that was kept, keeps nothing, and only whoever knows AUTH_SECRET can make one", async () => {
  const dashboard = await startDashboard({});
  onTestFinished(dashboard.close);
  const ask = async (token: string) =>
    (await dashboard.send("POST", `/api/callbacks/${token}`, { as: "nobody", body: { status: "paid" } }))
      .status;
  const probe = newProbe();
  expect(await ask(probe)).toBe(204);
  expect(await (await db()).selectFrom("transfer_events").selectAll().execute()).toEqual([]);

  const bytes = Buffer.from(probe, "base64url");
  for (const at of [0, 15, 16, 31]) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(await ask(changed.toString("base64url"))).toBe(404);
  }
  expect(await ask(randomBytes(32).toString("base64url"))).toBe(404);
});
