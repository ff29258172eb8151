import { expect, it } from "vitest";
import { failOver, type Result, type Ways } from "#lib/proof/failover/round";

/** How many times a standby takes over at each lag. */
const rounds = Number.parseInt(process.env.FAILOVERS || "7", 10);

const nothingWrong = { paidTwice: [], lostAnswers: [], wrongAnswers: [], faults: [] };

async function lose(ways: Ways): Promise<Result> {
  const result = await failOver(ways);
  process.stdout.write(`${JSON.stringify({ ...ways, ...result })}\n`);
  return result;
}

const asynchronous = Array.from({ length: rounds }, (_, at) => ({
  round: at + 1,
  servers: 1 + (at % 2),
  hasSlowClaims: Math.floor(at / 2) % 2 === 1,
}));

it.each([{ servers: 1 }, { servers: 2 }])(
  "a standby that every commit waited for goes on at once, with $servers server(s)",
  async ({ servers }) => {
    const result = await lose({ servers, isSynchronous: true, everyMs: 250 });
    const nothingLost = { lostIntents: 0, lostClaims: 0, hold: null, refused: 0 };
    expect(result).toMatchObject({ ...nothingWrong, ...nothingLost });
    expect(result.slowestMs).toBeLessThan(2_000);
  },
);

it.each(asynchronous)(
  "a standby that lacks commits, round $round: $servers server(s), slow claims $hasSlowClaims",
  async ({ servers, hasSlowClaims }) => {
    // Most of their time is the wait until a hold may be released.
    const losing = [0, 500, 3_000].map((lagMs) => lose({ servers, hasSlowClaims, lagMs }));
    // One that fails must not take away the parts that the others still use.
    await Promise.allSettled(losing);
    for (const result of await Promise.all(losing))
      expect(result).toMatchObject({ ...nothingWrong, hold: "another_server" });
  },
);

it.each([0, 500])("a standby that lacks approvals, %i ms behind: nothing is sent twice", async (lagMs) => {
  const result = await lose({ servers: 2, lagMs, needsApproval: true });
  expect(result).toMatchObject({ ...nothingWrong, hold: "another_server" });
});
