import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { evmAddress } from "#lib/asset/address";
import { shifted } from "#lib/testing/servers/shifted-clock";
import { answer, reset } from "#lib/testing/service/faulty-service";
import { openDatabase } from "../support/dashboards/database";
import { expect, test } from "../support/dashboards/faulty-test";
import { type Leads, lookAt, signInAgain } from "../support/steps/ten-seconds";
import { createAccepted, createByApi, createUnknown } from "../support/steps/transfers";

/** The states that no sandbox brings: what a service answers to the creation, and a network that nobody can read. */
test.use({ ownDashboard: "ten seconds, live" });
test.describe.configure({ timeout: 600_000 });

const made = { amount: "1248.00", reference: "INV-2046" };
const laterMs = 10 * 60_000;
const newAddress = () => evmAddress(randomBytes(20));
const answers = (status: number, body: object, headers = {}) => answer(status, JSON.stringify(body), headers);

type State = { answered: ReturnType<typeof answer>; leads: Leads };
const states: Record<string, State> = {
  "rejected for a bad key": {
    answered: answers(401, { message: "The API key is not valid." }),
    leads: ["Your admin must renew the key.", "Nothing was created and no money has moved."],
  },
  "rejected for its limit": {
    answered: answers(429, { message: "Too many requests" }, { "retry-after": "600" }),
    leads: ["Try again in", "Nothing was created and no money has moved."],
  },
  "rejected for a field": {
    answered: answers(422, {
      success: false,
      message: "bankCode is not a bank of NG",
      errors: [{ field: "bankCode", message: "bankCode is not a bank of NG" }],
    }),
    leads: ["It refused the bank. Correct it and try again.", "Nothing was created and no money has moved."],
  },
  "another amount in the answer": {
    answered: answers(200, {
      ...{ success: true, transactionId: "txn_8841" },
      ...{ address: newAddress(), amount: "1348.00" },
    }),
    leads: ["The service’s answer isn’t what we asked for", "Send nothing, and ask the service"],
  },
};

test("every state that a creation's answer brings, and a network that nobody can read", async ({
  page,
  service,
  dashboard,
}) => {
  for (const [name, { answered, leads }] of Object.entries(states)) {
    service.behave("initiate", answered);
    const { id } = await createByApi(page, made);
    await lookAt(page, id, `live ${name}`, leads);
  }
  const twice = await createUnknown(page, service, made);
  for (const address of [newAddress(), newAddress()])
    await resolve(page, twice.id, { outcome: "exists", transactionId: "txn_9912", address });
  await lookAt(page, twice.id, "live two addresses", [
    "Two addresses: send nothing",
    "give the service both addresses, and ask which one is right.",
  ]);
  service.behave("initiate", reset);
  const unknown = await createByApi(page, made);
  await lookAt(page, unknown.id, "live outcome unknown", [
    "We don’t know whether the transfer was created",
    "ask the service whether it created this transfer.",
  ]);
  await resolve(page, unknown.id, { outcome: "absent" });
  await lookAt(page, unknown.id, "live closed as not created", ["Closed as not created", "Create again"]);
  const waiting = await createAccepted(page, service, made);
  await lookAt(page, waiting.id, "live awaiting", ["Send exactly, and only once", "1,248.00 USDC"]);

  const nodes = { CHAIN_NODES: JSON.stringify({ base: { urls: ["http://127.0.0.1:9"] } }) };
  // A page that is open would ask a server that is away.
  await page.goto("about:blank");
  await dashboard.restart(nodes);
  await expect.poll(() => blindSince(dashboard.folder)).not.toBe(null);
  await dashboard.restart({ ...nodes, ...shifted(laterMs) });
  await signInAgain(page, dashboard, laterMs);
  await lookAt(page, waiting.id, "live node away", [
    "We can’t see Base now",
    "Look in the block explorer before anybody sends.",
  ]);
});

async function resolve(page: Page, id: string, said: object): Promise<void> {
  const data = { ...said, reason: "Support, ticket 4712" };
  const answered = await page.request.post(`/api/transfers/${id}/resolution`, { data });
  expect(answered.status(), await answered.text()).toBe(200);
}

/** When the network was found unreadable. */
function blindSince(folder: string): string | null {
  const database = openDatabase(join(folder, "dashboard.db"));
  const found = database.prepare("SELECT blind_since FROM chain_cursors").get() as
    | { blind_since: string | null }
    | undefined;
  database.close();
  return found?.blind_since ?? null;
}
