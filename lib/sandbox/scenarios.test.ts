import { describe, expect, onTestFinished, test } from "vitest";
import { checkAddress } from "#lib/asset/address";
import { listenForCallbacks } from "#lib/testing/service/callback-listener";
import {
  type Answer,
  openInProcess,
  openOverHttp,
  type Service,
  transferBody,
} from "#lib/testing/service/contract-target";
import { faultNames, findScenario, scenarios } from "./scenarios";

const times = { stepDelaysMs: [1], slowMs: 30, holdMs: 60, retryDelaysMs: [] };

async function open(how: typeof openInProcess): Promise<Service> {
  const service = await how({ times });
  onTestFinished(() => service.close());
  return service;
}

test("a scenario is found by its name, and by a name that goes on after it", () => {
  const [waits, refused, other] = ["SANDBOX WAITS", "SANDBOX REFUSED", "SANDBOX REFUSED WITH 200"].map(
    (name) => scenarios.get(name),
  );
  expect(findScenario(" sandbox  Waits ")).toBe(waits);
  expect(findScenario("SANDBOX WAITS Ngozi Eze")).toBe(waits);
  expect(findScenario("Sandbox Refused Ltd")).toBe(refused);
  expect(findScenario("SANDBOX REFUSED WITH 200 naira")).toBe(other);
  for (const name of ["SANDBOX WAITSON", "SANDBOX", "", "Ada SANDBOX WAITS"])
    expect(findScenario(name), name).toBeUndefined();
});

type Outcome = Answer | "no answer";
const initiate = (
  service: Service,
  accountName: string,
  more: Record<string, unknown> = {},
): Promise<Outcome> =>
  service
    .call("initiate", { body: transferBody({ accountName, ...more }) })
    .catch((): Outcome => "no answer");

async function countTransfers(service: Service): Promise<number> {
  return (JSON.parse((await service.send("GET", "/sandbox/transfers")).text) as { total: number }).total;
}

function isUsable(outcome: Outcome): boolean {
  if (outcome === "no answer" || outcome.status !== 200) return false;
  const { success, address, transactionId } = (outcome.json ?? {}) as Record<string, unknown>;
  return success === true && typeof address === "string" && typeof transactionId === "string";
}

const faults = [...scenarios].flatMap(([name, scenario]) =>
  scenario.kind === "fault" ? [{ name, ...scenario }] : [],
);
const statusOf: Record<string, number | "no answer"> = {
  refused: 422,
  refused_with_200: 200,
  rate_limited: 429,
  key_rejected: 401,
  error: 500,
  error_html: 502,
  redirect: 307,
  timeout: "no answer",
  cut: "no answer",
  half_answer: "no answer",
};

describe.each([
  { how: "in process", opener: openInProcess },
  { how: "over HTTP", opener: openOverHttp },
])("the faults of initiate, $how", ({ opener }) => {
  test.each(faults)("$name: $text", async ({ name, fault, creates }) => {
    const service = await open(opener);
    const outcome = await initiate(service, name.toLowerCase());
    expect(outcome === "no answer" ? outcome : outcome.status).toBe(statusOf[fault] ?? 200);
    const isWhole = ["slow", "wrong_network_address", "broken_address"].includes(fault);
    expect(isUsable(outcome)).toBe(isWhole);
    expect(await countTransfers(service)).toBe(creates ? 1 : 0);
  });
});

describe("what a fault answers", () => {
  test("a redirect names another host, a limit says how long, a page is HTML", async () => {
    const service = await open(openInProcess);
    const redirect = (await initiate(service, "SANDBOX REDIRECT")) as Answer;
    expect(redirect.headers.get("location")).not.toContain("sandbox.test");
    expect(((await initiate(service, "SANDBOX RATE LIMITED")) as Answer).headers.get("retry-after")).toBe(
      "30",
    );
    const page = (await initiate(service, "SANDBOX HTML")) as Answer;
    expect([page.headers.get("content-type"), page.json]).toEqual(["text/html; charset=utf-8", undefined]);
  });

  test.each([
    ["USDC", "base", "evm"],
    ["USDT", "tron", "tron"],
    ["USDC", "solana", "solana"],
  ] as const)(
    "an address of %s on %s is of another network, or broken",
    async (fromCurrency, network, family) => {
      const service = await open(openInProcess);
      for (const name of ["SANDBOX WRONG NETWORK", "SANDBOX BROKEN ADDRESS"]) {
        const { json } = (await initiate(service, name, { fromCurrency, network })) as Answer;
        const { address } = json as { address: string };
        expect([name, address, checkAddress(address, family)]).toEqual([name, address, "invalid"]);
      }
    },
  );

  test("half of an answer is heard before the connection closes", async () => {
    const service = await openOverHttp({ times });
    onTestFinished(() => service.close());
    const heard = await fetch(`${service.base}/api/v1/transfers/initiate`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": "contract-test-key" },
      body: JSON.stringify(transferBody({ accountName: "Sandbox half answer" })),
    });
    expect(heard.status).toBe(200);
    await expect(heard.text()).rejects.toThrow();
  });
});

