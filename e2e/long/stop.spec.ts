import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Transfer } from "#lib/contract/api";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import {
  dashboardServer,
  freePort,
  type ServerProcess,
  spawnProcess,
} from "#lib/testing/servers/server-process";
import {
  answer,
  type FaultyService,
  goodAddress,
  startFaultyService,
  testKey,
} from "#lib/testing/service/faulty-service";
import { ownerVariables, signInOwner } from "#lib/testing/sign-in/owner";
import { expect, test } from "../support/dashboards/test";
import { readTransfer } from "../support/steps/journey";
import { createByApi } from "../support/steps/transfers";

/** A server of the production build over a database that others use as well. */
type Server = {
  process: ServerProcess;
  url: string;
  ask: (path: string, init?: RequestInit) => Promise<Response>;
};

async function startServer(folder: string, service: FaultyService): Promise<Server> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const own = dashboardServer(port);
  const process = spawnProcess(own.args, {
    DATABASE_URL: `file:${join(folder, "dashboard.db")}`,
    OFFRAMP_BASE_URL: service.baseUrl,
    OFFRAMP_API_KEY: testKey,
    ...ownerVariables,
    ...own.variables,
  });
  if (!(await process.answersAt(`${url}/readyz`))) throw new Error(process.output());
  const cookie = `session=${await signInOwner(url)}`;
  const ask: Server["ask"] = (path, init = {}) => {
    const headers = { cookie, origin: url, "content-type": "application/json", ...init.headers };
    return fetch(url + path, { ...init, headers });
  };
  return { process, url, ask };
}

for (const hasGone of [false, true]) {
  const asker = hasGone ? "whoever asked has gone" : "whoever asked gets the answer";
  test(`what a stopping server is sending is recorded, ${asker}, and another server answers meanwhile`, async () => {
    const folder = mkdtempSync(join(tmpdir(), "stop-"));
    const service = await startFaultyService();
    const heard = new Promise<() => void>((resolve) => {
      const body = `{"success":true,"address":"${goodAddress}","transactionId":"txn_1"}`;
      service.behave("initiate", (response, call) => resolve(() => answer(200, body)(response, call)));
    });
    const first = await startServer(folder, service);
    const second = await startServer(folder, service);
    const left = new AbortController();
    const submitting = first
      .ask("/api/transfers", {
        method: "POST",
        body: JSON.stringify(goodTransfer),
        headers: { "idempotency-key": randomUUID() },
        signal: left.signal,
      })
      .then(
        ({ status }) => status,
        () => "gone",
      );
    const answerIt = await heard;
    if (hasGone) left.abort();
    const stopped = first.process.stop();
    await expect
      .poll(() =>
        fetch(`${first.url}/healthz`).then(
          ({ status }) => status,
          () => "away",
        ),
      )
      .toBe("away");
    const listed = (await (await second.ask("/api/transfers")).json()) as { items: Transfer[] };
    expect(listed.items.map(({ status }) => status)).toEqual(["dispatching"]);
    expect(first.process.exitCode()).toBeNull();
    answerIt();
    await stopped;
    expect([await submitting, first.process.exitCode()]).toEqual([hasGone ? "gone" : 201, 0]);
    const found = await (await second.ask(`/api/transfers/${listed.items[0]?.id}`)).json();
    expect(found).toMatchObject({ status: "accepted", address: goodAddress, transactionId: "txn_1" });
    expect(service.callsOf("initiate")).toHaveLength(1);
    await second.process.stop();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });
}

test("a page that stays open over a restart goes on by itself, and nothing answers it with an error", async ({
  page,
  dashboard,
  watch,
}) => {
  const { id } = await createByApi(page, { accountName: "SANDBOX WAITS" });
  // Its only news has come before.
  await expect.poll(async () => (await readTransfer(page, id)).status).toBe("awaiting_deposit");
  await page.goto(`/transfers/${id}`);
  const statuses: number[] = [];
  const isPoll = (url: string) => new URL(url).pathname === `/api/transfers/${id}`;
  page.on("response", (response) => {
    if (isPoll(response.url())) statuses.push(response.status());
  });
  watch.allowAbsence();
  await page.waitForResponse((response) => isPoll(response.url()));
  await dashboard.restart();
  await page.waitForResponse((response) => isPoll(response.url()), { timeout: 30_000 });
  expect(new Set(statuses)).toEqual(new Set([200]));
  await expect(page.getByRole("region", { name: "Deposit" })).toBeVisible();
});
