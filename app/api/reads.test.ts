import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Bank, Business } from "#lib/contract/api";
import type { Quote } from "#lib/contract/quote/quote-answers";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { answer, type FaultyService, reset } from "#lib/testing/service/faulty-service";

let service: FaultyService;
let dashboard: TestDashboard;

beforeEach(async () => {
  ({ service, dashboard } = await startOnFaultyService());
});

describe("GET /api/business", () => {
  it("gives the record and says that the key is usable", async () => {
    const { status, body } = await dashboard.send<Business>("GET", "/api/business");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "Acme Payments",
      type: "LLC",
      website: "https://acme.example",
      status: "active",
      owner: "Ngozi A.",
      usable: true,
    });
  });
  it.each([
    ["inactive", false],
    ["suspended", false],
    ["", false],
    [" Active ", true],
    ["activated", false],
    ["not active", false],
  ])("takes the status %j as usable: %s", async (status, usable) => {
    service.behave("business", answer(200, JSON.stringify({ business: { name: "A", status } })));
    expect((await dashboard.send<Business>("GET", "/api/business")).body).toMatchObject({ status, usable });
  });
  it.each(["{}", '{"business":null}', "[]", "<html>portal</html>", '{"business":{"name":{}}}'])(
    "does not take %s for a business",
    async (text) => {
      service.behave("business", answer(200, text));
      expect((await dashboard.send("GET", "/api/business")).problem.code).toBe("unusable_answer");
    },
  );
});

describe("GET /api/banks", () => {
  it("serves an old list for a day, and no day-old one between two tries of the service", async () => {
    await dashboard.send("GET", "/api/banks");
    service.behave("banks", reset);
    const now = performance.now.bind(performance);
    let hours = 23;
    vi.spyOn(performance, "now").mockImplementation(() => now() + hours * 3_600_000);
    onTestFinished(() => void vi.restoreAllMocks());
    expect((await dashboard.send<Bank[]>("GET", "/api/banks")).body).toHaveLength(4);
    hours = 25;
    for (let time = 0; time < 2; time++)
      expect((await dashboard.send("GET", "/api/banks")).problem.code).toBe("service_unreachable");
  });

  it("gives the bare list with duplicate codes and leading zeros, and asks the service once", async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => dashboard.send<Bank[]>("GET", "/api/banks?country=NG")),
    );
    for (const { body } of replies) {
      expect(body).toEqual([
        { code: "000013", name: "GTBank Plc" },
        { code: "100004", name: "OPAY" },
        { code: "100004", name: "PAYCOM" },
        { code: "044", name: "Access Bank" },
      ]);
    }
    expect(service.callsOf("banks")).toHaveLength(1);
  });
  it("fails while there is no list, and gives the list again when the service is back", async () => {
    service.behave("banks", reset);
    expect((await dashboard.send("GET", "/api/banks")).problem.code).toBe("service_unreachable");
    service.behave("banks", answer(200, '[{"code":"1","name":"One"}]'));
    expect((await dashboard.send<Bank[]>("GET", "/api/banks")).body).toHaveLength(1);
  });
  it.each(["country=ng", "country=XX", "country=", "country=NG&country=NG", "page=1"])(
    "answers 400 to ?%s",
    async (query) => {
      expect((await dashboard.send("GET", `/api/banks?${query}`)).status).toBe(400);
      expect(service.calls).toHaveLength(0);
    },
  );
});

describe("POST /api/quote", () => {
  const input = { amount: "1250.50", asset: "base:usdc" };
  it("gives decimal strings, sends the literal and every default", async () => {
    const { status, body } = await dashboard.send<Quote>("POST", "/api/quote", { body: input });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...input,
      currency: "NGN",
      rate: "1538.42",
      outputAmount: "1913409.88",
      fee: "6.25",
    });
    expect(service.callsOf("quote")[0]?.body).toBe(
      '{"amount":1250.50,"asset":"base:usdc","currency":"NGN","country":"NG","channel":"BANK"}',
    );
  });
  const bad: [string, unknown[]][] = [
    [
      "amount",
      ["", " ", "0", "-1", "1e21", "NaN", "0.30000000000000004", "0.1234567890123456789", "abc", 1.5, null],
    ],
    ["asset", ["", "base:usdт", "BASE:USDC", 1, null]],
    ["currency", ["", "ngn", "NG", "USD", "NGNN", 1, null]],
    ["country", ["", "ng", "NGA", "XX", 1, null]],
    ["channel", ["", "bank", "CARD", 1, null]],
    ["outputAmount", ["1"]],
  ];
  it.each(bad.flatMap(([field, values]) => values.map((value) => [field, value] as const)))(
    "names the field %s for %j",
    async (field, value) => {
      const { status, problem } = await dashboard.send("POST", "/api/quote", {
        body: { ...input, [field]: value },
      });
      expect([status, problem.errors?.[0]?.path]).toEqual([422, field]);
      expect(service.calls).toHaveLength(0);
    },
  );
  it("says when the service asks for fewer requests", async () => {
    service.behave("quote", answer(429, '{"message":"Too many requests"}', { "retry-after": "400" }));
    const { status, headers, problem } = await dashboard.send("POST", "/api/quote", { body: input });
    expect([status, headers.get("retry-after"), problem.code]).toEqual([503, "60", "rate_limited"]);
  });
});
