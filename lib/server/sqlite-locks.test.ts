import { randomUUID } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import Database from "libsql";
import { expect, it, onTestFinished } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { startDashboard } from "#lib/testing/dashboard";
import { startFaultyService, testKey } from "#lib/testing/faulty-service";
import { goodTransfer } from "#lib/testing/inputs";
import { env } from "./env";

async function start() {
  const service = await startFaultyService();
  const dashboard = await startDashboard({ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey });
  onTestFinished(async () => {
    await dashboard.close();
    await service.close();
  });
  const submit = (accountNumber: string) =>
    dashboard.send<Transfer>("POST", "/api/transfers", {
      body: { ...goodTransfer, accountNumber },
      headers: { "idempotency-key": randomUUID() },
    });
  await submit("0123456700");
  const { database } = env();
  const other = new Database(database.kind === "sqlite" ? database.file : "");
  onTestFinished(() => void other.close());
  return { service, dashboard, submit, other };
}

it("goes on after another program has held the lock for longer than anybody waits", async () => {
  const { dashboard, submit, other } = await start();
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  other.exec("begin immediate");
  const during = Promise.all(["0123456701", "0123456702", "0123456703"].map(submit));
  const { status: listed } = await dashboard.send("GET", "/api/transfers");
  const statuses = (await during).map(({ status }) => status);
  delay.disable();
  other.exec("commit");
  await setTimeout(50);
  const after = [];
  for (let at = 0; at < 5; at++) {
    after.push(
      (await submit(`012345671${at}`)).status,
      (await dashboard.send("GET", "/api/transfers")).status,
    );
  }
  expect(after).toEqual(Array.from({ length: 5 }, () => [201, 200]).flat());
  expect(delay.max / 1e6).toBeLessThan(100);
});
