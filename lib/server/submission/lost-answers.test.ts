import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { db } from "#lib/server/database/db";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import {
  answer,
  type Behaviour,
  cutShort,
  type FaultyService,
  reset,
  startFaultyService,
  testKey,
} from "#lib/testing/service/faulty-service";

const asked = Number.parseInt(process.env.LOST_ANSWERS || "40", 10);
const count = inject("postgres") ? Math.ceil(asked / 5) : asked;
const atOnce = 20;
/** The service has created the transfer in each case. */
const losses: Behaviour[] = [
  reset,
  cutShort('{"success":true,"address":"0x5aAeb6053F3E94C9'),
  answer(502, "<h1>Bad gateway</h1>", { "content-type": "text/html" }),
  answer(200, ""),
];

let service: FaultyService;
let dashboard: TestDashboard;

beforeEach(async () => {
  service = await startFaultyService();
  // A machine that is busy must not let the limit of a call pass before the service has heard it.
  const patience = { OFFRAMP_TIMEOUT_MS: "120000" };
  dashboard = await startDashboard({
    OFFRAMP_BASE_URL: service.baseUrl,
    OFFRAMP_API_KEY: testKey,
    ...patience,
  });
});
afterEach(async () => {
  await dashboard.close();
  await service.close();
});

type Created = { callbackUrl: string; transactionId: string };

it(`resolves each of ${count} transfers whose answer was lost by its callback, without a second initiate`, async () => {
  const created = new Map<string, Created>();
  service.behave("initiate", (response, call) => {
    const { accountNumber, callbackUrl } = JSON.parse(call.body) as {
      accountNumber: string;
      callbackUrl: string;
    };
    created.set(accountNumber, { callbackUrl, transactionId: `txn_${accountNumber}` });
    losses[created.size % losses.length]?.(response, call);
  });
  const orders = Array.from({ length: count }, (_, at) => ({
    key: randomUUID(),
    accountNumber: `${2_000_000_000 + at}`,
  }));
  for (let at = 0; at < count; at += atOnce) {
    await Promise.all(orders.slice(at, at + atOnce).map((order) => loseAndResolve(order, created)));
  }
  expect(created.size).toBe(count);
  expect(service.callsOf("initiate")).toHaveLength(count);
  expect(await verifyLedger(await db())).toEqual({ transfers: count, differences: [] });
}, 900_000);

async function loseAndResolve(order: { key: string; accountNumber: string }, created: Map<string, Created>) {
  const submit = () =>
    dashboard.send<Transfer>("POST", "/api/transfers", {
      body: { ...goodTransfer, accountNumber: order.accountNumber },
      headers: { "idempotency-key": order.key },
    });
  const { body: first } = await submit();
  expect([first.status, first.address]).toEqual(["unknown", null]);
  const { callbackUrl, transactionId } = created.get(order.accountNumber) ?? {
    callbackUrl: "",
    transactionId: "",
  };
  const body = { transactionId, status: "awaiting_deposit" };
  expect((await dashboard.send("POST", new URL(callbackUrl).pathname, { body })).status).toBe(204);
  const { status, body: repeated } = await submit();
  expect(status).toBe(200);
  expect(repeated).toMatchObject({ id: first.id, status: "awaiting_deposit", transactionId, address: null });
}
