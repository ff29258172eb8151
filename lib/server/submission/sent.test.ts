import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Transfer } from "#lib/contract/api";
import { db } from "#lib/server/database/db";
import { findHold } from "#lib/server/hold/hold-release";
import { findTransfer } from "#lib/server/ledger/transfers";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { loseStanding, loseTransfer } from "#lib/testing/ledger/lose-transfer";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import {
  answer,
  type FaultyService,
  goodAddress,
  startFaultyService,
  testKey,
} from "#lib/testing/service/faulty-service";
import { readAnswerFiles } from "./answer-files";
import { readBack, takeInAnswers } from "./keep-outcome";
import { forgetReadBack } from "./sent";

/** A database that goes back in time, as a standby does that takes over without the last commits. */
let service: FaultyService;
let dashboard: TestDashboard;
let key: string;

beforeEach(async () => {
  service = await startFaultyService();
  dashboard = await startDashboard({ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey });
  // The audit log has an entry to go back to.
  key = randomUUID();
  await submit({ accountNumber: "0123456781" });
  service.calls.length = 0;
  service.behave("initiate", sayYes);
  key = randomUUID();
});
afterEach(async () => {
  await dashboard.close();
  await service.close();
});

const sayYes = answer(200, `{"success":true,"address":"${goodAddress}","transactionId":"txn_yes"}`);

const submit = (change = {}) =>
  dashboard.send<Transfer>("POST", "/api/transfers", {
    body: { ...goodTransfer, ...change },
    headers: { "idempotency-key": key },
  });

/** How many entries of the audit log a transfer has by then. */
const entriesAt = { nothing: 0, recorded: 1, dispatching: 2 };

/** All that came after is gone, of the audit log too. */
async function goBack(to: keyof typeof entriesAt): Promise<void> {
  const ledger = await db();
  const { id } = await ledger
    .selectFrom("transfers")
    .select("id")
    .where("idempotency_key", "=", key)
    .executeTakeFirstOrThrow();
  const entries = await ledger
    .selectFrom("audit_log")
    .select("seq")
    .where("record_id", "=", id)
    .orderBy("seq")
    .execute();
  const last = (entries[0]?.seq ?? 0) - 1 + entriesAt[to];
  for (const table of ["audit_log", "audit_covers"] as const)
    await ledger.deleteFrom(table).where("seq", ">", last).execute();
  const head = await ledger
    .selectFrom("audit_log")
    .select(["seq", "hash"])
    .orderBy("seq", "desc")
    .executeTakeFirstOrThrow();
  await ledger.updateTable("audit_head").set(head).execute();
  if (to !== "nothing") {
    await ledger
      .deleteFrom("transfer_events")
      .where("transfer_id", "=", id)
      .where("seq", ">", to === "recorded" ? 1 : 2)
      .execute();
    await loseStanding(ledger, id);
    const claim = {
      claim_mark: null,
      dispatch_deadline: null,
      dispatched_by: null,
      callback_token_hash: null,
    };
    const outcome = { transaction_id: null, address: null, address_check: null } as const;
    await ledger
      .updateTable("transfers")
      .set({ ...(to === "recorded" && claim), ...outcome, submission: to, status: to })
      .where("id", "=", id)
      .execute();
    return;
  }
  await loseTransfer(ledger, id);
}

/** It stands as if nothing had happened, was sent once, and its callbacks are heard. */
async function expectWhole(id: string): Promise<void> {
  const { status, address, events } = await findTransfer(id);
  expect([status, address]).toEqual(["accepted", goodAddress]);
  expect(events.map(({ kind }) => kind)).toEqual(["requested", "dispatched", "accepted"]);
  expect(events[0]?.personEmail).toContain("@");
  expect(service.callsOf("initiate")).toHaveLength(1);
  const { callbackUrl } = JSON.parse(service.callsOf("initiate")[0]?.body ?? "") as { callbackUrl: string };
  const body = { transactionId: "txn_yes", status: "paid" };
  expect((await dashboard.send("POST", new URL(callbackUrl).pathname, { body })).status).toBe(204);
  expect((await findTransfer(id)).status).toBe("paid");
  expect((await verifyLedger(await db())).differences).toEqual([]);
}

it.each(["nothing", "recorded"] as const)(
  "keeps an answer that comes when the database knows %s",
  async (to) => {
    service.behave("initiate", async (response, call) => {
      await goBack(to);
      sayYes(response, call);
    });
    const { status, body } = await submit();
    expect(status).toBe(201);
    await expectWhole(body.id);
  },
);