describe("the plans", () => {
  const plans = [...scenarios].flatMap(([name, scenario]) =>
    scenario.kind === "plan" ? [{ name, ...scenario }] : [],
  );
  test.each(plans)("$name: $text", async ({ name, plan }) => {
    const listener = await listenForCallbacks();
    const service = await open(openInProcess);
    expect(isUsable(await initiate(service, name, { callbackUrl: listener.url }))).toBe(true);
    await expect.poll(() => listener.statuses()).toEqual(plan);
  });

  test("no name of a person is taken for one", async () => {
    const service = await open(openInProcess);
    for (const name of ["Sandbox", "Sandbox Adebayo", "Ada SANDBOX CUT AFTER"])
      expect(isUsable(await initiate(service, name))).toBe(true);
  });
});

describe("the control surface", () => {
  test("spoils the next answer of any endpoint, once", async () => {
    const service = await open(openInProcess);
    const good = { quote: { body: { amount: 100 } }, business: {}, banks: {} };
    for (const operation of ["quote", "business", "banks"] as const) {
      await service.send("POST", "/sandbox/faults", { body: { operation, fault: "error" } });
      expect((await service.call(operation, good[operation])).status).toBe(500);
      expect((await service.call(operation, good[operation])).status).toBe(200);
    }
    for (const [creates, total] of [
      [false, 0],
      [true, 1],
    ] as const) {
      const body = { operation: "initiate", fault: "error", creates };
      expect((await service.send("POST", "/sandbox/faults", { body })).status).toBe(201);
      expect(await initiate(service, "Chidinma Eze")).toMatchObject({ status: 500 });
      expect(await countTransfers(service)).toBe(total);
    }
  });

  test.each(faultNames)("knows the fault %s for a read", async (fault) => {
    const service = await open(openInProcess);
    await service.send("POST", "/sandbox/faults", { body: { operation: "banks", fault } });
    await service.call("banks").catch(() => undefined);
    expect((await service.call("banks")).status).toBe(200);
  });

  test("suspends the business, lets it be active again, and moves the rate", async () => {
    const service = await open(openInProcess);
    const settings = (body: unknown) => service.send("POST", "/sandbox/settings", { body });
    await settings({ businessStatus: "suspended" });
    expect((await service.call("business")).status).toBe(403);
    expect((await settings({ businessStatus: "active" })).status).toBe(200);
    expect((await service.call("business")).status).toBe(200);
    const rate = async () => {
      const { text } = await service.call("quote", { body: { amount: 100 } });
      return (JSON.parse(text) as { quote: { rate: number } }).quote.rate;
    };
    const before = await rate();
    await settings({ rateShiftBasisPoints: "500" });
    expect((await rate()) / before).toBeCloseTo(1.05, 2);
    expect((await settings({ rateShiftBasisPoints: "lots" })).status).toBe(422);
  });

  test("stands behind the key, and knows its own transfers alone", async () => {
    const service = await open(openInProcess);
    for (const path of ["/sandbox/transfers", "/sandbox/transfers/txn_1", "/sandbox/nothing"]) {
      expect((await service.send("GET", path, { key: null })).status).toBe(401);
      expect((await service.send("GET", path, { key: "wrong" })).status).toBe(401);
    }
    expect((await service.send("GET", "/sandbox/transfers/txn_1")).status).toBe(404);
    const body = { status: "completed" };
    expect((await service.send("POST", "/sandbox/transfers/txn_1/events", { body })).status).toBe(404);
    expect((await service.send("POST", "/sandbox/settings", { body })).status).toBe(422);
  });
});
