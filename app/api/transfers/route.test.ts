import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sandboxAssets } from "#lib/asset/asset-tables";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import type { Quote } from "#lib/contract/quote/quote-answers";
import type { TransferPage } from "#lib/contract/transfer-list";
import { db } from "#lib/server/database/db";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { type SendOptions, startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import {
  answer,
  cutShort,
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

function create(body: unknown = goodTransfer, key: string = randomUUID(), options: SendOptions = {}) {
  return dashboard.send<Transfer>("POST", "/api/transfers", {
    body,
    headers: { "idempotency-key": key, ...options.headers },
  });
}
const quoteOf = { amount: goodTransfer.amount, asset: goodTransfer.asset };
const rows = async () => (await dashboard.send<TransferPage>("GET", "/api/transfers?limit=100")).body.items;
const initiates = () => service.callsOf("initiate").length;

describe("creating a transfer", () => {
  it("answers 201 with the transfer, its address and its id, and sends exactly what was asked for", async () => {
    const { status, body, headers } = await create();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: "accepted",
      transactionId: "txn_1",
      address: goodAddress,
      addressCheck: "valid",
      amount: "1250.50",
      bankName: "GTBank Plc",
    });
    expect(headers.get("location")).toBe(`/api/transfers/${body.id}`);
    const [sent = "", callbackUrl] = (service.callsOf("initiate")[0]?.body ?? "").split(',"callbackUrl":');
    expect(callbackUrl).toMatch(/^"http:\/\/localhost:3000\/api\/callbacks\/[A-Za-z0-9_-]{43}"}$/);
    expect(`${sent}}`).toBe(
      '{"amount":1250.50,"fromCurrency":"USDC","network":"base","bankCode":"000013","toCurrency":"NGN","country":"NG","accountNumber":"0123456789","accountName":"ADEBAYO CHUKWU OKONKWO"}',
    );
  });

  it("commits the intent before the service hears of it", async () => {
    let seen: string[] = [];
    service.behave("initiate", async (response, call) => {
      seen = (await rows()).map(({ status }) => status);
      answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"txn_9"}`)(response, call);
    });
    await create();
    expect(seen).toEqual(["dispatching"]);
  });

  it("is found by our id and by the transaction id, after a restart too, with its events in order", async () => {
    const { body } = await create();
    await dashboard.restart();
    for (const id of [body.id, "txn_1"]) {
      const found = (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;
      expect(found.address).toBe(goodAddress);
      expect(found.events.map(({ kind, source }) => [kind, source])).toEqual([
        ["requested", "dashboard"],
        ["dispatched", "dashboard"],
        ["accepted", "service_answer"],
      ]);
    }
    expect(
      (await dashboard.send<TransferPage>("GET", `/api/transfers?q=${goodAddress}`)).body.items,
    ).toHaveLength(1);
  });

  it("gives the same transfer for the same key and content, and sends nothing again", async () => {
    const key = randomUUID();
    const first = await create(goodTransfer, key);
    const again = await create(goodTransfer, key.toUpperCase());
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.id).toBe(first.body.id);
    expect(initiates()).toBe(1);
  });

  it("refuses another content under a used key", async () => {
    const key = randomUUID();
    await create(goodTransfer, key);
    const other = await create({ ...goodTransfer, amount: "1250.51" }, key);
    expect([other.status, other.problem.code]).toEqual([422, "idempotency_key_reused"]);
    expect(initiates()).toBe(1);
  });

  it.each([[""], ["short"], ["a".repeat(300)], ["not-a-uuid-at-all-0000-000000000000"]])(
    "refuses the key %j",
    async (key) => {
      const refused = await create(goodTransfer, key);
      expect([refused.status, refused.problem.code]).toEqual([400, "idempotency_key_required"]);
      expect(await rows()).toHaveLength(0);
    },
  );

  it("makes one initiate of 50 parallel requests with one key", async () => {
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 50 }, () => create(goodTransfer, key)));
    expect(initiates()).toBe(1);
    expect(await rows()).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, problem } of replies.filter((reply) => reply.status > 201)) {
      expect(problem.code).toBe("transfer_in_progress");
      expect(status).toBe(409);
    }
  });

  it("makes 50 initiates of 50 parallel requests for different payees", async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        create({ ...goodTransfer, accountNumber: `${1_000_000_000 + at}` }),
      ),
    );
    expect(new Set(replies.map(({ body }) => body.transactionId)).size).toBe(50);
    expect(initiates()).toBe(50);
  });

  it("stops a twin within minutes until a person confirms that it is separate", async () => {
    const first = await create();
    const twin = await create();
    expect([twin.status, twin.problem.code, twin.problem.transferId]).toEqual([
      409,
      "duplicate_suspected",
      first.body.id,
    ]);
    expect(initiates()).toBe(1);
    expect((await create({ ...goodTransfer, confirmSeparate: true })).status).toBe(201);
  });
});

describe("an outcome that is not a plain yes", () => {
  it("keeps a refusal with the service's words", async () => {
    service.behave("initiate", answer(422, '{"message":"Account is blocked"}'));
    const { status, body } = await create();
    expect([status, body.status, body.address]).toEqual([201, "rejected", null]);
    const { events } = (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${body.id}`)).body;
    expect(events.at(-1)).toMatchObject({
      kind: "rejected",
      source: "service_answer",
      text: "Account is blocked",
    });
  });

  it("takes a firewall's page for a definite no that is not the service's word, and tries the next one", async () => {
    const page = "<!doctype html><title>Attention Required!</title>";
    for (const operation of ["business", "initiate"] as const)
      service.behave(operation, answer(403, page, { "content-type": "text/html", server: "shield" }));
    const { status, body } = await create();
    expect([status, body.status, body.statusSource]).toEqual([201, "rejected", "dashboard"]);
    const { events } = (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${body.id}`)).body;
    expect(events.at(-1)).toMatchObject({
      kind: "rejected",
      source: "dashboard",
      text: expect.stringMatching(
        /^HTTP 403 and a web page, “Attention Required!”, from shield, came instead/,
      ),
      raw: page,
    });
    service.recover();
    expect((await create({ ...goodTransfer, amount: "7" })).body.status).toBe("accepted");
  });

  it.each([
    ["no answer", reset],
    ["half an answer", cutShort('{"success":true')],
    ["a server's fault", answer(500, "{}")],
  ])("calls %s unknown, and a repeat of the key sends nothing", async (_name, behaviour) => {
    service.behave("initiate", behaviour);
    const key = randomUUID();
    const first = await create(goodTransfer, key);
    expect([first.status, first.body.status, first.body.address]).toEqual([201, "unknown", null]);
    const again = await create(goodTransfer, key);
    expect([again.status, again.body.status]).toEqual([200, "unknown"]);
    expect(initiates()).toBe(1);
  });

  it.each([
    "0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
    `${goodAddress} `,
    `${goodAddress.slice(0, -1)}\u202ed`,
  ])("records the address %j and marks that it fails its check", async (address) => {
    service.behave(
      "initiate",
      answer(200, JSON.stringify({ success: true, address, transactionId: "txn_x" })),
    );
    expect((await create()).body).toMatchObject({ status: "accepted", address, addressCheck: "invalid" });
  });

  it("records an address and an id that were seen before", async () => {
    service.behave(
      "initiate",
      answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"same"}`),
    );
    await create();
    expect((await create({ ...goodTransfer, amount: "7" })).body.transactionId).toBe("same");
  });

  it("creates nothing when the business is not active or the key is rejected", async () => {
    service.behave("business", answer(200, '{"business":{"name":"A","status":"suspended"}}'));
    expect((await create()).problem).toMatchObject({
      code: "business_inactive",
      detail: expect.stringContaining("suspended"),
    });
    service.behave("business", answer(401, "{}"));
    // Within a second the last answer still counts.
    await expect.poll(async () => (await create()).problem.code).toBe("key_rejected");
    expect([initiates(), (await rows()).length]).toEqual([0, 0]);
  });

  it("creates nothing for a bank that is not on the service's list", async () => {
    const { status, problem } = await create({ ...goodTransfer, bankCode: "13" });
    expect([status, problem.errors?.[0]?.path]).toEqual([422, "bankCode"]);
    expect(initiates()).toBe(0);
  });
});

