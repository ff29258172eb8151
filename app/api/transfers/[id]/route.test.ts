import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import type { AuditPage } from "#lib/contract/audit/audit";
import type { Attention } from "#lib/contract/records";
import { db } from "#lib/server/database/db";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { payeeSaid } from "#lib/testing/received/payee-said";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import {
  answer,
  type FaultyService,
  goodAddress,
  hang,
  reset,
  startFaultyService,
  testKey,
} from "#lib/testing/service/faulty-service";

import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";

let service: FaultyService;
let dashboard: TestDashboard;

beforeEach(async () => {
  service = await startFaultyService();
  dashboard = await startDashboard({
    OFFRAMP_BASE_URL: service.baseUrl,
    OFFRAMP_API_KEY: testKey,
  });
});
afterEach(async () => {
  await dashboard.close();
  await service.close();
});

async function create(extra: object = {}): Promise<Transfer> {
  const headers = { "idempotency-key": randomUUID() };
  return (
    await dashboard.send<Transfer>("POST", "/api/transfers", { body: { ...goodTransfer, ...extra }, headers })
  ).body;
}
it("calls people by their name, with the address where two have one name, and by the address where there is none", async () => {
  const as = "support" as const;
  const { id } = await create();
  await dashboard.send("POST", `/api/transfers/${id}/notes`, { as, body: { kind: "note", text: "Seen" } });
  const ledger = await db();
  const { email } = await ledger
    .selectFrom("transfer_events")
    .innerJoin("people", "people.email", "person_name")
    .select("people.email")
    .where("kind", "=", "note")
    .executeTakeFirstOrThrow();
  const other = (await writeSession(ledger, testSecret)).email;
  const rename = (whose: string, name: string) =>
    ledger.updateTable("people").set({ name }).where("email", "=", whose).execute();
  const called = async () => {
    const { events } = (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;
    const { items } = (await dashboard.send<AuditPage>("GET", "/api/audit?action=note_added")).body;
    const [event] = events.filter(({ kind }) => kind === "note");
    expect([event?.personEmail, items[0]?.actor?.name]).toEqual([email, email]);
    return [event?.person, items[0]?.person];
  };
  await rename(email, "Ada Obi");
  expect(await called()).toEqual(["Ada Obi", "Ada Obi"]);
  await rename(other, "ada obi ");
  expect(await called()).toEqual(Array(2).fill(`Ada Obi (${email})`));
  // A name that looks like the address of somebody else is nobody's mask.
  await rename(email, "boss@example.com");
  expect(await called()).toEqual(Array(2).fill(`boss@example.com (${email})`));
  await rename(email, " ");
  expect(await called()).toEqual([email, email]);
});

async function createUnknown(): Promise<{ id: string; path: string }> {
  service.behave("initiate", reset);
  const { id } = await create();
  const sent = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "{}") as { callbackUrl: string };
  return { id, path: new URL(sent.callbackUrl).pathname };
}
it.each(["support", "finance", "admin"] as const)(
  "shows %s the last four digits of an account number in a list, and all of one that is asked for",
  async (as) => {
    const { id } = await createUnknown();
    const { accountNumber } = goodTransfer;
    const list = await dashboard.send("GET", "/api/transfers", { as });
    const waiting = await dashboard.send("GET", "/api/attention", { as });
    for (const { status, body } of [list, waiting]) {
      expect([status, JSON.stringify(body).includes(id)]).toEqual([200, true]);
      expect(JSON.stringify(body)).not.toContain(accountNumber);
      expect(JSON.stringify(body)).toContain(`******${accountNumber.slice(-4)}`);
    }
    const one = await dashboard.send<Transfer>("GET", `/api/transfers/${id}`, { as });
    expect(one.body.accountNumber).toBe(accountNumber);
  },
);

