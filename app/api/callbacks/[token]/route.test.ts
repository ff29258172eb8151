import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import type { TransferPage } from "#lib/contract/transfer-list";
import { db } from "#lib/server/database/db";
import { log } from "#lib/server/observe/log";
import { failWrites } from "#lib/testing/database/database";
import { allEvents } from "#lib/testing/ledger/all-events";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { type SendOptions, startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { answerRequest } from "#lib/testing/servers/handlers";
import {
  answer,
  type FaultyService,
  goodAddress,
  reset,
  startFaultyService,
  testKey,
} from "#lib/testing/service/faulty-service";

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

async function create(): Promise<{ id: string; path: string }> {
  const body = { ...goodTransfer, accountNumber: `${Math.floor(Math.random() * 9e9) + 1e9}` };
  const { body: transfer } = await dashboard.send<Transfer>("POST", "/api/transfers", {
    body,
    headers: { "idempotency-key": randomUUID() },
  });
  const sent = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "{}") as { callbackUrl: string };
  return { id: transfer.id, path: new URL(sent.callbackUrl).pathname };
}
const call = (path: string, body: unknown, options: SendOptions = {}) =>
  dashboard.send("POST", path, {
    body,
    headers: { origin: "https://service.example", cookie: "session=1" },
    ...options,
  });
