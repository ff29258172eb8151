import { randomBytes, randomUUID } from "node:crypto";
import type { Updateable } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Transfer } from "#lib/contract/api";
import type { HoldState } from "#lib/contract/records";
import { once } from "#lib/server/config/once";
import { readServer } from "#lib/server/database/database-server";
import { db } from "#lib/server/database/db";
import { findTransfer } from "#lib/server/ledger/transfers";
import { writeStoredMetrics } from "#lib/server/operate/stored-metrics";
import { readBack } from "#lib/server/submission/keep-outcome";
import { cancelOldIntents } from "#lib/server/submission/recovery";
import { forgetReadBack } from "#lib/server/submission/sent";
import { databaseTime } from "#lib/server/tables/database-clock";
import type { DatabaseServerRow } from "#lib/server/tables/schema";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { loseTransfer } from "#lib/testing/ledger/lose-transfer";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import {
  answer,
  type FaultyService,
  goodAddress,
  startFaultyService,
  testKey,
} from "#lib/testing/service/faulty-service";
import { holdByHand, judgeServer } from "./transfer-hold";
import { callIntentsUnknown } from "./unsure-intents";

/** A ledger that finds itself on another server than it has noted, or on a later timeline. */
let service: FaultyService;
let dashboard: TestDashboard;