it("tells a callback URL whole where that is logged, and of a list its origin; an act shows no more unlogged", async () => {
  const callbackUrl = "https://hooks.example.com/in?token=canary-token";
  const { id } = await create({ callbackUrl });
  const changes = `/api/transfers/changes?ids=${id}&since=2026-01-01T00:00:00.000Z`;
  for (const path of ["/api/transfers", changes]) {
    const text = JSON.stringify((await dashboard.send("GET", path)).body);
    expect([text.includes(id), text.includes("canary-token")]).toEqual([true, false]);
  }
  const log = async () =>
    (await dashboard.send<AuditPage>("GET", `/api/audit?action=account_number_shown&record=${id}`)).body
      .items;
  expect(await log()).toEqual([]);
  const note = { kind: "note", text: "Seen" };
  const noted = await dashboard.send<Transfer>("POST", `/api/transfers/${id}/notes`, {
    as: "support",
    body: note,
  });
  expect([noted.status, noted.body.callbackUrl]).toEqual([200, callbackUrl]);
  expect((await log()).map(({ detail }) => JSON.parse(detail))).toEqual([
    { accountLastFour: goodTransfer.accountNumber.slice(-4), showsCallbackUrl: true },
  ]);
});

const resolve = (id: string, body: object) =>
  dashboard.send<TransferWithEvents>("POST", `/api/transfers/${id}/resolution`, { body });
const exists = {
  outcome: "exists",
  transactionId: "txn_77",
  address: goodAddress,
  reason: "The service's support confirmed it.",
};
const absent = { outcome: "absent", reason: "The service has no such transfer." };
const attention = async () =>
  (await dashboard.send<Attention>("GET", "/api/attention")).body.map(
    ({ reason, count }) => `${reason} ${count}`,
  );

describe("resolving an outcome that is not known", () => {
  it("takes the id and the address from a person, with the reason (T8)", async () => {
    const { id } = await createUnknown();
    const { status, body } = await resolve(id, exists);
    expect([status, body.status, body.statusSource, body.address, body.addressCheck]).toEqual([
      200,
      "accepted",
      "person",
      goodAddress,
      "valid",
    ]);
    expect(body.events.at(-1)).toMatchObject({
      source: "person",
      kind: "resolved_exists",
      text: exists.reason,
    });
  });

  it("closes it as not created, and a linked new transfer can be made (T9)", async () => {
    const { id } = await createUnknown();
    expect((await resolve(id, absent)).body.status).toBe("not_created");
    service.behave(
      "initiate",
      answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"t"}`),
    );
    expect(await create({ replaces: id })).toMatchObject({ status: "accepted", replaces: id });
  });

  it("does not close what the service has reported on", async () => {
    const { id, path } = await createUnknown();
    await dashboard.send("POST", path, { body: { status: "processing" } });
    expect((await resolve(id, absent)).problem.code).toBe("not_resolvable");
  });

  it("adds the address that was never received, and only once, and never under another id", async () => {
    const { id, path } = await createUnknown();
    await dashboard.send("POST", path, { body: { status: "awaiting_deposit", transactionId: "txn_77" } });
    expect((await resolve(id, { ...exists, transactionId: "txn_78" })).problem.code).toBe("not_resolvable");
    expect((await resolve(id, exists)).body).toMatchObject({
      address: goodAddress,
      status: "awaiting_deposit",
    });
    expect((await resolve(id, exists)).problem.code).toBe("not_resolvable");
  });

  it("never replaces the service's own answer", async () => {
    const { id } = await create();
    for (const body of [exists, absent]) expect((await resolve(id, body)).status).toBe(409);
    expect((await dashboard.send<Transfer>("GET", `/api/transfers/${id}`)).body).toMatchObject({
      transactionId: "txn_1",
      status: "accepted",
    });
  });

  it.each([
    [{ ...exists, reason: "" }, "reason"],
    [{ ...exists, address: "" }, "address"],
    [{ ...exists, address: "0x 1" }, "address"],
    [{ ...exists, transactionId: "a\u202eb" }, "transactionId"],
    [{ outcome: "absent" }, "reason"],
    [{ outcome: "paid", reason: "x" }, "outcome"],
  ])("refuses %j", async (body, path) => {
    const { id } = await createUnknown();
    const { status, problem } = await resolve(id, body);
    expect([status, problem.errors?.[0]?.path]).toEqual([422, path]);
  });
});

describe("what a crash leaves", () => {
  it("shows a claim whose sender is gone as unknown, and a repeat of its key sends nothing", async () => {
    service.behave("initiate", hang);
    const key = randomUUID();
    const send = () =>
      dashboard.send<Transfer>("POST", "/api/transfers", {
        body: goodTransfer,
        headers: { "idempotency-key": key },
      });
    void send().catch(() => undefined);
    await expect.poll(() => service.callsOf("initiate").length).toBe(1);
    expect((await send()).problem.code).toBe("transfer_in_progress");
    const { db } = await import("#lib/server/database/db");
    await (await db())
      .updateTable("transfers")
      .set({ dispatch_deadline: "2020-01-01T00:00:00.000Z" })
      .execute();
    const { sweepLostDispatches } = await import("#lib/server/submission/recovery");
    await sweepLostDispatches(await db());
    const { body } = await send();
    expect(body.status).toBe("unknown");
    expect(service.callsOf("initiate")).toHaveLength(1);
    // Its sender lives: nobody knows that it stopped.
    const { events } = (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${body.id}`)).body;
    expect(events.at(-1)?.text).toMatch(/^The dashboard didn't record the outcome in time\./);
  });
});