const find = async (id: string) =>
  (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;

describe("what a callback changes", () => {
  it("sets what is reported, by name, and answers after it is kept", async () => {
    const { id, path } = await create();
    const reply = await call(path, {
      event: "transfer.processing",
      data: { transactionId: "txn_1", status: "PROCESSING" },
    });
    expect([reply.status, reply.headers.get("set-cookie")]).toEqual([204, null]);
    expect(await find(id)).toMatchObject({
      status: "processing",
      statusSource: "service_callback",
      updatesGoTo: "dashboard",
    });
  });

  it("keeps how much of a deposit arrived, and says so once it is short or over", async () => {
    const { id, path } = await create();
    const status = (word: string, arrived: string) => ({ status: word, received: { amount: arrived } });
    await call(path, status("underpaid", "0.25"));
    expect(await find(id)).toMatchObject({
      ...{ status: "deposit_short", arrivedAmount: "0.25", attention: ["deposit_short"], isFinal: false },
      flags: [],
    });
    // A report about another transaction says nothing of this one.
    await call(path, { ...status("underpaid", "0.5"), transactionId: "txn_of_another" });
    // Less than all can't be more than all.
    await call(path, status("PARTIALLY-PAID", "99999999"));
    expect(await find(id)).toMatchObject({ status: "deposit_short", arrivedAmount: null });
    await call(path, status("under_paid", "0.3"));
    expect((await find(id)).arrivedAmount).toBe("0.3");
    await call(path, status("processing", "0.3"));
    const { attention, arrivedAmount, events } = await find(id);
    const reasons = ["deposit_short", "update_unread"];
    expect([attention, arrivedAmount, events.at(-1)?.arrived]).toEqual([reasons, null, "0.3"]);
    const wrong = await create();
    await call(wrong.path, { status: "wrong_amount", paid_amount: 99_999_999 });
    expect(await find(wrong.id)).toMatchObject({ status: "deposit_over", arrivedAmount: "99999999" });
  });

  it("answers 503 while it cannot be kept, so that the service sends it again", async () => {
    const { id, path } = await create();
    const mend = await failWrites(await db(), "insert on received");
    const refused = await call(path, { status: "processing" });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);
    await mend();
    expect((await find(id)).status).toBe("accepted");
    expect((await call(path, { status: "processing" })).status).toBe(204);
    expect((await find(id)).status).toBe("processing");
  });

  it("blames nobody but the sender for a body that breaks off, and keeps nothing of it", async () => {
    const { id, path } = await create();
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode('{"status":"comp')),
      pull: (stream) => stream.error(new Error("aborted")),
    });
    const complaint = vi.spyOn(log(), "error");
    const init = { method: "POST", body, duplex: "half" } as const;
    const reply = await answerRequest(new Request(`http://localhost${path}`, init));
    expect(reply.status).toBe(400);
    expect((await find(id)).events.filter(({ source }) => source === "service_callback")).toEqual([]);
    expect(complaint).not.toHaveBeenCalled();
  });

  it("says that it kept nothing of a body that doesn't come, so that the service sends it again", async () => {
    const { id, path } = await create();
    const begun = new TextEncoder().encode('{"status":"completed"');
    const body = new ReadableStream({ start: (stream) => stream.enqueue(begun) });
    const init = { method: "POST", body, duplex: "half" } as const;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const reply = answerRequest(new Request(`http://localhost${path}`, init));
    await vi.advanceTimersByTimeAsync(15_000);
    vi.useRealTimers();
    expect((await reply).status).toBe(408);
    expect((await find(id)).events.filter(({ source }) => source === "service_callback")).toEqual([]);
    expect((await call(path, { status: "completed" })).status).toBe(204);
    expect((await find(id)).status).toBe("paid");
  });

  it("waits for fifty bodies of a network, and for its further ones a second, while others go through", async () => {
    const { id, path } = await create();
    const post = (network: number, body: BodyInit) =>
      answerRequest(
        new Request(`http://localhost${path}`, {
          ...{ method: "POST", body, duplex: "half" },
          headers: { "x-forwarded-for": `203.0.113.${network}` },
        } as RequestInit),
      );
    const slow = (network: number) => {
      const begun = new TextEncoder().encode('{"status":');
      return post(network, new ReadableStream({ start: (stream) => stream.enqueue(begun) }));
    };
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const answered: string[] = [];
    const asked = [...Array(53).keys()].map(async (at) => {
      const { status } = await slow(at < 52 ? 7 : 8);
      answered.push(`${at}: ${status}`);
    });
    await vi.advanceTimersByTimeAsync(1_000);
    await expect.poll(() => answered).toEqual(["50: 408", "51: 408"]);
    expect((await post(7, '{"status":"completed"}')).status).toBe(204);
    await vi.advanceTimersByTimeAsync(14_000);
    await Promise.all(asked);
    vi.useRealTimers();
    expect([...new Set(answered.map((each) => each.split(" ")[1]))]).toEqual(["408"]);
    expect((await find(id)).status).toBe("paid");
  });

  it("never changes an address, an amount, a bank or a transaction id, and confirms nothing", async () => {
    const { id, path } = await create();
    const before = await find(id);
    await call(path, {
      status: "completed",
      address: "0xevil",
      amount: "1",
      bankCode: "1",
      accountNumber: "1",
      submission: "rejected",
      received: [{ source: "payee_said", amount: "1", day: "2026-01-01" }],
    });
    const after = await find(id);
    const {
      status: _a,
      statusSource: _b,
      updatedAt: _c,
      events: _d,
      flags: _e,
      evidence: _f,
      attention,
      unknownWords,
      standing,
      ...facts
    } = after;
    expect(before).toMatchObject(facts);
    expect([after.status, after.received, standing.invitation]).toEqual(["conflicting", [], "closed"]);
    expect([unknownWords, attention[0]]).toEqual([["completed / another account"], "conflicting_reports"]);
  });

  it("closes the transfer where it names another deposit address, and takes none of it", async () => {
    const other = "0xde709f2102306220921060314715629080e2fb77";
    const { id, path } = await create();
    await call(path, {
      transactionId: "txn_1",
      status: "awaiting_deposit",
      depositAddress: goodAddress.toLowerCase(),
    });
    const same = await find(id);
    expect([same.attention, same.standing.invitation]).toEqual([[], "open"]);
    await call(path, { transactionId: "txn_of_another", status: "awaiting_deposit", depositAddress: other });
    const foreign = await find(id);
    expect(foreign.attention).toEqual(["update_unread"]);
    await call(path, { transactionId: "txn_1", status: "awaiting_deposit", deposit: { address: other } });
    const { address, attention, standing } = await find(id);
    expect([address, attention[0], standing.invitation]).toEqual([goodAddress, "creation_doubt", "closed"]);
    expect(standing.closedBy).toBe("doubt_of_address");
  });

  it("keeps one that names another transaction, without effect", async () => {
    const { id, path } = await create();
    await call(path, { transactionId: "txn_other", status: "completed" });
    const { status, flags, transactionId, events } = await find(id);
    expect([status, flags, transactionId]).toEqual(["accepted", ["foreign_callback"], "txn_1"]);
    expect(events.at(-1)).toMatchObject({ kind: "callback", isQuarantined: true, text: "completed" });
  });

  it.each([
    [{ status: "quantum_settled" }, "other"],
    [{ status: 7 }, "other"],
    [{ status: { deep: "paid" } }, "accepted"],
    [{ status: ["paid"] }, "accepted"],
    [{ status: null }, "accepted"],
    [{ status: true }, "other"],
    [{ data: { transfer: { status: "completed" } } }, "paid"],
    [{ status: "success", data: { status: "processing" } }, "processing"],
    [{ __proto__: null, constructor: { status: "paid" } }, "accepted"],
    [{ status: "<script>alert(1)</script>" }, "other"],
  ])("reads %j as %s", async (body, status) => {
    const { id, path } = await create();
    await call(path, body);
    expect((await find(id)).status).toBe(status);
  });

  it("gives the same headline for any order and repetition", async () => {
    const words = [
      "awaiting_deposit",
      "deposited",
      "processing",
      "completed",
      "pending",
      "reversed",
      "mystery",
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(words, { minLength: 1 }),
        fc.array(fc.nat(6), { maxLength: 6 }),
        async (subset, repeats) => {
          const [first, second] = [await create(), await create()];
          for (const status of subset) await call(first.path, { status });
          const shuffled = [...subset].reverse();
          for (const at of repeats) shuffled.push(subset[at % subset.length] ?? "");
          for (const status of shuffled) await call(second.path, { status });
          const [a, b] = [await find(first.id), await find(second.id)];
          expect([b.status, b.flags, b.unknownWords]).toEqual([a.status, a.flags, a.unknownWords]);
        },
      ),
      { numRuns: 6 },
    );
  });
});