describe("the quote that was accepted", () => {
  const accepted = (outputAmount: string, quotedAt = new Date().toISOString()) => ({
    ...goodTransfer,
    acceptedQuote: { outputAmount, quotedAt },
  });

  it("goes through when the fresh output is no worse than the tolerance, and both are stored", async () => {
    const { body } = await create(accepted("1922000"));
    expect(body.quote).toMatchObject({ outputAmount: "1913409.88", rate: "1538.42", fee: "6.25" });
  });
  it("stops when the output fell by more, with old, new and per cent", async () => {
    const { status, problem } = await create(accepted("1950000"));
    expect([status, problem.code]).toEqual([409, "quote_moved"]);
    expect(problem).toMatchObject({
      accepted: "1950000",
      changePercent: "-1.88",
      fresh: { outputAmount: "1913409.88" },
    });
    expect(initiates()).toBe(0);
  });
  it("stops when the output rose by more than 1 %, and not by less", async () => {
    const { status, problem } = await create(accepted("1894000"));
    expect([status, problem.code]).toEqual([409, "quote_moved"]);
    expect(problem).toMatchObject({ accepted: "1894000", changePercent: "1.02" });
    expect(problem.detail).toContain("more than the amount that was accepted");
    expect((await create(accepted("19134.0988"))).problem).toMatchObject({ changePercent: "9900.00" });
    expect((await create(accepted("0"))).problem.code).toBe("quote_moved");
    expect(initiates()).toBe(0);
    const { body } = await create(accepted("1894500"));
    expect(body).toMatchObject({ acceptedOutput: "1894500", quote: { outputAmount: "1913409.88" } });
  });
  it("stops when the accepted quote is older than a minute", async () => {
    const old = new Date(Date.now() - 61_000).toISOString();
    expect((await create(accepted("1913409.88", old))).problem.code).toBe("quote_moved");
    expect(initiates()).toBe(0);
  });
  it("stops when no fresh quote can be had, and creates nothing", async () => {
    service.behave("quote", answer(500, ""));
    expect((await create(accepted("1913409.88"))).problem.code).toBe("service_failed");
    expect(await rows()).toHaveLength(0);
  });
});

