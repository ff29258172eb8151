import { createServer } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Problem } from "#lib/contract/problem";
import type { Amount } from "#lib/money/money";
import { env } from "#lib/server/config/env";
import { goodInitiate } from "#lib/testing/ledger/inputs";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import {
  answer,
  type Behaviour,
  cutShort,
  drip,
  type FaultyService,
  flood,
  goodAddress,
  hang,
  reset,
  startFaultyService,
  testKey,
} from "#lib/testing/service/faulty-service";
import { readRefusal, writeRefusal } from "#lib/transfer/refusal";
import { banks } from "./banks";
import { business } from "./business";
import { initiate } from "./initiate";
import type { InitiateOutcome } from "./initiate-outcome";
import { quote } from "./quotes";

const request = goodInitiate;
const quoteRequest = {
  amount: "1250.50" as Amount,
  asset: "base:usdc",
  currency: "NGN",
  country: "NG",
  channel: "BANK",
};

let service: FaultyService;
let dashboard: TestDashboard;

beforeAll(async () => {
  service = await startFaultyService();
  dashboard = await startDashboard({
    OFFRAMP_BASE_URL: service.baseUrl,
    OFFRAMP_API_KEY: testKey,
  });
});
afterAll(async () => {
  await dashboard.close();
  await service.close();
});
beforeEach(() => service.calls.splice(0));
afterEach(() => void Object.assign(env(), { serviceTimeoutMs: 15_000 }));

/** Only where the service is silent: a short limit elsewhere would judge the machine's speed. */
function limitTime(behaviour: Behaviour): void {
  if (behaviour === hang || behaviour === drip) Object.assign(env(), { serviceTimeoutMs: 400 });
}

async function initiateAgainst(behaviour: Behaviour): Promise<InitiateOutcome> {
  service.behave("initiate", behaviour);
  limitTime(behaviour);
  const outcome = await initiate(request);
  expect(service.callsOf("initiate"), "an initiate is tried once and never again").toHaveLength(1);
  return outcome;
}

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  return work.then(
    () => expect.unreachable("it should have failed"),
    (error: Problem) => error,
  );
}