describe("a callback and an outcome that is not known", () => {
  it("proves that the transfer exists, without an address (T7)", async () => {
    service.behave("initiate", reset);
    const { id, path } = await create();
    expect((await find(id)).status).toBe("unknown");
    await call(path, { transactionId: "txn_late", status: "awaiting_deposit" });
    expect(await find(id)).toMatchObject({
      status: "awaiting_deposit",
      transactionId: "txn_late",
      address: null,
    });
    expect(service.callsOf("initiate")).toHaveLength(1);
  });

  it("contradicts a refusal, which becomes unknown with a flag (T11)", async () => {
    service.behave("initiate", answer(422, "{}"));
    const { id, path } = await create();
    await call(path, { status: "processing" });
    expect(await find(id)).toMatchObject({ status: "unknown", flags: ["late_callback_contradicts"] });
  });

  it("is kept while the call is under way, and the answer still counts", async () => {
    let path = "";
    service.behave("initiate", async (response, request) => {
      path = new URL((JSON.parse(request.body) as { callbackUrl: string }).callbackUrl).pathname;
      await call(path, { status: "awaiting_deposit" });
      answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"txn_1"}`)(response, request);
    });
    const { id } = await create();
    expect(await find(id)).toMatchObject({
      status: "awaiting_deposit",
      address: goodAddress,
      transactionId: "txn_1",
    });
  });
});

describe("what may arrive", () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const multipart = '--x\r\ncontent-disposition: form-data; name="status"\r\n\r\ncompleted\r\n--x--';
  it.each<[string, string, SendOptions, string, string]>([
    ["a form", "POST", { rawBody: "status=completed", headers: form }, "", "paid"],
    [
      "a multipart form",
      "POST",
      { rawBody: multipart, headers: { "content-type": "multipart/form-data; boundary=x" } },
      "",
      "paid",
    ],
    [
      "one word of text",
      "POST",
      { rawBody: "completed", headers: { "content-type": "text/plain" } },
      "",
      "paid",
    ],
    [
      "XML",
      "POST",
      { rawBody: "<status>completed</status>", headers: { "content-type": "application/xml" } },
      "",
      "accepted",
    ],
    ["nothing", "POST", { rawBody: "" }, "", "accepted"],
    ["a query", "GET", {}, "?status=completed", "paid"],
    ["PUT", "PUT", { rawBody: '{"status":"completed"}' }, "", "paid"],
    ["PATCH", "PATCH", { rawBody: '{"status":"completed"}' }, "", "paid"],
    ["DELETE", "DELETE", {}, "", "accepted"],
    ["invalid JSON", "POST", { rawBody: '{"status":' }, "", "accepted"],
    ["NaN", "POST", { rawBody: '{"status":NaN}' }, "", "accepted"],
    ["deep nesting", "POST", { rawBody: "[".repeat(60_000) }, "", "accepted"],
    ["bytes that are no text", "POST", { rawBody: new Uint8Array([0, 255, 254, 0]) }, "", "accepted"],
  ])("keeps %s", async (_name, method, options, query, status) => {
    const { id, path } = await create();
    expect((await dashboard.send(method, path + query, { headers: {}, ...options })).status).toBe(204);
    const { status: now, events } = await find(id);
    expect(now).toBe(status);
    expect(events.at(-1)?.kind).toBe("callback");
  });

  it("keeps the first 64 kB of a large body and says that it was cut", async () => {
    const { id, path } = await create();
    for (const size of [65_536, 65_537, 10_485_761])
      expect((await dashboard.send("POST", path, { rawBody: "x".repeat(size) })).status).toBe(204);
    const kept = (await find(id)).events.filter(({ kind }) => kind === "callback");
    expect(kept.map(({ rawBytes, isTruncated }) => [rawBytes, isTruncated])).toEqual([
      [65_536, false],
      [65_536, true],
    ]);
    expect(kept[1]?.deliveries).toBe(2);
  });

  it("counts the same callback, sent 50 times at once, as one event", async () => {
    const { id, path } = await create();
    await Promise.all(Array.from({ length: 50 }, () => call(path, { status: "processing" })));
    const kept = (await find(id)).events.filter(({ kind }) => kind === "callback");
    expect(kept.map(({ deliveries }) => deliveries)).toEqual([50]);
  });

  it("answers 429 to a flood, and loses nothing that it answered with 2xx", async () => {
    const { id, path } = await create();
    const replies = await Promise.all(
      Array.from({ length: 90 }, (_, at) => call(path, { status: "processing", at })),
    );
    const kept = (await allEvents(dashboard, id)).filter(({ kind }) => kind === "callback");
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(60);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(30);
    expect(kept).toHaveLength(60);
  });

  it.each(["short", "x".repeat(43), `${"x".repeat(43)}y`, "../../transfers", "%2e%2e"])(
    "answers 404 to the token %s",
    async (token) => {
      const reply = await dashboard.send("POST", `/api/callbacks/${encodeURIComponent(token)}`, {
        body: { status: "paid" },
      });
      expect([reply.status, reply.body]).toEqual([404, undefined]);
    },
  );

  it("answers a probe without keeping an event", async () => {
    const { id, path } = await create();
    for (const method of ["HEAD", "OPTIONS"]) expect((await dashboard.send(method, path)).status).toBe(204);
    expect((await find(id)).events).toHaveLength(3);
  });

  it("survives bodies of any kind without a 5xx", async () => {
    const { path } = await create();
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string({ unit: "binary" })), async (rawBody) => {
        expect([204, 429]).toContain((await dashboard.send("POST", path, { rawBody })).status);
      }),
      { numRuns: 100 },
    );
  });
});

it("shows the token nowhere, even when the service echoes it", async () => {
  service.behave("initiate", (response, request) => {
    const { callbackUrl } = JSON.parse(request.body) as { callbackUrl: string };
    answer(200, JSON.stringify({ success: true, address: goodAddress, transactionId: "txn_1", callbackUrl }))(
      response,
      request,
    );
  });
  const { id, path } = await create();
  const token = path.split("/").at(-1) ?? "";
  await call(path, { status: token, url: path });
  const pages = [await find(id), (await dashboard.send<TransferPage>("GET", "/api/transfers")).body];
  expect(token).toHaveLength(43);
  expect(JSON.stringify(pages)).not.toContain(token);
});