it.each(["nothing", "recorded"] as const)(
  "never sends a key again that the database knows %s of, and gives its transfer",
  async (to) => {
    const { body } = await submit();
    await goBack(to);
    const again = await submit();
    expect([again.status, again.body.id, again.body.address]).toEqual([200, body.id, goodAddress]);
    const other = await submit({ amount: "77.5" });
    expect(other.problem.code).toBe("idempotency_key_reused");
    await expectWhole(body.id);
  },
);

it("says to a repeat that the first request is still being sent, also where its transfer is gone", async () => {
  let repeated: Awaited<ReturnType<typeof submit>> | undefined;
  service.behave("initiate", async (response, call) => {
    await goBack("nothing");
    repeated = await submit();
    sayYes(response, call);
  });
  const { body } = await submit();
  expect([repeated?.status, repeated?.problem.code]).toEqual([409, "transfer_in_progress"]);
  await expectWhole(body.id);
});

it.each(["nothing", "recorded", "dispatching"] as const)(
  "writes by itself again what the database knows %s of",
  async (to) => {
    const { body } = await submit();
    const ledger = await db();
    await readBack(ledger);
    await goBack(to);
    // It was found once, and is looked for again when another server answers.
    forgetReadBack();
    await readBack(ledger);
    await expectWhole(body.id);
  },
);

it.each(["nothing", "recorded"] as const)(
  "lets nobody take what is being sent for unsent, where the database knows %s of it",
  async (to) => {
    const seen: string[] = [];
    service.behave("initiate", async (response, call) => {
      await goBack(to);
      forgetReadBack();
      const ledger = await db();
      await readBack(ledger);
      const row = await ledger
        .selectFrom("transfers")
        .select("submission")
        .where("idempotency_key", "=", key)
        .executeTakeFirstOrThrow();
      seen.push(row.submission);
      sayYes(response, call);
    });
    const { body } = await submit();
    expect(seen).toEqual(["dispatching"]);
    await expectWhole(body.id);
  },
);

it.each(["nothing", "recorded"] as const)(
  "holds new transfers once it finds that the database knows %s of one that was sent",
  async (to) => {
    await submit();
    await goBack(to);
    forgetReadBack();
    await readBack(await db());
    key = randomUUID();
    const { problem } = await submit({ accountNumber: "0123456789" });
    expect(problem.code).toBe("transfers_held");
    expect((await findHold())?.reason).toBe("lost_transfers");
    expect((await findHold())?.writtenAgain).toBe(to === "nothing" ? 1 : 0);
  },
);

it("keeps an answer whose key another transfer has got meanwhile, and holds up nothing else", async () => {
  const { body } = await submit();
  const ledger = await db();
  const row = await ledger
    .selectFrom("transfers")
    .selectAll()
    .where("id", "=", body.id)
    .executeTakeFirstOrThrow();
  await goBack("nothing");
  // As by another server, which knows nothing of the first.
  await ledger
    .insertInto("transfers")
    .values({ ...row, id: randomUUID() })
    .execute();
  dashboard.spoil();
  forgetReadBack();
  await readBack(ledger);
  expect(readAnswerFiles().map(({ transferId, content }) => [transferId, content?.outcome.kind])).toEqual([
    [body.id, "accepted"],
  ]);
});

it("writes a lost transfer again from the file of its answer, after a restart", async () => {
  service.behave("initiate", async (response, call) => {
    // The names of its words stand in the way of writing it again, until the restart.
    await goBack("nothing");
    const ledger = await db();
    await ledger.schema.alterTable("transfer_names").renameTo("transfer_names_away").execute();
    // Half a minute passes with each look at the clock after the answer.
    const clock = performance.now.bind(performance);
    let passedMs = 0;
    vi.spyOn(performance, "now").mockImplementation(() => {
      passedMs += 31_000;
      return clock() + passedMs;
    });
    sayYes(response, call);
  });
  const { status, problem } = await submit();
  vi.restoreAllMocks();
  expect(status).toBe(503);
  const ledger = await db();
  await ledger.schema.alterTable("transfer_names_away").renameTo("transfer_names").execute();
  await dashboard.restart();
  await takeInAnswers(await db());
  await expectWhole((problem as { transferId?: string }).transferId ?? "");
});
