import { randomUUID } from "node:crypto";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import type { Transfer } from "#lib/contract/api";
import type { Quote } from "#lib/contract/quote/quote-answers";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { followUp } from "#lib/server/follow-up/follow-up";
import { findTransfer } from "#lib/server/ledger/transfers";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startDashboard } from "#lib/testing/servers/dashboard";
import {
  answer,
  type FaultyService,
  goodAddress,
  startFaultyService,
  testKey,
} from "#lib/testing/service/faulty-service";

/** Runs in a tree without a feature; WITHOUT_LEDGER is the URL of a ledger that was made with it, in which one waits where WITHOUT_WAITING says so. */
const made = process.env.WITHOUT_LEDGER ?? "";
let service: FaultyService;

beforeAll(async () => {
  service = await startFaultyService();
  service.behave("initiate", answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"t"}`));
  return service.close;
});

async function start(databaseUrl?: string) {
  const dashboard = await startDashboard({
    ...{ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey, APP_URL: "http://localhost:3000" },
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  });
  onTestFinished(dashboard.close);
  return dashboard;
}

const create = ({ send }: Awaited<ReturnType<typeof start>>, change: object = {}) =>
  send<Transfer>("POST", "/api/transfers", {
    body: { ...goodTransfer, ...change },
    headers: { "idempotency-key": randomUUID() },
  });

it("creates a transfer on an empty database, from the quote to paid, and leaves nothing that waits for anybody", async () => {
  const dashboard = await start();
  const { amount, asset } = goodTransfer;
  const quote = await dashboard.send<Quote>("POST", "/api/quote", { body: { amount, asset } });
  const { outputAmount, quotedAt } = quote.body;
  const { status, body } = await create(dashboard, { acceptedQuote: { outputAmount, quotedAt } });
  expect([status, body.status, body.address]).toEqual([201, "accepted", goodAddress]);
  const { callbackUrl } = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "{}") as {
    callbackUrl: string;
  };
  for (const said of ["processing", "paid"])
    await dashboard.send("POST", new URL(callbackUrl).pathname, {
      as: "nobody",
      body: { transactionId: "t", status: said },
    });
  expect((await findTransfer(body.id)).status).toBe("paid");
  const ledger = await db();
  while (await followUp(ledger, env().timeZone));
  expect(await ledger.selectFrom("happenings").select("seq").execute()).toEqual([]);
});

it.runIf(process.env.WITHOUT_WAITING === "one")(
  "never sends what waited, lets it be withdrawn, and sends another at once",
  async () => {
    const dashboard = await start(made);
    const before = service.callsOf("initiate").length;
    const list = await dashboard.send<{ items: Transfer[] }>("GET", "/api/transfers");
    const waiting = list.body.items.filter(({ status }) => status === "awaiting_approval");
    expect(waiting).toHaveLength(1);
    const [{ id } = { id: "" }] = waiting;
    expect(service.callsOf("initiate")).toHaveLength(before);
    expect((await dashboard.send("POST", `/api/approvals/${id}/decision`, { body: {} })).status).toBe(404);
    const withdrawn = await dashboard.send<Transfer>("POST", `/api/transfers/${id}/withdrawal`);
    expect([withdrawn.status, withdrawn.body.status]).toEqual([200, "cancelled"]);
    const next = await create(dashboard, { replaces: id });
    expect([next.status, next.body.status]).toEqual([201, "accepted"]);
    expect(service.callsOf("initiate")).toHaveLength(before + 1);
  },
);
