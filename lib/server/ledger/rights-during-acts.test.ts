import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { seedLedger } from "#lib/bench/seed/seed";
import type { Role } from "#lib/contract/roles";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { answerRequest } from "#lib/testing/servers/handlers";
import { type FaultyService, quoteWell } from "#lib/testing/service/faulty-service";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";

const origin = "http://localhost:3000";
let service: FaultyService;
let dashboard: TestDashboard;
beforeEach(async () => {
  ({ service, dashboard } = await startOnFaultyService());
});

const somebody = async (role: Role = "finance") => writeSession(await db(), testSecret, { role });
const change = (personId: string, body: object) =>
  dashboard.send("PATCH", `/api/people/${personId}`, { body });
const headersOf = (cookie: string) => ({
  host: "localhost:3000",
  origin,
  cookie,
  "content-type": "application/json",
  "idempotency-key": randomUUID(),
});

/** Sends a request whose body comes when it is told to. */
function sendSlowly(path: string, cookie: string, body: object) {
  let end: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    end = resolve;
  });
  let onAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    onAsked = resolve;
  });
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        onAsked();
        await gate;
        controller.enqueue(new TextEncoder().encode(JSON.stringify(body)));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: "POST", headers: headersOf(cookie), body: stream, duplex: "half" as const };
  return { asked, end, replying: answerRequest(new Request(`${origin}${path}`, init)) };
}

const accountOf = ({ bankCode, accountNumber, accountName }: typeof goodTransfer) => ({
  bankCode,
  accountNumber,
  accountName,
});
const acts: Record<string, [path: string, body: object]> = {
  "a transfer": ["/api/transfers", goodTransfer],
  "a quote": ["/api/quote", { amount: "10", asset: "base:usdc" }],
  "a note": ["/api/transfers/0/notes", { kind: "note", text: "Seen." }],
  "a resolution": ["/api/transfers/0/resolution", { outcome: "absent", reason: "Asked." }],
  "an export": ["/api/transfers/export", {}],
  "a wallet's request": ["/api/transfers/0/fundings", { wallet: "MetaMask", from: `0x${"1".repeat(40)}` }],
  "a payer's link": ["/api/transfers/0/pay-link", { validHours: 2 }],
  "a payee": ["/api/payees", { name: "Ada", ...accountOf(goodTransfer) }],
  "acts on several": ["/api/attention/owner", { transfers: [randomUUID()], person: null }],
};

it.each(Object.keys(acts))(
  "whoever is disabled while the body of %s is under way, does nothing",
  async (name) => {
    const { cookie, personId } = await somebody();
    const [path, body] = acts[name] ?? ["", {}];
    const { asked, end, replying } = sendSlowly(path, cookie, body);
    await asked;
    expect((await change(personId, { isDisabled: true })).status).toBe(200);
    end();
    const answer = await replying;
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: "signed_out" }]);
    expect(service.calls).toEqual([]);
  },
);

it.each([
  ["disabled", { isDisabled: true }, "signed_out"],
  ["lowered", { role: "support" }, "not_allowed"],
] as const)("whoever is %s while their quote is awaited, creates nothing", async (_name, changed, code) => {
  const { cookie, personId } = await somebody();
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  service.behave("quote", (response, call) => void gate.then(() => quoteWell(response, call)));
  const init = { method: "POST", headers: headersOf(cookie), body: JSON.stringify(goodTransfer) };
  const replying = answerRequest(new Request(`${origin}/api/transfers`, init));
  await expect.poll(() => service.callsOf("quote").length).toBe(1);
  expect((await change(personId, changed)).status).toBe(200);
  open();
  expect(await (await replying).json()).toMatchObject({ code });
  expect(service.callsOf("initiate")).toEqual([]);
  expect(await (await db()).selectFrom("transfers").select("id").execute()).toEqual([]);
});

it.each([
  ["disabled", { isDisabled: true }],
  ["lowered", { role: "support" }],
] as const)("breaks the export of whoever is %s meanwhile, and records where", async (_name, changed) => {
  dashboard.spoil();
  await seedLedger(env().database, 350);
  const { cookie, personId, email } = await somebody();
  const init = { method: "POST", headers: headersOf(cookie), body: "{}" };
  const answer = await answerRequest(new Request(`${origin}/api/transfers/export`, init));
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  for (let part = 0; part < 2; part++) expect((await reader.read()).done).toBe(false);
  expect((await change(personId, changed)).status).toBe(200);
  const rest = async () => {
    let length = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) length += next.value.length;
    return length;
  };
  await expect(rest()).rejects.toThrow();
  const ended = await (await db())
    .selectFrom("audit_log")
    .select("detail")
    .where("actor_name", "=", email)
    .where("action", "=", "export_ended")
    .execute();
  expect(ended).toHaveLength(1);
  expect(JSON.parse(ended[0]?.detail ?? "")).toMatchObject({ isWhole: false });
  expect(Number((JSON.parse(ended[0]?.detail ?? "") as { rows: string }).rows)).toBeLessThan(350);
  const again = await answerRequest(new Request(`${origin}/api/transfers/export`, init));
  expect([401, 403]).toContain(again.status);
});