describe("initiate", () => {
  it("sends the amount's literal, the key in its header, and asks for no compression", async () => {
    const outcome = await initiateAgainst(
      answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"txn_1","extra":[1]}`),
    );
    expect(outcome).toMatchObject({ kind: "accepted", transactionId: "txn_1", address: goodAddress });
    const [call] = service.callsOf("initiate");
    expect(call?.body).toContain('"amount":1250.50,');
    expect(JSON.parse(call?.body ?? "")).toEqual({ ...request, amount: 1250.5 });
    expect(call?.headers).toMatchObject({
      "x-api-key": testKey,
      "accept-encoding": "identity",
      "user-agent": `offramp-dashboard/${env().version}`,
      "content-type": "application/json",
    });
  });

  const id = '"transactionId":"t"';
  const address = `"address":"${goodAddress}"`;
  it.each([
    [
      "a type that is not JSON's",
      answer(200, `{"success":true,${address},${id}}`, { "content-type": "text/plain" }),
    ],
    ["201", answer(201, `{"success":true,${address},${id}}`)],
  ])("accepts %s", async (_name, behaviour) => {
    expect((await initiateAgainst(behaviour)).kind).toBe("accepted");
  });

  it.each([400, 401, 403, 404, 405, 406, 411, 413, 414, 415, 422, 429, 431])(
    "takes HTTP %i for a definite no",
    async (status) => {
      for (const body of ['{"message":"No such bank"}', "<html><script>alert(1)</script></html>", ""]) {
        service.calls.splice(0);
        const outcome = await initiateAgainst(answer(status, body));
        expect(outcome).toMatchObject({ kind: "rejected", wasSent: true });
        const isFirewall = body.startsWith("<") && (status === 401 || status === 403);
        const said = isFirewall
          ? expect.stringMatching(`^HTTP ${status} and a web page came instead of the service’s answer`)
          : `HTTP ${status}`;
        expect((outcome as { message: string }).message).toEqual(
          body.startsWith("{") ? "No such bank" : said,
        );
      }
    },
  );

  it.each([
    [401, '{"message":"Invalid API key"}', {}, "key_rejected"],
    [403, '{"message":"Business is suspended"}', {}, "business_inactive"],
    [403, "<html>Blocked</html>", {}, "not_the_service"],
    [429, "{}", { "retry-after": "12" }, "rate_limited 12"],
    [429, "{}", { "retry-after": "9999999" }, "rate_limited 86400"],
    [
      429,
      "{}",
      { "retry-after": "Wed, 25 Nov 2026 10:00:30 GMT", date: "Wed, 25 Nov 2026 10:00:00 GMT" },
      "rate_limited 30",
    ],
    [429, "{}", { "retry-after": "soon" }, "rate_limited"],
    [429, "{}", {}, "rate_limited"],
    [
      422,
      '{"errors":[{"field":"accountNumber","message":"is not at this bank"}]}',
      {},
      "service_refused accountNumber",
    ],
    [400, '{"errors":{"bank_code":["is unknown"]}}', {}, "service_refused bankCode"],
    [400, '{"error":{"param":"body.accountName","message":"No"}}', {}, "service_refused accountName"],
    [200, '{"success":false,"message":"Invalid account number"}', {}, "service_refused accountNumber"],
    [422, '{"message":"The account number and the bank code differ"}', {}, "service_refused"],
    [422, '{"message":"The amount of requests is too high"}', {}, "service_refused"],
    [422, '{"message":"No","request":{"amount":1,"accountNumber":"0123456789"}}', {}, "service_refused"],
    [422, '{"errors":{"__proto__":["x"],"constructor":["y"]}}', {}, "service_refused"],
  ] as const)("keeps the reason of HTTP %i with %s and %j", async (status, body, headers, kept) => {
    const outcome = await initiateAgainst(answer(status, body, headers));
    if (outcome.kind !== "rejected" || outcome.refusal === undefined) throw new Error("It was no refusal.");
    expect(writeRefusal(outcome.refusal)).toBe(kept);
    expect(readRefusal(kept)).toEqual(outcome.refusal);
  });

  it("names a web page that came instead of an answer, and never shows it", async () => {
    const page =
      "<!doctype html>\n<title>Access  denied &ndash; \u202eShield</title><script>alert(1)</script>";
    const html = { "content-type": "text/html", server: "shield" };
    const said = async (status: number) => {
      service.calls.splice(0);
      return (await initiateAgainst(answer(status, page, html))) as { message: string };
    };
    const named = "a web page, “Access denied Shield”, from shield";
    expect((await said(403)).message).toMatch(`HTTP 403 and ${named}, came instead`);
    expect((await said(404)).message).toBe(`HTTP 404 and ${named}`);
    expect((await said(503)).message).toBe(`The service answered with HTTP 503 and ${named}.`);
  });

  it("takes success false without address and id for a definite no", async () => {
    expect(await initiateAgainst(answer(200, '{"success":false,"message":"limit"}'))).toMatchObject({
      kind: "rejected",
      message: "limit",
    });
  });

  const ambiguous: [string, Behaviour][] = [
    ...[408, 409, 425, 500, 502, 503, 504, 520].flatMap((status): [string, Behaviour][] => [
      [`${status} with JSON`, answer(status, '{"message":"oops"}')],
      [`${status} with HTML`, answer(status, "<h1>Bad gateway</h1>")],
      [`${status} with nothing`, answer(status, "")],
    ]),
    ["502 with {}", answer(502, "{}")],
    ["no answer at all", hang],
    ["a reset after the request", reset],
    ["an answer cut half-way", cutShort('{"success":true,"addr')],
    ["a whole-looking answer that was announced longer", cutShort(`{"success":true,${address},${id}}`)],
    ["a slow drip", drip],
    ["a page of a portal", answer(200, "<html>Sign in</html>", { "content-type": "text/html" })],
    ["an empty answer", answer(200, "")],
    ["204", answer(204, "")],
    ...["null", "[]", '"ok"', "1", "true"].map((body): [string, Behaviour] => [
      `the answer ${body}`,
      answer(200, body),
    ]),
    ["the answer in a list", answer(200, `[{"success":true,${address},${id}}]`)],
    ...["", '"success":"true",', '"success":1,', '"success":"yes",'].map((flag): [string, Behaviour] => [
      `the flag ${flag || "missing"}`,
      answer(200, `{${flag}${address},${id}}`),
    ]),
    ...["", '"address":"",', '"address":null,', '"address":5,', '"address":{},', '"address":[],'].map(
      (part): [string, Behaviour] => [
        `the address as ${part || "missing"}`,
        answer(200, `{"success":true,${part}${id}}`),
      ],
    ),
    ...[
      "",
      ',"transactionId":""',
      ',"transactionId":" "',
      ',"transactionId":12',
      `,"transactionId":"${"x".repeat(300)}"`,
    ].map((part): [string, Behaviour] => [
      `the id as ${part.slice(0, 30) || "missing"}`,
      answer(200, `{"success":true,${address}${part}}`),
    ]),
    ["success false with an address", answer(200, `{"success":false,${address}}`)],
    ["success false with a number for an id", answer(200, '{"success":false,"transactionId":12}')],
    ["success false with an object for an address", answer(200, '{"success":false,"address":{"evm":"0x"}}')],
    ["success false with an id", answer(200, `{"success":false,${id}}`)],
    ["truncated JSON and a clean end", answer(200, '{"success":true,"addre')],
    ["deep nesting", answer(200, "[".repeat(60_000))],
    [
      "a compressed answer",
      (response) =>
        void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(5_000_000))),
    ],
    ["more than 64 kB", flood(2_000_000)],
    ["keys of a prototype", answer(200, '{"__proto__":{"success":true},"constructor":1}')],
  ];
  it.each(ambiguous)("calls it unknown: %s", async (_name, behaviour) => {
    expect(await initiateAgainst(behaviour)).toMatchObject({ kind: "unknown" });
    expect(({} as { success?: boolean }).success).toBeUndefined();
  });

  it("keeps what an unusable answer named, as evidence", async () => {
    expect(await initiateAgainst(answer(200, `{"success":false,${address},${id}}`))).toMatchObject({
      address: goodAddress,
      transactionId: "t",
    });
  });

  it.each([301, 302, 303, 307, 308])(
    "does not follow HTTP %i, and the other origin hears nothing",
    async (status) => {
      const other = await startFaultyService();
      const outcome = await initiateAgainst(
        answer(status, "", { location: `${other.baseUrl}/api/v1/transfers/initiate` }),
      );
      expect(outcome.kind).toBe("unknown");
      service.behave("quote", answer(status, "", { location: `${other.baseUrl}/api/v1/transfers/quote` }));
      expect((await problemOf(quote(quoteRequest))).code).toBe("unusable_answer");
      expect(other.calls).toHaveLength(0);
      await other.close();
    },
  );

  it.each([
    ["a refusal", answer(422, JSON.stringify({ message: `bad key ${testKey}` }))],
    ["an answer that is cut short", cutShort(`{"x-api-key":"${testKey}"`)],
    [
      "an answer that is too large",
      (response) => {
        response.writeHead(200).write(`{"x-api-key":"${testKey}"`);
        response.end(" ".repeat(200_000));
      },
    ],
  ] satisfies [string, Behaviour][])(
    "never shows the key, even when the service echoes it in %s",
    async (_name, behaviour) => {
      expect(JSON.stringify(await initiateAgainst(behaviour))).not.toContain(testKey);
    },
  );

  it("reads no more than its cap of an endless answer", async () => {
    const before = process.memoryUsage().rss;
    await initiateAgainst(flood(100_000_000));
    expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
  });
});

describe("a service that cannot be reached", () => {
  async function withBaseUrl(baseUrl: string, check: () => Promise<void>): Promise<void> {
    const own = await startDashboard({
      OFFRAMP_BASE_URL: baseUrl,
      OFFRAMP_API_KEY: testKey,
    });
    await check();
    await own.close();
    await dashboard.restart();
  }
  const notSent = async () => {
    expect(await initiate(request)).toMatchObject({ kind: "rejected", wasSent: false });
    expect((await problemOf(business())).code).toBe("service_unreachable");
  };

  it("is a definite no when the connection is refused", () => withBaseUrl("http://127.0.0.1:1", notSent));
  it("is a definite no when the name does not exist", () => withBaseUrl("https://nowhere.invalid", notSent));
  it("is a definite no when TLS fails, and not a byte of the key leaves", async () => {
    const heard: Buffer[] = [];
    const plain = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.on("data", (bytes) => {
        heard.push(bytes);
        socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
      });
    });
    await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
    await withBaseUrl(`https://localhost:${(plain.address() as { port: number }).port}`, notSent);
    expect(heard.length).toBeGreaterThan(0);
    expect(Buffer.concat(heard).toString("latin1")).not.toContain(testKey);
    plain.close();
  });
});

describe("reads", () => {
  const body = { rate: 1538.42, output_amount: 1913409.88, fee: 6.25 };
  it("keeps every digit of a quote, from numbers and from strings", async () => {
    service.behave(
      "quote",
      answer(
        200,
        '{"success":true,"quote":{"rate":1538.4200000000001,"output_amount":"1913409.880","fee":6.250}}',
      ),
    );
    expect((await quote(quoteRequest)).quote).toMatchObject({
      rate: "1538.4200000000001",
      output_amount: "1913409.880",
      fee: "6.250",
    });
  });

  const bad = ["", "null", '"NaN"', "NaN", "Infinity", "1e309", "-1", "1e-20", "{}", "[]", "true", '"abc"'];
  const cases = (["rate", "output_amount", "fee"] as const).flatMap((field) =>
    [...bad, ...(field === "fee" ? [] : ["0"])].map((value) => [field, value] as const),
  );
  it.each(cases)("refuses a quote whose %s is %s", async (field, value) => {
    const parts = Object.entries(body).map(([name, good]) =>
      name === field ? (value === "" ? "" : `"${name}":${value}`) : `"${name}":${good}`,
    );
    service.behave("quote", answer(200, `{"success":true,"quote":{${parts.filter(Boolean).join(",")}}}`));
    const { code, detail } = await problemOf(quote(quoteRequest));
    expect(code).toBe("unusable_answer");
    // What is no JSON at all has no figure.
    if (!["NaN", "Infinity"].includes(value))
      expect(detail).toMatch(new RegExp(`(its|no) ${field === "output_amount" ? "output" : field}\\b`));
  });

  it("takes a figure with more zeros than any limit, and names the one that cannot be used", async () => {
    const answered = (rate: string, output: string) =>
      answer(200, `{"success":true,"quote":{"rate":${rate},"output_amount":${output},"fee":6.25}}`);
    service.behave("quote", answered("1538.42000000000000000000", '"1913409.880000000000000000000000"'));
    expect((await quote(quoteRequest)).quote).toMatchObject({ rate: "1538.42", output_amount: "1913409.88" });
    service.behave("quote", answered("1538.4200000000000000000001", "-5"));
    expect((await problemOf(quote(quoteRequest))).detail).toBe(
      "The service sent an unusable quote: its rate is 1538.4200000000000000000001, which must be a number of at most 40 digits and 18 decimals; its output is -5, which must be greater than zero. Nothing was created. Try again in a moment.",
    );
    service.behave("quote", answered(`"<b>${"x".repeat(300)}"`, `"${"9".repeat(300)}"`));
    const { detail } = await problemOf(quote(quoteRequest));
    expect(detail).toContain(`its rate is not a number; its output is ${"9".repeat(40)}…, which must be`);
  });

  it.each<[object, string]>([
    [{ currency: "KES" }, "it is for another currency"],
    [{ toCurrency: "GHS" }, "it is for another currency"],
    [{ asset: "base:usdt" }, "it is for another token"],
    [{ network: "polygon" }, "it is for another network"],
    [{ amount: 10 }, "it is for another amount"],
    [{ expires_at: "2020-01-01T00:00:00Z" }, "it has expired"],
    [{ error: "No liquidity" }, "it tells of an error as well"],
    [{ success: false }, "it tells of an error as well"],
  ])("refuses a quote that says %j", async (said, why) => {
    service.behave("quote", answer(200, JSON.stringify({ success: true, quote: { ...body, ...said } })));
    const { code, detail } = await problemOf(quote(quoteRequest));
    expect([code, detail]).toEqual([
      "unusable_answer",
      `The service sent an unusable quote: ${why}. Nothing was created. Try again in a moment.`,
    ]);
  });

  it.each([
    ...[{ currency: "NGN", asset: "base:usdc", network: "base", amount: 1250.5, expiresIn: 60, error: null }],
    ...[{ currency: "USDC", expires_at: "2099-01-01T00:00:00Z", amount: "1250500000", fromCurrency: "usdc" }],
  ])("takes one that says the same: %j", async (said) => {
    service.behave("quote", answer(200, JSON.stringify({ success: true, quote: { ...body, ...said } })));
    expect((await quote(quoteRequest)).quote.rate).toBe("1538.42");
  });

  it("does not take success false with full numbers for a quote", async () => {
    service.behave(
      "quote",
      answer(200, JSON.stringify({ success: false, message: "No liquidity", quote: body })),
    );
    expect(await problemOf(quote(quoteRequest))).toMatchObject({
      code: "service_refused",
      detail: expect.stringContaining("No liquidity"),
    });
  });

  it.each([
    [401, '{"error":"bad key"}', "key_rejected"],
    [403, '{"message":"Business is not active"}', "business_inactive"],
    [403, "", "key_rejected"],
    [403, "error code: 1020", "key_rejected"],
    [401, "<!DOCTYPE html><title>Sign in</title>", "not_the_service"],
    [403, "\uFEFF\n<HTML><head><title>Attention Required!</title></head>", "not_the_service"],
    [403, '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', "not_the_service"],
    [404, "<html>", "service_refused"],
    [422, '{"errors":[{"message":"amount too small"}]}', "service_refused"],
    [429, '{"message":"Too many requests"}', "rate_limited"],
    [500, "<html><h1>oops</h1></html>", "service_failed"],
    [502, "{}", "service_failed"],
    [200, "<html>", "unusable_answer"],
    [200, "", "unusable_answer"],
    [200, '{"success":true', "unusable_answer"],
    [200, '{"success":true,"quote":"x"}', "unusable_answer"],
  ] as const)("tells what HTTP %i with %s means", async (status, text, code) => {
    service.behave("quote", answer(status, text, { "retry-after": "7" }));
    const problem = await problemOf(quote(quoteRequest));
    expect(problem.code).toBe(code);
    expect(problem.detail).not.toMatch(/<html|<h1/);
    expect(problem.retryAfterSeconds).toBe(status === 429 ? 7 : undefined);
    if (code === "key_rejected") expect(problem.detail).toContain("Your admin must renew the key.");
    if (code === "rate_limited") expect(problem.detail).toContain("Try again in 7 s.");
  });

  it("makes up no wait that the service didn't ask for", async () => {
    service.behave("quote", answer(429, "{}"));
    const { detail, retryAfterSeconds } = await problemOf(quote(quoteRequest));
    expect(retryAfterSeconds).toBeUndefined();
    expect(detail).toContain("It didn’t say for how long. Try again in a moment.");
  });

  it.each([
    ["hangs", hang, "service_timeout", 1],
    ["drips", drip, "service_timeout", 1],
    ["resets", reset, "service_unreachable", 2],
    ["cuts its answer short", cutShort('{"success":true,'), "service_unreachable", 2],
    ["floods", flood(5_000_000), "unusable_answer", 1],
  ] as const)("tells what it means when the service %s", async (_name, behaviour, code, tries) => {
    service.behave("quote", behaviour);
    limitTime(behaviour);
    expect((await problemOf(quote(quoteRequest))).code).toBe(code);
    expect(service.callsOf("quote")).toHaveLength(tries);
  });

  it("tries a read once more after a fault that passes", async () => {
    let failures = 1;
    service.behave("quote", (response, call) => {
      failures -= 1;
      answer(failures >= 0 ? 503 : 200, JSON.stringify({ success: true, quote: body }))(response, call);
    });
    expect((await quote(quoteRequest)).success).toBe(true);
  });

  it("keeps the usable rows of a bank list, codes as text, and counts the others", async () => {
    const rows =
      '[{"code":"044","name":"Access"},{"code":44,"name":"Number"},{"name":"No code"},{"code":"1"},null,{"code":"044","name":"<b>Twin</b>"}]';
    service.behave("banks", answer(200, rows));
    expect(await banks("NG")).toMatchObject({
      banks: [{ code: "044" }, { code: "044", name: "<b>Twin</b>" }],
      skipped: 4,
    });
    expect(service.callsOf("banks")[0]?.path).toBe("/api/v1/utils/banks?country=NG");
  });

  it("reads the record of a business that is not active, also from a refusal", async () => {
    service.behave(
      "business",
      answer(403, '{"message":"suspended","business":{"name":"Acme","status":"suspended","owner":null}}'),
    );
    expect((await business()).business).toMatchObject({ name: "Acme", status: "suspended", owner: "" });
  });
});
