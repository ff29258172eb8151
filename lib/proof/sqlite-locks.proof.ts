import { expect, it } from "vitest";
import { lockEachStatement, startLockedDashboard } from "#lib/testing/database/lock-acts";

/** A second of the lock is 10 ms here, so that 1 to 60 of them fit before each statement of each act. */
const secondMs = 10;
const waitMs = 5 * secondMs;

it.each([1, 4, 6, 12, 60])(
  "goes on whole from a lock of %s seconds before every statement",
  async (seconds) => {
    const locked = await startLockedDashboard(waitMs);
    const taken = await lockEachStatement(locked, locked.acts, seconds * secondMs);
    expect(taken).toBeGreaterThan(15);
    const accounts = locked.service.callsOf("initiate").map(({ body }) => JSON.parse(body).accountNumber);
    expect(new Set(accounts).size).toBe(accounts.length);
    await locked.close();
  },
);

it.each([1, 12, 60])(
  "goes on whole from a lock of %s seconds while transfers are created",
  async (seconds) => {
    const locked = await startLockedDashboard(5_000);
    const [create, ...others] = locked.acts;
    for (const at of [1, 12]) {
      locked.taker.takeBefore(at, seconds * 1_000);
      const statuses = await Promise.all([create?.run(), create?.run(), ...others.map(({ run }) => run())]);
      for (const status of statuses) expect([200, 201, 204, 503]).toContain(status);
      await locked.taker.released();
      locked.taker.takeBefore(0, 0);
      await locked.expectWhole();
    }
    await locked.close();
  },
);
