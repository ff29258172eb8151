import { randomUUID } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { db } from "#lib/server/db";
import { startDashboard, type TestDashboard } from "#lib/testing/dashboard";
import { type FaultyService, startFaultyService, testKey } from "#lib/testing/faulty-service";
import { goodTransfer } from "#lib/testing/inputs";
import { writeSession } from "#lib/testing/sessions";
import { testSecret } from "#lib/testing/test-secret";

let service: FaultyService;
let dashboard: TestDashboard;
afterEach(async () => {
  await dashboard.close();
  await service.close();
});

async function start(variables: Record<string, string>) {
  service = await startFaultyService();
  const own = { OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey };
  dashboard = await startDashboard({ ...own, ...variables });
}

/** A person of their own, and how they send a request from an address. */
async function somebody(from: string) {
  const { cookie } = await writeSession(await db(), testSecret, { role: "finance" });
  return (path: string, body: unknown) => {
    const headers = { cookie, "x-forwarded-for": from, "idempotency-key": randomUUID() };
    return dashboard.send("POST", path, { as: "nobody", body, headers });
  };
}

const codes = (replies: { status: number; problem: { code?: string } }[]) =>
  replies.map(({ status, problem }) => problem.code ?? status);

it("asks the service for so many quotes a minute for a person, of many at once and over a restart, and no more", async () => {
  await start({ QUOTES_PER_MINUTE: "3" });
  const [ada, eve] = [await somebody("203.0.113.1"), await somebody("203.0.113.1")];
  const quote = { amount: "10", asset: "base:usdc" };
  const replies = await Promise.all(Array.from({ length: 8 }, () => ada("/api/quote", quote)));
  expect(codes(replies).filter((code) => code === 200)).toHaveLength(3);
  expect(codes(replies).filter((code) => code === "too_many_requests")).toHaveLength(5);
  await dashboard.restart();
  const again = await ada("/api/quote", quote);
  expect(again.status).toBe(429);
  expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(service.callsOf("quote")).toHaveLength(3);
  // Somebody else has their own.
  expect((await eve("/api/quote", quote)).status).toBe(200);
});

it("gives a person all of a larger limit, of many at once too, and no more", async () => {
  await start({ QUOTES_PER_MINUTE: "47" });
  const ada = await somebody("203.0.113.1");
  const quote = { amount: "10", asset: "base:usdc" };
  const replies = await Promise.all(Array.from({ length: 60 }, () => ada("/api/quote", quote)));
  expect(codes(replies).filter((code) => code === 200)).toHaveLength(47);
  expect(codes(replies).filter((code) => code === "too_many_requests")).toHaveLength(13);
});

it("sends so many transfers a minute for a person, and no more", async () => {
  await start({ TRANSFERS_PER_MINUTE: "2" });
  const ada = await somebody("203.0.113.1");
  const replies = [];
  for (let at = 0; at < 4; at++)
    replies.push(await ada("/api/transfers", { ...goodTransfer, accountNumber: `012345678${at}` }));
  expect(codes(replies)).toEqual([201, 201, "too_many_requests", "too_many_requests"]);
  expect(service.callsOf("initiate")).toHaveLength(2);
});

it("lets a network ask for ten times what one person may, whoever asks", async () => {
  await start({ QUOTES_PER_MINUTE: "1" });
  const quote = { amount: "10", asset: "base:usdc" };
  const replies = [];
  // Another address of the same /64 each time.
  for (let at = 0; at < 12; at++)
    replies.push(await (await somebody(`2001:db8:1:2::${at}`))("/api/quote", quote));
  expect(codes(replies).filter((code) => code === 200)).toHaveLength(10);
  expect(service.callsOf("quote")).toHaveLength(10);
  expect((await (await somebody("198.51.100.1"))("/api/quote", quote)).status).toBe(200);
});
