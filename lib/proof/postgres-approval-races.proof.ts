import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { db } from "#lib/server/database/db";
import { allPairs, raceApprovals, type Server } from "#lib/testing/controls/approval-races";
import { startDashboard } from "#lib/testing/servers/dashboard";
import { spawnInstance } from "#lib/testing/servers/instances";
import { answer, goodAddress, startFaultyService, testKey } from "#lib/testing/service/faulty-service";

/** How many times every pair of acts runs in both orders: 5 are some 1,500 races. */
const rounds = Number.parseInt(process.env.APPROVAL_ROUNDS || "5", 10);

const unlimited = {
  TRANSFERS_PER_MINUTE: "1000000",
  READS_PER_MINUTE: "1000000",
  WRITES_PER_MINUTE: "1000000",
};

it(`decides on a request from three servers at once, each pair of acts ${rounds} times in both orders`, async () => {
  const service = await startFaultyService();
  service.behave("initiate", answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"t"}`));
  const dashboard = await startDashboard({ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey });
  // The rules and the end of a request are set by hand.
  dashboard.spoil();
  try {
    const url = process.env.DATABASE_URL ?? "";
    const others = [
      await spawnInstance(service, url, "", unlimited),
      await spawnInstance(service, url, "", unlimited),
    ];
    await Promise.all(others.map((each) => each.answers()));
    const own: Server = (cookie, method, path, body) =>
      dashboard.send(method, path, {
        as: "nobody",
        ...(body !== undefined && { body }),
        headers: { cookie, "idempotency-key": randomUUID() },
      });
    const servers: Server[] = [
      own,
      ...others.map(
        (each): Server =>
          async (cookie, method, path, body) => {
            const reply = await each.ask(method, path, body, { cookie, "idempotency-key": randomUUID() });
            return { status: reply.status, body: await reply.json() };
          },
      ),
    ];
    const ledger = await db();
    for (let round = 0; round < rounds; round++) {
      const { races, sent, faults } = await raceApprovals({ ledger, service, servers }, allPairs);
      process.stdout.write(`${races} races, ${sent} sent, ${faults.length} faults\n`);
      expect(faults).toEqual([]);
    }
  } finally {
    await dashboard.close();
    await service.close();
  }
}, 3_600_000);
