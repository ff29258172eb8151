import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { db } from "#lib/server/database/db";
import { acts, raceApprovals, type Server } from "#lib/testing/controls/approval-races";
import { startDashboard } from "#lib/testing/servers/dashboard";
import { answer, goodAddress, startFaultyService, testKey } from "#lib/testing/service/faulty-service";

/** Each act beside an approval, in turns before and after it; every two, in both orders, on three servers, are in `lib/proof/postgres-approval-races.proof.ts`. */
const pairs = acts.map((act, at) =>
  at % 2 === 0 ? (["approve", act] as const) : ([act, "approve too"] as const),
);

it("sends a request at most once, and never one that was declined, withdrawn or has ended", async () => {
  const service = await startFaultyService();
  service.behave("initiate", answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"t"}`));
  const dashboard = await startDashboard({ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey });
  // The rules and the end of a request are set by hand.
  dashboard.spoil();
  const server: Server = (cookie, method, path, body) =>
    dashboard.send(method, path, {
      as: "nobody",
      ...(body !== undefined && { body }),
      headers: { cookie, "idempotency-key": randomUUID() },
    });
  try {
    const { races, sent, faults } = await raceApprovals(
      { ledger: await db(), service, servers: [server] },
      pairs,
    );
    expect(faults).toEqual([]);
    expect(races).toBe(pairs.length);
    expect(sent).toBeGreaterThan(0);
  } finally {
    await dashboard.close();
    await service.close();
  }
});
