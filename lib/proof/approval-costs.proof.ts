import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { gates } from "#lib/server/submission/gates";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startDashboard } from "#lib/testing/servers/dashboard";
import { answer, goodAddress, startFaultyService, testKey } from "#lib/testing/service/faulty-service";

const pairs = 5;
const atOnce = 4;
const each = Number.parseInt(process.env.COST_TRANSFERS || "400", 10);

it("creates transfers without rules nearly as fast as without gates: the median of five pairs", async () => {
  const service = await startFaultyService();
  onTestFinished(service.close);
  service.behave("initiate", answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"t"}`));
  const dashboard = await startDashboard({ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey });
  onTestFinished(dashboard.close);
  const usual = gates.all();
  let accounts = 1_000_000_000;
  const create = async () => {
    accounts += 1;
    const { status } = await dashboard.send("POST", "/api/transfers", {
      body: { ...goodTransfer, accountNumber: `${accounts}` },
      headers: { "idempotency-key": randomUUID() },
    });
    if (status !== 201) throw new Error(`A transfer gave ${status}.`);
  };
  const perSecond = async (filled: typeof usual) => {
    gates.fill(filled);
    const began = performance.now();
    const one = async () => {
      for (let count = 0; count < each / atOnce; count++) await create();
    };
    await Promise.all(Array.from({ length: atOnce }, one));
    gates.fill(usual);
    return each / ((performance.now() - began) / 1_000);
  };
  await perSecond(usual);
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    // Whichever is second finds a larger ledger.
    const isFirst = pair % 2 === 0;
    const before = isFirst ? await perSecond([]) : undefined;
    const own = await perSecond(usual);
    ratios.push(own / (before ?? (await perSecond([]))));
  }
  const median = ratios.sort((a, b) => a - b)[Math.floor(pairs / 2)] ?? 0;
  process.stdout.write(
    `submissions of those without gates: ${ratios.map((ratio) => ratio.toFixed(2)).join(" ")}\n`,
  );
  expect(median).toBeGreaterThan(0.95);
});
