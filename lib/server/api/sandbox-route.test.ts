import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import { env } from "#lib/server/config/env";
import { sandbox } from "#lib/server/service/own-sandbox";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { listenForCallbacks } from "#lib/testing/service/callback-listener";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { sandboxRoute } from "./sandbox-route";

let dashboard: TestDashboard;
let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
  dashboard = await startDashboard({ SANDBOX_DATABASE: join(folder, "sandbox.db") });
  onTestFinished(() => dashboard.close());
});

const here = { host: "localhost:3000", "x-connection-address": "127.0.0.1", "x-forwarded-for": "127.0.0.1" };
const ask = async (headers: Record<string, string | undefined>, path = "/sandbox/api/v1/me") => {
  const given = Object.entries({ "x-api-key": (await sandbox()).apiKey, ...headers });
  const known = given.flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  return (await sandboxRoute(new Request(`http://localhost:3000${path}`, { headers: known }))).status;
};

describe("the sandbox behind the dashboard", () => {
  it("has a random key of its own, which stays, and refuses the well-known one", async () => {
    const key = (await sandbox()).apiKey;
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(statSync(join(folder, "sandbox.db-key")).mode & 0o777).toBe(0o600);
    expect(await ask(here)).toBe(200);
    expect(await ask({ ...here, "x-api-key": "sandbox-key" })).toBe(401);
    await dashboard.restart();
    expect((await sandbox()).apiKey).toBe(key);
    expect(await ask(here)).toBe(200);
  });

  it.each([
    ["another machine", { "x-connection-address": "192.0.2.7", "x-forwarded-for": "192.0.2.7" }],
    ["another machine that calls itself this one", { "x-connection-address": "192.0.2.7" }],
    ["another machine by our proxy", { "x-forwarded-for": "192.0.2.7" }],
    ["a list that ends elsewhere", { "x-forwarded-for": "127.0.0.1, 192.0.2.7" }],
    ["a connection that nobody has seen", { "x-connection-address": undefined }],
    ["a name that begins alike", { "x-connection-address": "127.0.0.1.evil.example" }],
    ["a page of another name", { host: "evil.example:3000" }],
  ])("is not there for %s, key or no key", async (_name, headers) => {
    for (const path of ["/sandbox/api/v1/me", "/sandbox/sandbox/transfers"])
      expect(await ask({ ...here, ...headers }, path)).toBe(404);
  });

  it.each(["::1", "::ffff:127.0.0.1", "127.8.9.1"])("is there for %s", async (address) => {
    const headers = { "x-connection-address": address, "x-forwarded-for": address };
    expect(await ask({ ...here, ...headers, host: "[::1]:3000" })).toBe(200);
  });

  it("posts to this dashboard, and to no other address that a transfer names", async () => {
    const listener = await listenForCallbacks();
    const base = env().callbackBaseUrl;
    const made: Transfer[] = [];
    for (const callbackUrl of [
      listener.url,
      `${base}/api/callbacks/short`,
      `${base}/api/sign-in`,
      undefined,
    ]) {
      const account = `${1_000_000_000 + made.length}`;
      const { body } = await dashboard.send<Transfer>("POST", "/api/transfers", {
        body: { ...goodTransfer, accountNumber: account, ...(callbackUrl && { callbackUrl }) },
        headers: { "idempotency-key": randomUUID() },
      });
      made.push(body);
    }
    const queued: unknown[] = [];
    for (const { transactionId } of made) {
      const path = `http://sandbox.test/sandbox/transfers/${transactionId}/events`;
      const headers = { "x-api-key": (await sandbox()).apiKey, "content-type": "application/json" };
      const init = { method: "POST", headers, body: '{"status":"processing"}' };
      queued.push(
        ((await (await (await sandbox()).fetch(new Request(path, init))).json()) as { callback: boolean })
          .callback,
      );
    }
    expect(queued).toEqual([false, false, false, true]);
    expect(listener.heard).toEqual([]);
    const { body } = await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${made[0]?.id}`);
    expect(body.status).toBe("accepted");
  });
});
