import { createHash, randomUUID } from "node:crypto";
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { findTransfer } from "#lib/server/ledger/transfers";
import { failWrites } from "#lib/testing/database/database";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import {
  answer,
  type FaultyService,
  goodAddress,
  startFaultyService,
  testKey,
} from "#lib/testing/service/faulty-service";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { takeInAnswers } from "./keep-outcome";
import { cancelOldIntents, recoverAllDispatches } from "./recovery";

let service: FaultyService;
let dashboard: TestDashboard;

beforeEach(async () => {
  service = await startFaultyService();
  dashboard = await startDashboard({ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await dashboard.close();
  await service.close();
});

const yes = `{"success":true,"address":"${goodAddress}","transactionId":"txn_7","note":"\\u0000 ${"é".repeat(500)}"}`;

const folder = () => env().answersFolder ?? "";
const answerFiles = () => readdirSync(folder()).filter((name) => !name.startsWith("spare-"));

/** Creates a transfer whose answer the database does not take, for longer than it is waited for. */
async function loseAnswer(text = yes) {
  const ledger = await db();
  const key = randomUUID();
  let mend: () => Promise<void> = async () => undefined;
  let isAnswered = false;
  let passedMs = 0;
  // Half a minute passes with each look at the clock after the answer.
  const clock = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => {
    if (isAnswered) passedMs += 31_000;
    return clock() + passedMs;
  });
  service.behave("initiate", async (response, call) => {
    mend = await failWrites(ledger, "insert on transfer_events");
    isAnswered = true;
    answer(200, text)(response, call);
  });
  const submit = () =>
    dashboard.send<Transfer>("POST", "/api/transfers", {
      body: goodTransfer,
      headers: { "idempotency-key": key },
    });
  const lost = await submit();
  const { callbackUrl } = JSON.parse(service.callsOf("initiate")[0]?.body ?? "") as { callbackUrl: string };
  const token = callbackUrl.split("/").at(-1) ?? "";
  return { lost, submit, mend, token };
}

async function eventsOf(id: string): Promise<string[]> {
  return (await findTransfer(id)).events.map(({ kind }) => kind);
}

it("keeps an answer in a file that the database does not take, and takes it in once after a restart", async () => {
  const { lost, submit, mend, token } = await loseAnswer();
  expect(lost.status).toBe(503);
  expect(lost.problem.detail).toMatch(
    /^The service answered, but the dashboard couldn't save the answer yet\. /,
  );
  const { transferId = "" } = lost.problem as { transferId?: string };
  expect(answerFiles()).toEqual([`${transferId}.answer`]);
  const file = join(folder(), `${transferId}.answer`);
  expect([statSync(file).mode & 0o777, statSync(folder()).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(readFileSync(file, "utf8")).not.toContain(token);
  expect((await submit()).problem.code).toBe("transfer_in_progress");
  await mend();

  await dashboard.restart();
  // Two servers that start at once.
  const ledger = await db();
  await Promise.all([takeInAnswers(ledger), takeInAnswers(ledger), recoverAllDispatches(ledger)]);
  await takeInAnswers(ledger);
  expect(answerFiles()).toEqual([]);
  expect(await eventsOf(transferId)).toEqual(["requested", "dispatched", "accepted"]);
  const found = await submit();
  expect([found.status, found.body.address, found.body.transactionId]).toEqual([200, goodAddress, "txn_7"]);
  expect(service.callsOf("initiate")).toHaveLength(1);
});

it("keeps a damaged file, and says that the service answered", async () => {
  const { lost, mend } = await loseAnswer();
  const { transferId = "" } = lost.problem as { transferId?: string };
  await mend();
  const file = join(folder(), `${transferId}.answer`);
  truncateSync(file, statSync(file).size - 10);
  await dashboard.restart();
  await recoverAllDispatches(await db());
  expect(existsSync(file)).toBe(true);
  const { events, status } = await findTransfer(transferId);
  expect(status).toBe("unknown");
  expect(events.at(-1)?.text).toBe(
    "The service answered, but the dashboard couldn't save the answer. We don't know whether the service created the transfer.",
  );
});

it("takes no file that somebody without AUTH_SECRET has written, and one of the secret before", async () => {
  const { lost, mend } = await loseAnswer();
  const { transferId = "" } = lost.problem as { transferId?: string };
  await mend();
  const file = join(folder(), `${transferId}.answer`);
  const [signature = "", text = ""] = readFileSync(file, "utf8").split("\n");
  const planted = text.replace(goodAddress, "0x52908400098527886E0F7030069857D2E4169EE7");
  const digest = createHash("sha256").update(planted).digest("hex");
  for (const seal of [digest, signature, "", `${signature}0`]) {
    writeFileSync(file, `${seal}\n${planted}\n`);
    // Else the server that heard the answer takes it from its memory.
    await dashboard.restart();
    await takeInAnswers(await db());
    expect((await findTransfer(transferId)).address).toBeNull();
  }
  writeFileSync(file, `${signature}\n${text}\n`);
  process.env.AUTH_SECRET = "another secret of the tests, quite as random";
  await dashboard.restart();
  await takeInAnswers(await db());
  expect((await findTransfer(transferId)).address).toBeNull();
  process.env.AUTH_SECRET_PREVIOUS = testSecret;
  await dashboard.restart();
  await takeInAnswers(await db());
  expect((await findTransfer(transferId)).address).toBe(goodAddress);
  expect(answerFiles()).toEqual([]);
  delete process.env.AUTH_SECRET_PREVIOUS;
});

it("takes in a file that a crash left as a draft, also where a clock was ahead when it was written", async () => {
  const { lost, mend } = await loseAnswer();
  const { transferId = "" } = lost.problem as { transferId?: string };
  await mend();
  const draft = join(folder(), `${transferId}.draft`);
  renameSync(join(folder(), `${transferId}.answer`), draft);
  await dashboard.restart();
  const ledger = await db();
  await takeInAnswers(ledger);
  expect(existsSync(draft)).toBe(true);
  const ahead = new Date(Date.now() + 86_400_000);
  utimesSync(draft, ahead, ahead);
  await takeInAnswers(ledger);
  expect(existsSync(draft)).toBe(false);
  expect(await eventsOf(transferId)).toEqual(["requested", "dispatched", "accepted"]);
});

it.each([
  ["recorded", "accepted", goodAddress],
  ["cancelled", "unknown", null],
])("takes an answer in where a database that went back says %s", async (before, after, address) => {
  const { lost, submit, mend } = await loseAnswer();
  const { transferId = "" } = lost.problem as { transferId?: string };
  await mend();
  dashboard.spoil();
  const ledger = await db();
  await ledger
    .deleteFrom("transfer_events")
    .where("transfer_id", "=", transferId)
    .where("kind", "=", "dispatched")
    .execute();
  const row = {
    submission: "recorded",
    status: "recorded",
    claim_mark: null,
    dispatch_deadline: null,
  } as const;
  await ledger.updateTable("transfers").set(row).where("id", "=", transferId).execute();
  if (before === "cancelled") {
    await ledger.updateTable("transfers").set({ created_at: "2020-01-01T00:00:00.000Z" }).execute();
    await cancelOldIntents(ledger);
  }
  await dashboard.restart();
  await takeInAnswers(await db());
  const { status, transactionId, ...found } = await findTransfer(transferId);
  expect([status, transactionId, found.address]).toEqual([after, "txn_7", address]);
  expect((await submit()).body.id).toBe(transferId);
  expect(service.callsOf("initiate")).toHaveLength(1);
});

it("goes on without a file: the server that heard the answer still has it", async () => {
  process.env.ANSWERS_FOLDER = "/proc/nowhere";
  await dashboard.restart();
  const { lost, mend } = await loseAnswer('{"success":false,"message":"no"}');
  const { transferId = "" } = lost.problem as { transferId?: string };
  await mend();
  await recoverAllDispatches(await db());
  expect(await eventsOf(transferId)).toEqual(["requested", "dispatched", "rejected"]);
  const [refused] = (await findTransfer(transferId)).evidence.flatMap(({ refusal }) => refusal ?? []);
  expect(refused).toEqual({ code: "service_refused", retryAfterSeconds: null, field: null });
});
