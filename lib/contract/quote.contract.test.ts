import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  contractTargets,
  expectFieldRefusal,
  type Service,
  sandboxTest,
} from "#lib/testing/service/contract-target";
import { QuoteResponse } from "./offramp";
import { numberText } from "./wire";

const optional = { asset: "base:usdc", currency: "NGN", country: "NG", channel: "BANK" };
const fields = ["amount", ...Object.keys(optional)];
const heldTime = Date.UTC(2026, 10, 21, 12);

describe.each(contractTargets)("2.3, 2.4 and 4.2 quotes, $name", ({ open }) => {
  let service: Service;
  beforeAll(async () => {
    service = await open({ times: { now: () => heldTime } });
  });
  afterAll(() => service.close());
  const quote = (body: unknown) => service.call("quote", { body });

  test("answer a rate, an output and a fee as JSON numbers", async () => {
    const answer = await quote({ amount: 100, ...optional });
    expect(answer.status, answer.text).toBe(200);
    expect(QuoteResponse.safeParse(answer.json).success, answer.text).toBe(true);
    const { quote: given } = answer.json as { quote: Record<string, unknown> };
    for (const name of ["rate", "output_amount", "fee"])
      expect(numberText(given[name]), name).toMatch(/^\d+(\.\d+)?$/);
  });

  test.each(Object.keys(optional))("take the default when %s is left out", async (field) => {
    const full = await quote({ amount: 100, ...optional });
    const answer = await quote({ amount: 100, ...optional, [field]: undefined });
    expect(answer.status, answer.text).toBe(200);
    if (service.isSandbox) expect(answer.text).toBe(full.text);
  });

  test("need nothing but an amount", async () => {
    expect((await quote({ amount: 100 })).status).toBe(200);
  });

  test("refuse a request without an amount", async () => {
    expectFieldRefusal(service, await quote(optional), "amount");
  });

  test.each(fields)("refuse null and another type for %s", async (field) => {
    for (const value of [null, true, [], {}, field === "amount" ? "100" : 100]) {
      if (!service.isSandbox && field !== "amount") continue;
      expectFieldRefusal(service, await quote({ amount: 100, ...optional, [field]: value }), field);
    }
  });

  test.each([
    ["amount", 0],
    ["amount", -1],
    ["asset", "base:doge"],
    ["asset", "BASE:USDC"],
    ["asset", " base:usdc"],
    ["asset", "base:usd\u0441"],
    ["asset", "__proto__"],
    ["currency", "XXX"],
    ["currency", "ngn"],
    ["currency", "USD"],
    ["country", "XX"],
    ["country", "ng"],
    ["channel", "PIGEON"],
    ["channel", "bank"],
  ])("refuse %s %j", async (field, value) => {
    expectFieldRefusal(service, await quote({ amount: 100, ...optional, [field]: value }), field);
  });

  sandboxTest.each(["asset", "currency", "country", "channel"])("refuse an empty %s", async (field) => {
    expectFieldRefusal(service, await quote({ amount: 100, [field]: "" }), field);
  });

  sandboxTest.each(["1e309", "-0", "1e-19", "0.0000001", "1234567890123456", "0.1", "0.05"])(
    "refuse the amount %s",
    async (literal) => {
      expectFieldRefusal(service, await quote(`{"amount":${literal}}`), "amount");
    },
  );

  sandboxTest("name every field at fault at once, and unknown fields too", async () => {
    expectFieldRefusal(
      service,
      await quote({ asset: "x", currency: 5, tip: 1 }),
      "amount",
      "currency",
      "tip",
    );
    const body = { amount: 1.0000001, asset: "x", currency: "USD", country: "GH", channel: "CASH" };
    expectFieldRefusal(service, await quote(body), "asset", "currency", "country", "channel");
  });

  sandboxTest("take an amount of 18 decimals where the token has them", async () => {
    expect((await quote('{"amount":1.000000000000000001,"asset":"bsc:usdt"}')).status).toBe(200);
    expectFieldRefusal(service, await quote('{"amount":1.0000001,"asset":"base:usdc"}'), "amount");
  });
});
