import { randomUUID } from "node:crypto";
import { chmodSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { serve } from "@hono/node-server";
import { symmetricEncrypt } from "better-auth/crypto";
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from "vitest";
import { makeSecondFactor } from "#lib/server/auth/second-factor";
import { env } from "#lib/server/config/env";
import { sealSecret } from "#lib/server/credentials/bound-secret";
import { db } from "#lib/server/database/db";
import { followUp } from "#lib/server/follow-up/follow-up";
import { judgeServer } from "#lib/server/hold/transfer-hold";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { answerRequest } from "#lib/testing/servers/handlers";
import { freePort } from "#lib/testing/servers/server-process";
import {
  answer,
  type Behaviour,
  type FaultyService,
  hang,
  reset,
  startFaultyService,
  testKey,
} from "#lib/testing/service/faulty-service";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { examine } from "./doctor";

let service: FaultyService;
let dashboard: TestDashboard;

const business = (status: string) =>
  `{"message":"ok","business":{"name":"Acme Payments","type":"LLC","website":"","status":"${status}","owner":""}}`;
/** A service lets nobody in without a key. */
const withKey =
  (behaviour: Behaviour, refusal: Behaviour = answer(401, "{}")): Behaviour =>
  (response, call) =>
    (call.headers["x-api-key"] === undefined ? refusal : behaviour)(response, call);

beforeEach(async () => {
  service = await startFaultyService();
  service.behave("business", withKey(answer(200, business("active"))));
  const quote = '{"success":true,"quote":{"rate":1500,"output_amount":14850,"fee":0.1}}';
  service.behave("quote", answer(200, quote));
});
afterEach(async () => {
  // Whatever the doctor found, it only asked.
  expect(service.callsOf("initiate")).toEqual([]);
  await dashboard.close();
  await service.close();
});

/**
 * Starts the dashboard, behind its own address unless another listens there, and lets the doctor look at it. A firewall in
 * front of it refuses some methods.
 */
async function diagnose(
  variables: Record<string, string> = {},
  act: () => Promise<unknown> = async () => undefined,
  refuses?: readonly string[],
) {
  const port = await freePort();
  dashboard = await startDashboard({
    OFFRAMP_BASE_URL: service.baseUrl,
    OFFRAMP_API_KEY: testKey,
    APP_URL: `http://127.0.0.1:${port}`,
    ...variables,
  });
  // The server in front writes the mark.
  const fetch = async (request: Request) => {
    if (refuses?.includes(request.method) === true) return new Response("Blocked", { status: 403 });
    const given = await answerRequest(request);
    given.headers.set("x-answered-by", "dashboard");
    return given;
  };
  const server = serve({ fetch, hostname: "127.0.0.1", port });
  onTestFinished(() => void server.close());
  await db();
  await act();
  const findings: string[] = [];
  for await (const { level, topic, text } of examine(false)) findings.push(`${level} ${topic}: ${text}`);
  return findings;
}
/** But how fast the disk of this machine is just now. */
const notOk = (findings: string[]) =>
  findings.filter((finding) => !/^(ok |warn disk: A commit )/.test(finding));

it("finds nothing wrong where all is well, and leaves no trace", async () => {
  const findings = await diagnose();
  expect(notOk(findings)).toEqual([]);
  const topics = findings.map((finding) => finding.slice(3, finding.indexOf(":")));
  expect(topics.includes("folder")).toBe(inject("postgres") === undefined);
  for (const topic of [
    "configuration",
    "database",
    "ledger",
    "callbacks",
    "methods",
    "service",
    "clock",
    "business",
    "banks",
  ])
    expect(topics).toContain(topic);
  expect(findings).toContain(
    "ok quote base:usdc: 10 USDC gives 14850 NGN, at a rate of 1500 with a fee of 0.1.",
  );
  expect(await (await db()).selectFrom("transfers").selectAll().execute()).toEqual([]);
});

it("says that new transfers are on hold, and that the next start would hold them", async () => {
  const act = async () => void (await (await db()).deleteFrom("database_server").execute());
  const unjudged = notOk(await diagnose({}, act));
  expect(unjudged).toEqual([
    expect.stringMatching(/^warn transfers: .+ The next start puts new transfers on hold/),
  ]);
  await dashboard.close();
  const held = notOk(
    await diagnose({}, async () => {
      await act();
      await judgeServer(await db());
    }),
  );
  expect(held).toEqual([
    expect.stringMatching(/^bad transfers: New transfers have been on hold since .+ backup/),
  ]);
});

it("names the zone that the figures are counted in where it is another one", async () => {
  const act = async () => {
    await followUp(await db(), "Africa/Lagos");
  };
  expect(notOk(await diagnose({}, act))).toEqual([]);
  await dashboard.close();
  expect(notOk(await diagnose({ BUSINESS_TIMEZONE: "Europe/London" }, act))).toEqual([
    expect.stringMatching(/^warn figures: They are counted by days in Africa\/Lagos, .+ is Europe\/London/),
  ]);
});

it("says of a proxy that other programs would use that this one doesn't", async () => {
  const proxy = "http://user:secret@proxy.example:3128";
  expect(notOk(await diagnose({ HTTPS_PROXY: proxy, http_proxy: proxy }))).toEqual([
    expect.stringMatching(
      /^warn proxy: HTTPS_PROXY, http_proxy are set, and not used: the dashboard connects/,
    ),
  ]);
});

it("names each address of the service that was tried, and how it failed", async () => {
  const found = notOk(await diagnose({ OFFRAMP_BASE_URL: "http://127.0.0.1:1" }));
  expect(found).toEqual([
    "bad service: http://127.0.0.1:1 cannot be reached from here. 127.0.0.1 refused the connection. Check OFFRAMP_BASE_URL and the firewall.",
  ]);
});

describe("of a service", () => {
  const page = answer(200, "<html>Sign in to the network</html>", { "content-type": "text/html" });
  const firewall = answer(403, "<!DOCTYPE html><title>Attention Required! | Shield</title>", {
    "content-type": "text/html",
    server: "shield",
  });
  const late = { date: new Date(Date.now() - 3_600_000).toUTCString() };
  it.each<[string, Parameters<FaultyService["behave"]>, RegExp]>([
    [
      "that rejects the key",
      ["business", answer(401, "{}")],
      /^bad business: The service rejected the API key/,
    ],
    [
      "that has closed the business",
      ["business", withKey(answer(200, business("suspended")))],
      /^bad business: The status of Acme Payments is "suspended"/,
    ],
    ["that is another one", ["business", page], /^bad business: The service's answer cannot be used/],
    [
      "that falls silent",
      ["business", hang],
      /^bad service: .+ cannot be reached from here\. It was connected, and gave no answer in time\./,
    ],
    ["that breaks off", ["business", reset], /^bad service: .+ cannot be reached from here/],
    [
      "behind a firewall that refuses us",
      ["business", firewall],
      /^bad service: .+: HTTP 403 and a web page, “Attention Required! \| Shield”, from shield, came instead/,
    ],
    [
      "behind a firewall that refuses us, also of the business",
      ["business", firewall],
      /^bad business: The answer is not from the service\. HTTP 403 and a web page/,
    ],
    [
      "that lets in everybody",
      ["business", answer(200, business("active"))],
      /^warn service: .+ answers a request without a key/,
    ],
    [
      "whose clock is another",
      ["business", withKey(answer(200, business("active")), answer(401, "{}", late))],
      /^bad clock: It is 3\d{3} seconds off/,
    ],
    ["without banks", ["banks", answer(200, "[]")], /^bad banks: The service's list of banks is empty/],
    [
      "with banks without codes",
      ["banks", answer(200, '[{"code":"044","name":"Access Bank"},{"name":"No code"}]')],
      /^warn banks: 1 rows/,
    ],
    [
      "whose quote has no numbers",
      ["quote", answer(200, '{"success":true,"quote":{}}')],
      /^bad quote base:usdc: .+ unusable quote/,
    ],
    [
      "whose quote is no arithmetic",
      ["quote", answer(200, '{"success":true,"quote":{"rate":1500,"output_amount":1,"fee":0.1}}')],
      /^warn quote base:usdc: .+ do not follow/,
    ],
    ["that fails", ["quote", answer(503, "")], /^bad quote base:usdc: The service failed/],
  ])("%s it says so", async (_what, [operation, behaviour], expected) => {
    service.behave(operation, behaviour);
    const variables = behaviour === hang ? { OFFRAMP_TIMEOUT_MS: "1000" } : {};
    expect(notOk(await diagnose(variables))).toContainEqual(expect.stringMatching(expected));
  });
});

describe("of an address for callbacks", () => {
  const status =
    (code: number): RequestListener =>
    (_request, response) =>
      response.writeHead(code, code === 302 ? { location: "/login" } : {}).end();
  it.each<[string, RequestListener | undefined, RegExp]>([
    ["where nobody is", undefined, /no answer\. 127\.0\.0\.1 refused the connection/],
    ["where everything is well", status(204), /every path is answered alike/],
    ["of another dashboard", status(404), /another AUTH_SECRET/],
    ["that a proxy guards", status(302), /HTTP 302 came from there/],
  ])("%s it says that nothing arrives", async (_where, listener, expected) => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    if (listener === undefined) await new Promise((resolve) => server.close(resolve));
    const found = notOk(await diagnose({ APP_URL: `http://127.0.0.1:${port}` }));
    expect(found).toEqual([expect.stringMatching(/^bad callbacks: /)]);
    expect(found[0]).toMatch(expected);
  });

  it("that the service cannot send to it says that none are asked for", async () => {
    const found = notOk(await diagnose({ APP_URL: "http://pay.example.com" }));
    expect(found).toEqual([
      expect.stringMatching(/^warn callbacks: The service can't send status updates to/),
    ]);
  });
});

it("names the methods that a firewall lets not through", async () => {
  const found = notOk(await diagnose({}, undefined, ["PUT", "PATCH", "DELETE"]));
  expect(found).toEqual([
    expect.stringMatching(/^bad methods: .+ refused PUT \(HTTP 403\), PATCH \(HTTP 403\) and DELETE/),
  ]);
});

describe("of a ledger", () => {
  it("that somebody has changed it names the fault", async () => {
    const found = await diagnose({}, async () =>
      (await db()).updateTable("audit_head").set({ seq: 7 }).execute(),
    );
    await (await db()).updateTable("audit_head").set({ seq: 0 }).execute();
    expect(notOk(found)).toEqual([expect.stringMatching(/^bad ledger: /)]);
  });

  it("that another secret belongs to it says that nobody gets in with a second factor", async () => {
    const factor = async (key?: string) => {
      const ledger = await db();
      const { personId } = await writeSession(ledger, testSecret);
      const data = "JBSWY3DPEHPK3PXP";
      const encrypted =
        key === undefined
          ? sealSecret(data, "second factor", personId)
          : await symmetricEncrypt({ key, data });
      const secrets = { encrypted_secret: encrypted, encrypted_recovery_codes: encrypted };
      const state = { is_verified: 1, failed_count: 0, locked_until: null, last_step: 0 };
      await ledger
        .insertInto("second_factors")
        .values({ id: "f", person_id: personId, ...secrets, ...state })
        .execute();
    };
    const found = await diagnose({}, () => factor("another secret of thirty-two characters"));
    expect(notOk(found)).toEqual([expect.stringMatching(/^bad secret: AUTH_SECRET isn't this ledger's/)]);
    await dashboard.close();
    const some = await diagnose({}, async () => {
      await factor();
      // Another person's, put in the place of their own.
      const { row } = makeSecondFactor({ id: randomUUID(), email: "ben@example.com" });
      const { personId } = await writeSession(await db(), testSecret);
      await (await db())
        .insertInto("second_factors")
        .values({ ...row, person_id: personId })
        .execute();
    });
    expect(notOk(some)).toEqual([
      expect.stringMatching(/^bad secret: AUTH_SECRET decrypts 1 of 2 second factors/),
    ]);
    await dashboard.close();
    expect(await diagnose({}, () => factor())).toContainEqual(expect.stringMatching(/^ok secret/));
  });

  it.skipIf(inject("postgres") !== undefined)("in a folder that others may write to says so", async () => {
    const found = await diagnose({}, async () => {
      const { database } = env();
      if (database.kind === "sqlite") chmodSync(dirname(database.file), 0o777);
    });
    expect(notOk(found)).toEqual([expect.stringMatching(/^bad folder: Other accounts .+ Run: chmod go-w/)]);
  });
});