describe("a quote that makes no sense", () => {
  const quoted = (rate: string, outputAmount: string, fee = "6.25") =>
    service.behave(
      "quote",
      answer(200, `{"success":true,"quote":{"rate":${rate},"output_amount":${outputAmount},"fee":${fee}}}`),
    );
  const acceptedAt = (outputAmount: string, more = {}) => ({
    ...{ ...goodTransfer, acceptedQuote: { outputAmount, quotedAt: new Date().toISOString() } },
    ...more,
  });

  it.each([
    [
      "a hundred times too much",
      "1538.42",
      "191417909",
      "1,250.50 USDC × 1,538.42 is 1,923,794.21 NGN. The service says 191,417,909.00 NGN, and its fee of 6.25",
    ],
    ["the token's amount", "1538.42", "1244.25", "1,244.25 NGN"],
    ["a rate the other way round", "0.00065", "1913409.88", "is 0.81 NGN"],
    ["in scientific notation", "1.53842E3", "1.91417909e8", "191,417,909.00 NGN"],
    ["beyond any number of kobo", "73760872426667.54", "92233720368547758.08", "more than 15 digits"],
    ["of 1e21", "1e21", "1.2505e24", "more than 15 digits"],
  ])("is created only once it is confirmed: %s", async (_what, rate, output, words) => {
    quoted(rate, output, "6.25");
    const plain = (await dashboard.send<Quote>("POST", "/api/quote", { body: quoteOf })).body;
    expect(plain.doubts.length).toBeGreaterThan(0);
    for (const body of [goodTransfer, acceptedAt(plain.outputAmount)]) {
      const { status, problem } = await create(body);
      expect([status, problem.code]).toEqual([409, "quote_odd"]);
      expect(problem.detail).toContain(words);
      expect(problem).toMatchObject({ fresh: { outputAmount: plain.outputAmount, doubts: plain.doubts } });
    }
    expect([initiates(), await rows()]).toEqual([0, []]);
    const key = randomUUID();
    const { status, body } = await create(acceptedAt(plain.outputAmount, { confirmOddQuote: true }), key);
    expect([status, body.quote?.outputAmount]).toEqual([201, plain.outputAmount]);
    // The word on the quote is no part of the content.
    expect((await create(acceptedAt(plain.outputAmount), key)).status).toBe(200);
  });

  it("is one whose rate is far from the last accepted one of the token, on any network, within 7 days", async () => {
    await dashboard.close();
    dashboard = await startDashboard({
      ...{ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey },
      OFFRAMP_ASSETS: JSON.stringify(sandboxAssets),
    });
    await create();
    quoted("1900", "2375950", "0");
    const { problem } = await create({ ...goodTransfer, asset: "bsc:usdc", accountNumber: "1111111111" });
    expect(problem.code).toBe("quote_odd");
    expect(problem.detail).toMatch(
      /1,900\.00 NGN for 1 USDC\. It was 1,538\.42 in the last accepted USDC transfer/,
    );
    const other = { ...goodTransfer, asset: "bsc:usdt", accountNumber: "2222222222" };
    expect((await create(other)).status).toBe(201);
    const ledger = await db();
    const old = new Date(Date.now() - 8 * 86_400_000).toISOString();
    await ledger.updateTable("transfers").set({ created_at: old }).where("asset", "=", "base:usdc").execute();
    dashboard.spoil();
    expect((await create({ ...goodTransfer, accountNumber: "3333333333" })).status).toBe(201);
  });

  it("is found and said from naira, too", async () => {
    service.behave("quote", (response, call) => {
      const amount = JSON.parse(call.body).amount as number;
      const output = (amount * 150_000).toFixed(2);
      answer(200, `{"success":true,"quote":{"rate":1500,"output_amount":${output},"fee":0}}`)(response, call);
    });
    const body = { outputAmount: "5000000", asset: goodTransfer.asset };
    const { status, body: found } = await dashboard.send<Quote>("POST", "/api/quote", { body });
    expect([status, found.amount, found.outputAmount]).toEqual([200, "33.34", "5001000.00"]);
    expect(found.doubts).toEqual([{ kind: "unexplained", gross: "50010.00" }]);
  });

  it("takes no rate of a transfer that was not accepted", async () => {
    service.behave("initiate", answer(400, "{}"));
    expect((await create()).body.status).toBe("rejected");
    service.recover();
    quoted("1900", "2375950", "0");
    expect((await create({ ...goodTransfer, accountNumber: "1111111111" })).status).toBe(201);
  });

  it("is no longer in doubt by its rate once that was accepted", async () => {
    await create();
    quoted("1900", "2375950", "0");
    const next = { ...goodTransfer, accountNumber: "1111111111" };
    expect((await create({ ...next, confirmOddQuote: true })).status).toBe(201);
    expect((await create({ ...next, accountNumber: "2222222222" })).status).toBe(201);
  });
});

