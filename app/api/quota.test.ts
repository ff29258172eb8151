import { randomUUID } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { db } from "#lib/server/database/db";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { answer, type FaultyService, startFaultyService, testKey } from "#lib/testing/service/faulty-service";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";

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

const codes = (replies: { status: number; problem: { code?: string } | undefined }[]) =>
  replies.map(({ status, problem }) => problem?.code ?? status);

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

it("counts what a person asks for in two browsers together", async () => {
  await start({ QUOTES_PER_MINUTE: "3" });
  const ledger = await db();
  const [one, other] = [await writeSession(ledger, testSecret), await writeSession(ledger, testSecret)];
  const { personId: person_id } = one;
  await ledger.updateTable("sessions").set({ person_id }).where("id", "=", other.sessionId).execute();
  const statuses: number[] = [];
  for (const { cookie } of [one, other, one, other]) {
    const body = { amount: "10", asset: "base:usdc" };
    const reply = await dashboard.send("POST", "/api/quote", { as: "nobody", body, headers: { cookie } });
    statuses.push(reply.status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
});

it("finds what to send for an output by few quotes, and counts each of them", async () => {
  await start({ QUOTES_PER_MINUTE: "5" });
  const ada = await somebody("203.0.113.1");
  service.behave("quote", (response, call) => {
    const { amount } = JSON.parse(call.body) as { amount: number };
    const output = ((amount - 6.25) * 1538.42).toFixed(2);
    answer(200, `{"success":true,"quote":{"rate":1538.42,"output_amount":${output},"fee":6.25}}`)(
      response,
      call,
    );
  });
  const body = { outputAmount: "5000000", asset: "base:usdc" };
  const first = await ada("/api/quote", body);
  expect(first.body).toMatchObject({ amount: "3256.34", outputAmount: "5000003.46" });
  expect(service.callsOf("quote")).toHaveLength(2);
  expect(codes([await ada("/api/quote", body), await ada("/api/quote", body)])).toEqual([
    200,
    "too_many_requests",
  ]);
  expect(service.callsOf("quote")).toHaveLength(5);
});

it("asks for four quotes at most where no amount pays out so much, and says that it found none", async () => {
  await start({ QUOTES_PER_MINUTE: "20" });
  const ada = await somebody("203.0.113.1");
  const stuck = '{"success":true,"quote":{"rate":1538.42,"output_amount":5,"fee":0}}';
  service.behave("quote", answer(200, stuck));
  const reply = await ada("/api/quote", { outputAmount: "1000", asset: "base:usdc" });
  expect(codes([reply])).toEqual(["unusable_answer"]);
  expect(service.callsOf("quote")).toHaveLength(4);
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
  expect(replies.at(-1)?.problem.detail).toContain("The limit is 10 a minute for everybody on one network.");
  expect(service.callsOf("quote")).toHaveLength(10);
  expect((await (await somebody("198.51.100.1"))("/api/quote", quote)).status).toBe(200);
});

it("asks the service for the business once for all who ask at once, and a person for so many a minute", async () => {
  await start({});
  const { cookie } = await writeSession(await db(), testSecret, { role: "support" });
  const ask = () => dashboard.send("GET", "/api/business", { as: "nobody", headers: { cookie } });
  const replies = await Promise.all(Array.from({ length: 70 }, ask));
  expect(codes(replies).filter((code) => code === 200)).toHaveLength(60);
  expect(codes(replies).filter((code) => code === "too_many_requests")).toHaveLength(10);
  expect(service.callsOf("business")).toHaveLength(1);
});

it("asks the service once before transfers that come at once, and stops each by what it says", async () => {
  await start({});
  const ada = await somebody("203.0.113.1");
  const suspended = '{"business":{"name":"A","type":"B","website":"","status":"suspended","owner":"C"}}';
  service.behave("business", answer(200, suspended));
  const accounts = Array.from({ length: 10 }, (_, at) => `012345678${at}`);
  const refused = await Promise.all(
    accounts.map((accountNumber) => ada("/api/transfers", { ...goodTransfer, accountNumber })),
  );
  expect(new Set(codes(refused))).toEqual(new Set(["business_inactive"]));
  expect(service.callsOf("business")).toHaveLength(1);
});

it("limits how much a person reads, writes and exports in a minute", async () => {
  await start({ READS_PER_MINUTE: "5", WRITES_PER_MINUTE: "20" });
  const { cookie } = await writeSession(await db(), testSecret, { role: "finance" });
  const send = (method: string, path: string, body?: object) =>
    dashboard.send(method, path, { as: "nobody", headers: { cookie }, ...(body && { body }) });
  const many = async (times: number, work: () => ReturnType<typeof send>) => {
    const replies = [];
    for (let at = 0; at < times; at++) replies.push(await work());
    return codes(replies).filter((code) => code === "too_many_requests").length;
  };
  expect(await many(7, () => send("GET", "/api/transfers"))).toBe(2);
  const nobody = "00000000-0000-4000-8000-000000000000";
  expect(await many(23, () => send("POST", "/api/auth/revoke-session", { id: nobody }))).toBe(3);
  expect(await many(12, () => send("POST", "/api/transfers/export", {}))).toBe(2);
});
