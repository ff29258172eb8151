import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Transfer } from "#lib/contract/api";
import type { ApprovalDetail, ControlsState } from "#lib/features/controls/controls-api";
import { noRules } from "#lib/features/controls/rules";
import { controlsGate } from "#lib/features/controls/server/gate";
import { db } from "#lib/server/database/db";
import { gates } from "#lib/server/submission/gates";
import { askedDuring } from "#lib/testing/database/query-plans";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import {
  answer,
  type FaultyService,
  goodAddress,
  startFaultyService,
  testKey,
} from "#lib/testing/service/faulty-service";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";

/** What the feature asks of the database, beside what a transfer asks without it. */
let service: FaultyService;
let dashboard: TestDashboard;
type Somebody = { cookie: string };
let maker: Somebody;
let approver: Somebody;
let admin: Somebody;
let accounts = 1_000_000_000;

beforeEach(async () => {
  service = await startFaultyService();
  service.behave(
    "initiate",
    answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"txn_yes"}`),
  );
  dashboard = await startDashboard({ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey });
  const ledger = await db();
  maker = await writeSession(ledger, testSecret, { role: "finance", hasSecondFactor: true });
  approver = await writeSession(ledger, testSecret, { role: "finance", hasSecondFactor: true });
  admin = await writeSession(ledger, testSecret, { role: "admin", hasSecondFactor: true });
});
afterEach(async () => {
  gates.fill([controlsGate]);
  await dashboard.close();
  await service.close();
});

function send<Body>({ cookie }: Somebody, method: string, path: string, body: object) {
  const headers = { cookie, "idempotency-key": randomUUID() };
  return dashboard.send<Body>(method, path, { as: "nobody", body, headers });
}

/** Asks for a transfer to an account that nobody has paid. Gives its status, and how many queries it took. */
async function ask(amount: string) {
  accounts += 1;
  const body = { ...goodTransfer, amount, accountNumber: `${accounts}`, confirmAmount: true };
  let made: Transfer | undefined;
  const { answers } = await askedDuring(async () => {
    made = (await send<Transfer>(maker, "POST", "/api/transfers", body)).body;
  });
  if (made === undefined) throw new Error("Nothing was answered.");
  return { id: made.id, status: made.status, count: answers };
}

/** The fewest of several: what the dashboard does in the background asks as well. */
async function fewest(amount: string) {
  const asked = [];
  for (let count = 0; count < 5; count++) asked.push(await ask(amount));
  const statuses = new Set(asked.map(({ status }) => status));
  return {
    id: asked.at(-1)?.id ?? "",
    status: [...statuses].join(),
    count: Math.min(...asked.map(({ count }) => count)),
  };
}

it("asks two queries more of a transfer without rules, and a bounded number with them", async () => {
  await ask("10");
  gates.fill([]);
  const without = await fewest("10");
  gates.fill([controlsGate]);
  const free = await fewest("10");
  expect([free.status, free.count - without.count]).toEqual(["accepted", 2]);

  const rules = {
    ...noRules,
    tiers: [{ fromNaira: "1000000", approvals: 1, by: "finance" }],
    personDayNaira: "900000000",
    businessDayNaira: "900000000",
  };
  await send<ControlsState>(admin, "POST", "/api/controls", { after: "0", rules });
  const passes = await fewest("10");
  const waits = await fewest("1250.50");
  const request = await dashboard.send<ApprovalDetail>("GET", `/api/approvals/${waits.id}`, {
    as: "nobody",
    headers: { cookie: approver.cookie },
  });
  const acceptedQuote = { outputAmount: "1913409.88", quotedAt: new Date().toISOString() };
  const decision = { decision: "approve", subjectHash: request.body.subjectHash, acceptedQuote };
  let agreed: ApprovalDetail | undefined;
  const { answers } = await askedDuring(async () => {
    agreed = (await send<ApprovalDetail>(approver, "POST", `/api/approvals/${waits.id}/decision`, decision))
      .body;
  });
  expect([passes.status, waits.status, agreed?.state]).toEqual(["accepted", "awaiting_approval", "approved"]);
  // 11 on SQLite and 20 on PostgreSQL with its locks; what is sent at once is judged twice more.
  expect(passes.count - without.count).toBeLessThanOrEqual(25);
  // T1 alone takes fewer than all of a transfer that is sent; T15 is the claim and the call as well.
  expect(waits.count).toBeLessThan(without.count);
  expect(answers).toBeLessThanOrEqual(without.count + 45);
});
