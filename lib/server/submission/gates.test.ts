import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { Problem } from "#lib/contract/problem";
import type { Amount } from "#lib/money/money";
import type { Actor } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { readActor } from "#lib/server/auth/session";
import { db } from "#lib/server/database/db";
import { findHold } from "#lib/server/hold/hold-release";
import { holdByHand } from "#lib/server/hold/transfer-hold";
import { findTransfer } from "#lib/server/ledger/transfers";
import type { Trx } from "#lib/server/tables/schema";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { loseStanding } from "#lib/testing/ledger/lose-transfer";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import {
  answer,
  type FaultyService,
  goodAddress,
  startFaultyService,
  testKey,
} from "#lib/testing/service/faulty-service";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { declineWaiting, endWaiting, withdrawAllWaiting } from "./end-waiting";
import { type Gate, gates, type Subject } from "./gates";
import { readBack } from "./keep-outcome";
import { cancelOldIntents } from "./recovery";
import { sendWaiting } from "./send-waiting";
import { forgetReadBack } from "./sent";

/** A gate of the test's own, which asks for two approvals of everything, and says what it heard. */
let service: FaultyService;
let dashboard: TestDashboard;
let heard: string[];
let subjects: Subject[];
let approvals: string[];
let restored: string[];
let isShut: boolean;
let usual: readonly Gate[];

const gate: Gate = {
  judge: async (_trx, subject) => {
    subjects.push(subject);
    if (isShut) throw new Problem("limit_reached", "Nothing was created.");
    return async () => {
      heard.push("asked");
    };
  },
  foresee: async () => ({ waits: "Waits for 2 approvals.", refused: null, unusual: null, left: [] }),
  release: async () => {
    heard.push("released");
    if (isShut) throw new Problem("limit_reached", "Nothing was sent.");
  },
  withdraw: async (_trx, { id }, why) => {
    heard.push(`${why} ${id}`);
  },
  recall: async () => JSON.stringify(approvals),
  restore: async (_trx, agreed) => {
    restored.push(agreed);
  },
};