describe("the list", () => {
  it("pages newest first without a gap or a repeat, and filters by status", async () => {
    const made: string[] = [];
    for (let at = 0; at < 7; at++)
      made.unshift((await create({ ...goodTransfer, amount: `${at + 1}` })).body.id);
    service.behave("initiate", answer(400, "{}"));
    const refused = (await create({ ...goodTransfer, amount: "8" })).body.id;
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const path: string = `/api/transfers?limit=3${cursor && `&cursor=${cursor}`}`;
      const { body } = await dashboard.send<TransferPage>("GET", path);
      seen.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual([refused, ...made]);
    const only = (await dashboard.send<TransferPage>("GET", "/api/transfers?status=rejected")).body.items;
    expect(only.map(({ id }) => id)).toEqual([refused]);
  });

  it.each(["", "&sort=oldest", "&status=accepted", "&sort=largest&asset=base:usdc", "&q=Adebayo"])(
    "has each transfer of one moment once, page by page: ?limit=2%s",
    async (query) => {
      const made: string[] = [];
      for (let at = 0; at < 5; at++)
        made.push((await create({ ...goodTransfer, confirmSeparate: true })).body.id);
      dashboard.spoil();
      const created_at = new Date().toISOString();
      const ledger = await db();
      await ledger.updateTable("transfers").set({ created_at }).execute();
      await ledger.updateTable("transfer_names").set({ created_at }).execute();
      const seen: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null && seen.length < 10) {
        const path: string = `/api/transfers?limit=2${query}${cursor && `&cursor=${cursor}`}`;
        const { body } = await dashboard.send<TransferPage>("GET", path);
        seen.push(...body.items.map(({ id }) => id));
        cursor = body.nextCursor;
      }
      expect(seen.sort()).toEqual(made.sort());
    },
  );

  it.each([
    "limit=0",
    "limit=-1",
    "limit=101",
    "limit=1e2",
    "limit=1&limit=2",
    "status=paid'--",
    "sort=amount",
    "from=2026-02-30",
    "from=2026-11-02&to=2026-11-01",
    "attention=no",
    "asset=%27",
    "find=txn_1",
    "cursor=%00",
    "cursor=WzFd",
    `q=${"x".repeat(300)}`,
  ])("answers 400 to ?%s", async (query) => {
    expect((await dashboard.send("GET", `/api/transfers?${query}`)).status).toBe(400);
  });

  it.each(["no-such-id", "..%2f..%2fetc", "' or 1=1 --", "x".repeat(10_000), "__proto__"])(
    "answers 404 to the id %s",
    async (id) => {
      const { status, problem } = await dashboard.send("GET", `/api/transfers/${encodeURIComponent(id)}`);
      expect([status, problem.code]).toEqual([404, "not_found"]);
    },
  );
});

it("keeps which of the banks that share a code was chosen, and refuses a name that is not on the list", async () => {
  expect((await create({ ...goodTransfer, bankCode: "100004", bankName: "PAYCOM" })).body.bankName).toBe(
    "PAYCOM",
  );
  const other = await create({ ...goodTransfer, bankCode: "100004", bankName: "PALMPAY" });
  expect(other.problem.errors?.[0]?.path).toBe("bankCode");
});
