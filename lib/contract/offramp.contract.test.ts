import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  contractTargets,
  expectFieldRefusal,
  expectRefusal,
  type Service,
  sandboxTest,
  transferBody,
} from "#lib/testing/service/contract-target";
import { BankEntry, BusinessDetailsResponse, endpoints, type Operation } from "./offramp";

const operations = Object.keys(endpoints) as Operation[];
/** Of another service nothing is asked that could create a transfer, were its key not looked at. */
const initiateBody = process.env.CONTRACT_BASE_URL === undefined ? transferBody() : {};
const goodBody: Partial<Record<Operation, unknown>> = { initiate: initiateBody, quote: { amount: 100 } };
const withBody = (operation: Operation) => {
  const body = goodBody[operation];
  return body === undefined ? {} : { body };
};

describe.each(contractTargets)("$name", ({ open }) => {
  let service: Service;
  beforeAll(async () => {
    service = await open();
  });
  afterAll(() => service.close());

  describe("2.5 and 4.3 business details", () => {
    test("answer a message and the five fields of the business", async () => {
      const answer = await service.call("business");
      expect(answer.status, answer.text).toBe(200);
      expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
      const { message, business } = BusinessDetailsResponse.parse(answer.json);
      expect(message).toEqual(expect.any(String));
      for (const field of ["name", "type", "website", "owner"] as const)
        expect(business[field], field).not.toBe("");
      expect(business.status).toBe("active");
    });
  });

  describe("2.6 and 4.4 banks", () => {
    test("are a bare array of codes and names", async () => {
      const answer = await service.call("banks");
      expect(answer.status, answer.text).toBe(200);
      expect(Array.isArray(answer.json)).toBe(true);
      const banks = (answer.json as unknown[]).map((entry) => BankEntry.parse(entry));
      expect(banks.length).toBeGreaterThan(0);
    });

    test("are those of Nigeria when no country is given", async () => {
      const nigerian = await service.call("banks", { query: "?country=NG" });
      expect((await service.call("banks")).text).toBe(nigerian.text);
    });

    sandboxTest(
      "hold the real list: six-digit codes, leading zeros, and codes that stand twice",
      async () => {
        const banks = (await service.call("banks")).json as { code: string; name: string }[];
        expect(banks.length).toBeGreaterThanOrEqual(200);
        const named = (code: string) => banks.filter((bank) => bank.code === code).map(({ name }) => name);
        expect(named("000013")).toEqual(["Guaranty Trust Bank (GTBank)"]);
        expect(named("100004")).toEqual(["OPAY", "PAYCOM"]);
        expect(named("000004")).toEqual(["United Bank for Africa (UBA)", "UBA Moni"]);
        expect(named("100033")).toEqual(["PALMPAY"]);
        expect(banks.filter(({ code }) => /^\d{6}$/.test(code)).length).toBeGreaterThan(200);
        expect(banks.filter(({ code }) => !/^(\d{6}|\d{3})$/.test(code))).toEqual([]);
        expect(new Set(banks.map(({ name }) => name)).size).toBe(banks.length);
      },
    );

    sandboxTest("honour the country", async () => {
      const nigerian = (await service.call("banks")).text;
      for (const country of ["GH", "KE"]) {
        const answer = await service.call("banks", { query: `?country=${country}` });
        expect(answer.status).toBe(200);
        expect((answer.json as unknown[]).length).toBeGreaterThan(2);
        expect(answer.text).not.toBe(nigerian);
      }
    });

    sandboxTest.each(["XX", "ng", "NGA", "", "%00", "NG&country=GH"])(
      "refuse the country %j",
      async (country) => {
        expectFieldRefusal(service, await service.call("banks", { query: `?country=${country}` }), "country");
      },
    );
  });

  describe.each(operations)("5 authentication of %s", (operation) => {
    test("refuses a request without a key", async () => {
      const answer = await service.call(operation, { key: null, ...withBody(operation) });
      expectRefusal(answer);
      if (service.isSandbox) expect(answer.status).toBe(401);
    });

    test.each(["wrong", "contract-test-ke", "contract-test-key2", "CONTRACT-TEST-KEY"])(
      "refuses the key %j",
      async (key) => {
        const answer = await service.call(operation, { key, ...withBody(operation) });
        expectRefusal(answer);
        if (!service.isSandbox) return;
        expect(answer.status).toBe(401);
        expect(answer.json).toMatchObject({ success: false, message: expect.stringContaining("key") });
      },
    );

    test("looks at the key before the body", async () => {
      if (endpoints[operation].method === "GET") return;
      expect((await service.call(operation, { key: null, body: "{" })).status).toBe(401);
    });
  });

  describe.each(operations)("4 and 9 the path of %s", (operation) => {
    const { method, path } = endpoints[operation];

    test("takes its method alone", async () => {
      for (const other of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        if (other === method) continue;
        const answer = await service.send(other, path);
        if (!service.isSandbox) continue;
        expect([other, answer.status, answer.headers.get("allow")]).toEqual([other, 405, method]);
      }
    });

    sandboxTest("carries the version", async () => {
      for (const other of [
        path.replace("/v1", "/v2"),
        path.replace("/api/v1", ""),
        `${path}/`,
        `${path}/x`,
      ]) {
        const answer = await service.send(method, other, withBody(operation));
        expect([other, answer.status]).toEqual([other, 404]);
      }
    });
  });
});

describe.each(contractTargets)("7 a business that is not active, $name", ({ open }) => {
  sandboxTest.each(["suspended", "pending", "Active", "inactive"])(
    "is refused: %s",
    async (businessStatus) => {
      const service = await open({ businessStatus });
      for (const operation of operations) {
        const answer = await service.call(operation, withBody(operation));
        expect([operation, answer.status]).toEqual([operation, 403]);
        expect(answer.json).toMatchObject({
          success: false,
          message: expect.stringContaining(businessStatus),
        });
      }
      const { business } = BusinessDetailsResponse.parse((await service.call("business")).json);
      expect(business).toMatchObject({ status: businessStatus, name: expect.stringMatching(/./) });
      await service.close();
    },
  );
});