describe("needs attention", () => {
  it("lists what needs a person, each for its reason, until it is dealt with", async () => {
    expect(await attention()).toEqual([]);
    const first = await create();
    await create({ amount: "2" });
    expect(await attention()).toEqual(["seen_twice 2"]);
    service.behave("initiate", answer(200, '{"success":true,"address":"0xbad","transactionId":"t3"}'));
    await create({ amount: "3" });
    const { id } = await createUnknown().catch(() => ({ id: "" }));
    expect(await attention()).toEqual(["seen_twice 2", "address_invalid 1"]);
    expect(id).toBeUndefined();
    const newest = async () =>
      String((await dashboard.send<Transfer>("GET", `/api/transfers/${first.id}`)).body.standing.seen);
    const seen = await newest();
    const resolve = (body: object = {}) =>
      dashboard.send("POST", `/api/transfers/${first.id}/notes`, {
        body: { kind: "handled", text: "Checked with the service.", ...body },
      });
    await dashboard.send("POST", `/api/transfers/${first.id}/notes`, {
      body: { kind: "note", text: "News." },
    });
    expect((await resolve({ seen })).problem.code).toBe("not_resolvable");
    expect(await attention()).toEqual(["seen_twice 2", "address_invalid 1"]);
    expect((await resolve({ seen: await newest() })).status).toBe(200);
    expect(await attention()).toEqual(["seen_twice 1", "address_invalid 1"]);
  });

  it("lists two transfers with one transaction ID, and asks for money at neither address", async () => {
    const other = `0x${"5".repeat(40)}`;
    const made: string[] = [];
    for (const [address, amount] of [
      [goodAddress, "1"],
      [other, "2"],
    ]) {
      service.behave(
        "initiate",
        answer(200, JSON.stringify({ success: true, address, transactionId: "txn_both" })),
      );
      made.push((await create({ amount })).id);
    }
    expect(await attention()).toEqual(["seen_twice 2"]);
    for (const id of made) {
      const { standing } = (await dashboard.send<Transfer>("GET", `/api/transfers/${id}`)).body;
      expect([standing.reason, standing.invitation]).toEqual(["seen_twice", "closed"]);
    }
  });

  it("lists an unknown outcome, and a failure, and forgets it when it is recorded what arrived", async () => {
    const { id, path } = await createUnknown();
    expect(await attention()).toEqual(["unknown_outcome 1"]);
    await dashboard.send("POST", path, { body: { status: "failed" } });
    // It needs no address any more.
    expect(await attention()).toEqual(["failed 1"]);
    const note = await dashboard.send<Transfer>("POST", `/api/transfers/${id}/received`, {
      body: payeeSaid("0", { difference: "other" }),
    });
    expect(note.body.received).toMatchObject([{ source: "payee_said", amount: "0" }]);
    expect(await attention()).toEqual([]);
    await dashboard.send("POST", path, { body: { status: "reversed" } });
    expect(await attention()).toEqual(["reversed 1"]);
  });
});