beforeEach(async () => {
  service = await startFaultyService();
  dashboard = await startDashboard({ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey });
  service.behave(
    "initiate",
    answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"txn_yes"}`),
  );
  // Whatever its first server is, it is the right one.
  expect((await submit(randomUUID())).status).toBe(201);
  expect(await findHold()).toBeNull();
  service.calls.length = 0;
});
afterEach(async () => {
  await dashboard.close();
  await service.close();
});

let accountNumber = 1_000_000_000;
const submit = (key: string) => {
  accountNumber += 1;
  return resend(key);
};
const resend = (key: string) =>
  dashboard.send<Transfer>("POST", "/api/transfers", {
    body: { ...goodTransfer, accountNumber: `${accountNumber}` },
    headers: { "idempotency-key": key },
  });
const findHold = async () =>
  (await dashboard.send<HoldState>("GET", "/api/hold", { as: "support" })).body.hold;
const release = (since: string | undefined, as: "admin" | "finance" = "admin") =>
  dashboard.send<HoldState>("POST", "/api/hold/release", { body: { since }, as });
/** A callback to a URL as the dashboard makes them. */
const callUnknown = () =>
  dashboard.send("POST", `/api/callbacks/${randomBytes(32).toString("base64url")}`, { body: {} });

async function note(change: Updateable<DatabaseServerRow>): Promise<void> {
  await (await db()).updateTable("database_server").set(change).execute();
}
/** The ledger was on an earlier timeline, as far as it knows. */
const goToNewTimeline = (change: Updateable<DatabaseServerRow> = {}) =>
  note({ timeline: "00000000", ...change });
/** The hold is old enough for every server to have brought back what it sent. */
async function waitForServers(): Promise<string> {
  const since = new Date(Date.now() - 60_000).toISOString();
  await note({ held_since: since });
  return since;
}
/** Two acts can have one millisecond. */
const nextMoment = (now = Date.now()) => expect.poll(() => Date.now()).toBeGreaterThan(now);
const actions = async () =>
  (await (await db()).selectFrom("audit_log").select("action").orderBy("seq").execute()).map(
    ({ action }) => action,
  );

it("sends nothing new on another server until an admin has compared", async () => {
  expect((await callUnknown()).status).toBe(404);
  await goToNewTimeline();
  const key = randomUUID();
  const refused = await submit(key);
  expect([refused.status, refused.problem.code]).toEqual([503, "transfers_held"]);
  expect(refused.problem.detail).toContain("Nothing was sent now.");
  expect(refused.headers.get("retry-after")).not.toBeNull();
  const late = await callUnknown();
  expect([late.status, late.headers.get("retry-after")]).toEqual([503, "60"]);
  expect((await dashboard.send("POST", "/api/callbacks/short", { body: {} })).status).toBe(404);
  expect(await writeStoredMetrics()).toContain("\ndashboard_transfers_held 1\n");
  const hold = await findHold();
  expect(hold).toMatchObject({ reason: "another_server", writtenAgain: 0 });

  expect((await release(hold?.since, "finance")).status).toBe(403);
  const early = await release(hold?.since);
  expect([early.status, early.headers.get("retry-after")]).toEqual([409, "30"]);
  const since = await waitForServers();
  expect((await release(hold?.since)).status).toBe(409);
  expect((await findHold())?.since).toBe(since);
  expect((await release(since)).body).toEqual({ hold: null });
  expect((await release(since)).status).toBe(200);

  expect(await writeStoredMetrics()).toContain("\ndashboard_transfers_held 0\n");
  expect((await resend(key)).status).toBe(201);
  expect(service.callsOf("initiate")).toHaveLength(1);
  expect((await actions()).filter((action) => /^transfers_/.test(action))).toEqual([
    "transfers_held",
    "transfers_released",
  ]);
});

it("answers an unknown callback with 404 again after the hold", async () => {
  await goToNewTimeline();
  await judgeServer(await db());
  await release(await waitForServers());
  expect((await callUnknown()).status).toBe(404);
});

it("holds new transfers of a ledger that another system has taken over, also where commits waited for a standby", async () => {
  await goToNewTimeline({ system_id: "another", is_synchronous: 1 });
  expect((await submit(randomUUID())).problem.code).toBe("transfers_held");
});

it("holds new transfers of a ledger that is a copy of another one", async () => {
  await (await db()).deleteFrom("database_server").execute();
  expect((await submit(randomUUID())).problem.code).toBe("transfers_held");
  expect((await findHold())?.reason).toBe("restored_backup");
});

it("holds new transfers where a standby lacks even the first note of a server", async () => {
  const { present } = await readServer(await db(), databaseTime(await db()));
  once("seen-server", () => ({ last: present })).last = { ...present, timeline: "00000000" };
  await note({ system_id: "", timeline: "" });
  expect((await submit(randomUUID())).problem.code).toBe("transfers_held");
});

it("goes on at once on a standby that every commit waited for", async () => {
  await goToNewTimeline({ is_synchronous: 1 });
  expect((await submit(randomUUID())).status).toBe(201);
  expect(await findHold()).toBeNull();
});

it("keeps a hold through a change of server, and takes a release for no other hold", async () => {
  await goToNewTimeline();
  const first = (await submit(randomUUID())) && (await waitForServers());
  await goToNewTimeline({ is_synchronous: 1 });
  expect((await submit(randomUUID())).problem.code).toBe("transfers_held");
  expect((await findHold())?.since).toBe(first);
  await goToNewTimeline();
  await judgeServer(await db());
  const second = await findHold();
  expect(second?.since).not.toBe(first);
  expect((await release(first)).status).toBe(409);
  expect(await findHold()).toEqual(second);
});

it("holds new transfers by hand, and takes no release of a hold that was set before", async () => {
  await holdByHand(await db());
  const first = await waitForServers();
  const second = await holdByHand(await db());
  expect(await findHold()).toMatchObject({ since: second, reason: "by_hand" });
  expect((await release(first)).status).toBe(409);
  expect((await submit(randomUUID())).problem.code).toBe("transfers_held");
});

it("neither sends nor cancels what was recorded before: its claim may be lost", async () => {
  const key = randomUUID();
  const { body } = await submit(key);
  await dashboard.restart();
  dashboard.spoil();
  // As if the claim and what came after it were gone, and the one who sent it, too.
  await backToIntent(body.id);
  await goToNewTimeline();
  const { problem } = await resend(key);
  expect(problem.code).toBe("transfers_held");
  // It was recorded before.
  expect(problem.detail).not.toContain("created");
  await cancelOldIntents(await db());
  expect((await findTransfer(body.id)).status).toBe("recorded");
  await release(await waitForServers());
  const { status, events } = await findTransfer(body.id);
  expect(status).toBe("unknown");
  expect(events.at(-1)?.text).toContain("may have lost the record that this transfer was sent");
  const again = await resend(key);
  expect([again.status, again.body.status]).toEqual([200, "unknown"]);
  expect(service.callsOf("initiate")).toHaveLength(1);
});

it("holds new transfers again for a transfer that was sent after the last hold ended, and is lost", async () => {
  await goToNewTimeline();
  await judgeServer(await db());
  await release(await waitForServers());
  // After the comparison.
  await nextMoment();
  const { body } = await submit(randomUUID());
  dashboard.spoil();
  await loseTransfer(await db(), body.id);
  forgetReadBack();
  await readBack(await db());
  expect((await findTransfer(body.id)).status).toBe("accepted");
  expect((await findHold())?.reason).toBe("lost_transfers");
  expect((await submit(randomUUID())).problem.code).toBe("transfers_held");
});

it("holds nothing again for a lost transfer that was sent before somebody compared, and notes it", async () => {
  const { body } = await submit(randomUUID());
  dashboard.spoil();
  await nextMoment();
  await goToNewTimeline();
  await judgeServer(await db());
  await release(await waitForServers());
  await loseTransfer(await db(), body.id);
  // Its server was cut off for longer than the release waits.
  forgetReadBack();
  await readBack(await db());
  expect((await findTransfer(body.id)).status).toBe("accepted");
  const noted = await actions();
  expect(noted.indexOf("transfer_written_again")).toBeGreaterThan(noted.indexOf("transfers_released"));
  expect(await findHold()).toBeNull();
});

it("leaves alone what is recorded after the hold has ended, where a sweep began before that", async () => {
  await goToNewTimeline();
  await judgeServer(await db());
  await release(await waitForServers());
  const { body } = await submit(randomUUID());
  await dashboard.restart();
  dashboard.spoil();
  await backToIntent(body.id);
  // The sweep of another server has seen the hold just before it ended.
  await callIntentsUnknown(await db());
  expect((await findTransfer(body.id)).status).toBe("recorded");
});

async function backToIntent(id: string): Promise<void> {
  const ledger = await db();
  await ledger.deleteFrom("transfer_events").where("transfer_id", "=", id).where("seq", ">", 1).execute();
  const intent = {
    submission: "recorded",
    status: "recorded",
    created_at: "2026-01-01T00:00:00.000Z",
  } as const;
  await ledger
    .updateTable("transfers")
    .set({ ...intent, claim_mark: null, callback_token_hash: null, transaction_id: null, address: null })
    .where("id", "=", id)
    .execute();
}