beforeEach(async () => {
  [heard, subjects, approvals, restored, isShut] = [[], [], [], [], false];
  service = await startFaultyService();
  service.behave(
    "initiate",
    answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"txn_yes"}`),
  );
  dashboard = await startDashboard({ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey });
  usual = gates.all();
  gates.fill([gate]);
});
afterEach(async () => {
  gates.fill(usual);
  await dashboard.close();
  await service.close();
});

const ask = (change = {}, key = randomUUID()) =>
  dashboard.send<Transfer>("POST", "/api/transfers", {
    body: { ...goodTransfer, ...change },
    headers: { "idempotency-key": key },
    as: "finance",
  });

async function somebody(): Promise<Actor> {
  const { cookie } = await writeSession(await db(), testSecret, { role: "finance" });
  const actor = await readActor(new Headers({ cookie }), true);
  if (actor === undefined) throw new Error("Nobody is signed in.");
  return actor;
}

/** The second approval is the last. */
const approve = (actor: Actor) => async (trx: Trx) => {
  const { person } = await judgeAgain(trx, actor, "create");
  if (approvals.includes(person.id)) return "repeated" as const;
  approvals = [...approvals, person.id];
  return approvals.length < 2 ? ("waits" as const) : ("sends" as const);
};

const now = () => new Date().toISOString();

async function kindsOf(id: string): Promise<string[]> {
  return (await findTransfer(id)).events.map(({ kind }) => kind);
}

it("waits without a word to the service, and is sent once by the last approval", async () => {
  const key = randomUUID();
  const asked = await ask({ reference: "INV 7", confirmSeparate: true, confirmAmount: true }, key);
  expect([asked.status, asked.body.status]).toEqual([201, "awaiting_approval"]);
  const { id } = asked.body;
  expect(subjects).toMatchObject([
    { kind: "transfer", id, lines: [{ key, ticks: ["amount"], fields: { reference: "INV 7" } }] },
  ]);
  expect(subjects[0]?.makerId).not.toBeNull();
  const again = await ask({ reference: "INV 7", confirmSeparate: true, confirmAmount: true }, key);
  expect([again.status, again.body.id, again.body.status]).toEqual([200, id, "awaiting_approval"]);
  const [first, second] = [await somebody(), await somebody()];
  expect((await sendWaiting(id, {}, first, approve(first))).status).toBe("awaiting_approval");
  expect(service.callsOf("initiate")).toHaveLength(0);
  expect((await sendWaiting(id, {}, first, approve(first))).status).toBe("awaiting_approval");
  const sent = await sendWaiting(id, {}, second, approve(second));
  expect([sent.status, sent.address]).toEqual(["accepted", goodAddress]);
  expect(service.callsOf("initiate")).toHaveLength(1);
  expect(await kindsOf(id)).toEqual([
    ...["requested", "approval_asked", "approved", "approved", "dispatched", "accepted"],
  ]);
  expect((await ask({ reference: "INV 7", confirmSeparate: true }, key)).body.status).toBe("accepted");
  expect(service.callsOf("initiate")).toHaveLength(1);
});

it("records nothing where the gate refuses, and sends nothing where it refuses at the claim", async () => {
  isShut = true;
  expect((await ask()).problem.code).toBe("limit_reached");
  const ledger = await db();
  expect(await ledger.selectFrom("transfers").selectAll().execute()).toEqual([]);
  isShut = false;
  const { id } = (await ask()).body;
  const [first, second] = [await somebody(), await somebody()];
  await sendWaiting(id, {}, first, approve(first));
  isShut = true;
  await expect(sendWaiting(id, {}, second, approve(second))).rejects.toMatchObject({
    code: "limit_reached",
  });
  expect([(await findTransfer(id)).status, service.callsOf("initiate").length]).toEqual([
    ...["awaiting_approval", 0],
  ]);
  expect(await kindsOf(id)).toEqual(["requested", "approval_asked", "approved"]);
});

it.each<[name: string, happen: () => void, outputAmount: string]>([
  ["a quote that moved", () => undefined, "9000000"],
  ["no quote at all", () => service.behave("quote", answer(500, "{}")), "1"],
])("keeps no approval after %s", async (_name, happen, outputAmount) => {
  const { id } = (await ask()).body;
  const [first, second] = [await somebody(), await somebody()];
  await sendWaiting(id, {}, first, approve(first));
  happen();
  const seen = { acceptedQuote: { outputAmount: outputAmount as Amount, quotedAt: now() } };
  await expect(sendWaiting(id, seen, second, approve(second))).rejects.toBeInstanceOf(Problem);
  expect([approvals.length, service.callsOf("initiate").length]).toEqual([1, 0]);
  expect((await findTransfer(id)).status).toBe("awaiting_approval");
});

it("asks the last approver about a second payout that came meanwhile", async () => {
  const { id } = (await ask()).body;
  const [first, second] = [await somebody(), await somebody()];
  await sendWaiting(id, {}, first, approve(first));
  // A waiting one is a twin, too.
  expect((await ask()).problem.code).toBe("duplicate_suspected");
  expect((await ask({ confirmSeparate: true })).status).toBe(201);
  await expect(sendWaiting(id, {}, second, approve(second))).rejects.toMatchObject({
    code: "duplicate_suspected",
  });
  approvals = approvals.slice(0, 1);
  const sent = await sendWaiting(id, { confirmSeparate: true }, second, approve(second));
  expect(sent.status).toBe("accepted");
});

it("is withdrawn by its maker or an admin alone, once, and another takes its place", async () => {
  const { id } = (await ask()).body;
  const path = `/api/transfers/${id}/withdrawal`;
  const stranger = await writeSession(await db(), testSecret, { role: "finance" });
  const refused = await dashboard.send("POST", path, { as: "nobody", headers: { cookie: stranger.cookie } });
  expect([refused.status, refused.problem.code]).toEqual([403, "not_allowed"]);
  const gone = await dashboard.send<Transfer>("POST", path, { as: "finance" });
  expect([gone.status, gone.body.status, gone.body.statusSource]).toEqual([200, "cancelled", "person"]);
  expect(heard).toContain(`withdrawn ${id}`);
  expect((await dashboard.send("POST", path, { as: "admin" })).problem.code).toBe("not_waiting");
  const actor = await somebody();
  approvals = ["somebody"];
  expect((await sendWaiting(id, {}, actor, approve(actor))).status).toBe("cancelled");
  expect(service.callsOf("initiate")).toHaveLength(0);
  expect((await ask({ replaces: id })).status).toBe(201);
});

it("is declined with a reason, and quiet then as while it waits", async () => {
  const { id } = (await ask()).body;
  expect((await findTransfer(id)).standing).toMatchObject({ reason: null, invitation: "closed" });
  const actor = await somebody();
  const ledger = await db();
  await ledger.transaction().execute((trx) => declineWaiting(trx, id, "Wrong supplier.", actor));
  const declined = await findTransfer(id);
  expect([declined.status, declined.statusSource, declined.isFinal]).toEqual(["declined", "person", true]);
  expect(declined.standing.reason).toBeNull();
  expect(declined.events.at(-1)).toMatchObject({ kind: "declined", text: "Wrong supplier." });
  expect((await ask({ replaces: id })).status).toBe(201);
});

it("expires by its gate, and outlives the sweep of what was never sent", async () => {
  const { id } = (await ask()).body;
  const ledger = await db();
  await ledger
    .updateTable("transfers")
    .set({ created_at: "2026-01-01T00:00:00.000Z" })
    .where("id", "=", id)
    .execute();
  expect(await cancelOldIntents(ledger)).toBe(0);
  expect(await ledger.transaction().execute((trx) => endWaiting(trx, id, "expired"))).toBe(true);
  expect(await ledger.transaction().execute((trx) => endWaiting(trx, id, "expired"))).toBe(false);
  expect((await findTransfer(id)).statusSource).toBe("dashboard");
  dashboard.spoil();
});

it("approves nothing during a hold, and ends at its release what was asked before", async () => {
  const { id } = (await ask()).body;
  const [first, second] = [await somebody(), await somebody()];
  await sendWaiting(id, {}, first, approve(first));
  const ledger = await db();
  await holdByHand(ledger);
  await expect(sendWaiting(id, {}, second, approve(second))).rejects.toMatchObject({
    code: "transfers_held",
  });
  expect((await findHold())?.reason).toBe("by_hand");
  await withdrawAllWaiting(ledger);
  expect([heard.at(-1), (await findTransfer(id)).status]).toEqual([`hold_released ${id}`, "cancelled"]);
});

it("writes a sent one again with what was agreed, where the database went back to before the approval", async () => {
  const { id } = (await ask()).body;
  const [first, second] = [await somebody(), await somebody()];
  await sendWaiting(id, {}, first, approve(first));
  const ledger = await db();
  const before = await ledger
    .selectFrom("transfers")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { length } = await ledger
    .selectFrom("transfer_events")
    .select("seq")
    .where("transfer_id", "=", id)
    .execute();
  await sendWaiting(id, {}, second, approve(second));
  const agreed = JSON.stringify(approvals);
  await ledger
    .deleteFrom("transfer_events")
    .where("transfer_id", "=", id)
    .where("seq", ">", length)
    .execute();
  await loseStanding(ledger, id);
  await ledger.updateTable("transfers").set(before).where("id", "=", id).execute();
  forgetReadBack();
  await readBack(ledger);
  expect(restored).toEqual([agreed]);
  expect([(await findTransfer(id)).status, (await findTransfer(id)).address]).toEqual([
    "accepted",
    goodAddress,
  ]);
  expect(service.callsOf("initiate")).toHaveLength(1);
  dashboard.spoil();
});
