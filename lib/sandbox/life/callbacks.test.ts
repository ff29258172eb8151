import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { SandboxOptions } from "#lib/sandbox/sandbox";
import { listenForCallbacks } from "#lib/testing/service/callback-listener";
import { openInProcess, type Service, transferBody } from "#lib/testing/service/contract-target";
import { temporaryFolder } from "#lib/testing/temporary-folder";

const quick = { stepDelaysMs: [1], retryDelaysMs: [20, 20, 20] };
const usual = ["awaiting_deposit", "deposit_received", "processing", "completed"];

async function open(
  times: SandboxOptions["times"] = {},
  more: Partial<SandboxOptions> = {},
): Promise<Service> {
  const service = await openInProcess({ ...more, times: { ...quick, ...times } });
  onTestFinished(() => service.close());
  return service;
}

async function initiate(service: Service, changes: Record<string, unknown>): Promise<string> {
  const { json } = await service.call("initiate", { body: transferBody(changes) });
  return (json as { transactionId: string }).transactionId;
}

async function callbacksOf(
  service: Service,
  transactionId: string,
): Promise<{ outcome: string; tries: number }[]> {
  const { text } = await service.send("GET", `/sandbox/transfers/${transactionId}`);
  return (JSON.parse(text) as { callbacks: { outcome: string; tries: number }[] }).callbacks;
}

describe("6 callbacks", () => {
  test("tell every status of this transfer, in order, as JSON over POST", async () => {
    const listener = await listenForCallbacks();
    const service = await open();
    const transactionId = await initiate(service, { callbackUrl: listener.url });
    await expect.poll(() => listener.statuses()).toEqual(usual);
    for (const { method, path, headers, json } of listener.heard) {
      expect([method, path, headers["content-type"]]).toEqual([
        "POST",
        "/callbacks/secret",
        "application/json",
      ]);
      expect(json).toMatchObject({
        event: `transfer.${json.data.status}`,
        data: { transactionId, amount: 250.5, fromCurrency: "USDC", network: "base" },
      });
      expect(JSON.stringify(headers)).not.toContain("x-api-key");
    }
  });

  test("are sent again after a 500, the same body each time", async () => {
    const listener = await listenForCallbacks((nth) => (nth <= 2 ? 500 : 200));
    const service = await open();
    const transactionId = await initiate(service, {
      callbackUrl: listener.url,
      accountName: "Sandbox waits",
    });
    await expect
      .poll(() => callbacksOf(service, transactionId))
      .toMatchObject([{ outcome: "delivered", tries: 3 }]);
    expect(listener.heard.length).toBe(3);
    expect(new Set(listener.heard.map(({ text }) => text)).size).toBe(1);
  });

  test("are given up after the last try", async () => {
    const listener = await listenForCallbacks(() => 503);
    const service = await open();
    const transactionId = await initiate(service, {
      callbackUrl: listener.url,
      accountName: "Sandbox waits",
    });
    await expect
      .poll(() => callbacksOf(service, transactionId))
      .toMatchObject([{ outcome: "given_up", tries: 4 }]);
    expect(listener.heard.length).toBe(4);
  });

  test("never follow a redirect", async () => {
    const elsewhere = await listenForCallbacks();
    const listener = await listenForCallbacks(() => ({ status: 307, location: elsewhere.url }));
    const service = await open({ retryDelaysMs: [] });
    const transactionId = await initiate(service, {
      callbackUrl: listener.url,
      accountName: "Sandbox waits",
    });
    await expect.poll(() => callbacksOf(service, transactionId)).toMatchObject([{ outcome: "given_up" }]);
    expect([listener.heard.length, elsewhere.heard.length]).toEqual([1, 0]);
  });

  test("do not wait for a listener that hangs", async () => {
    const listener = await listenForCallbacks((nth) => (nth === 1 ? "hang" : 200));
    const service = await open({ callbackTimeoutMs: 2_000 });
    await initiate(service, { callbackUrl: listener.url });
    await expect.poll(() => new Set(listener.statuses())).toEqual(new Set(usual));
    // The one that it never answered comes again.
    await expect
      .poll(() => listener.statuses().filter((status) => status === usual[0]).length)
      .toBeGreaterThan(1);
  });

  test("are not sent without a callback URL, and the transfer moves on all the same", async () => {
    const service = await open();
    const transactionId = await initiate(service, {});
    const found = async () => (await service.send("GET", `/sandbox/transfers/${transactionId}`)).json;
    await expect.poll(found).toMatchObject({ status: "completed", callbacks: [] });
  });

  test("survive a restart of the sandbox: those that wait, and the steps still to come", async () => {
    const databaseFile = join(temporaryFolder(), "sandbox.db");
    let isUp = false;
    const listener = await listenForCallbacks(() => (isUp ? 200 : 503));
    const first = await open(
      { retryDelaysMs: Array(10_000).fill(20), stepDelaysMs: [1, 1, 60_000] },
      { databaseFile },
    );
    const transactionId = await initiate(first, { callbackUrl: listener.url });
    await expect.poll(() => new Set(listener.statuses())).toEqual(new Set(usual.slice(0, 2)));
    await first.close();
    const before = listener.heard.length;
    isUp = true;

    const later = () => Date.now() + 60_000;
    const second = await open({ now: later, stepDelaysMs: [1] }, { databaseFile });
    await expect
      .poll(async () => (await callbacksOf(second, transactionId)).map(({ outcome }) => outcome))
      .toEqual(usual.map(() => "delivered"));
    // Those of the first run come again too: none of them had been taken.
    expect(new Set(listener.statuses().slice(before))).toEqual(new Set(usual));
    expect(listener.heard.every(({ json }) => json.data.transactionId === transactionId)).toBe(true);
  });

  test("reach a good listener while others are unreachable", async () => {
    const listener = await listenForCallbacks();
    const service = await open();
    for (let at = 0; at < 20; at++) await initiate(service, { callbackUrl: "http://127.0.0.1:1/closed" });
    await initiate(service, { callbackUrl: listener.url });
    await expect.poll(() => listener.statuses()).toEqual(usual);
  });
});

describe("a transfer driven by hand", () => {
  test("sends any word, and its plan ends", async () => {
    const listener = await listenForCallbacks();
    const service = await open({ stepDelaysMs: [1, 60_000] });
    const transactionId = await initiate(service, { callbackUrl: listener.url });
    await expect.poll(() => listener.statuses()).toEqual(["awaiting_deposit"]);
    for (const status of ["deposit_received", "paid", "reversed", "¿Qué?"]) {
      const answer = await service.send("POST", `/sandbox/transfers/${transactionId}/events`, {
        body: { status },
      });
      expect([answer.status, answer.json]).toMatchObject([201, { status, callback: true }]);
    }
    await expect
      .poll(() => listener.statuses().slice(1))
      .toEqual(["deposit_received", "paid", "reversed", "¿Qué?"]);
    const { json } = await service.send("GET", `/sandbox/transfers/${transactionId}`);
    expect(json).toMatchObject({ status: "¿Qué?" });
  });
});
