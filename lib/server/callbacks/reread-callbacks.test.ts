import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import type { TransferPage } from "#lib/contract/transfer-list";
import { coverEvents } from "#lib/server/audit/cover";
import { inTransaction } from "#lib/server/audit/transaction";
import { verifyAudit } from "#lib/server/audit/verify-audit";
import { db } from "#lib/server/database/db";
import { readingVersion } from "#lib/server/reading/callback-body";
import { cachedColumns } from "#lib/server/standing/fold-rows";
import { writeStandings } from "#lib/server/standing/write-standing";
import type { Db } from "#lib/server/tables/schema";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { failWrites } from "#lib/testing/database/database";
import { queriesOf } from "#lib/testing/database/query-plans";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { rewriteMovements } from "#lib/testing/standing/fold-movements";
import { rereadCallbacks } from "./reread-callbacks";

let dashboard: TestDashboard;
let ledger: Db;
beforeEach(async () => {
  ({ dashboard } = await startOnFaultyService());
  ledger = await db();
});

/** What the version before read of a body, and what it wrote beside it. */
type Old = { raw: string; word: string | null; claimed_id?: string; query?: string; isHandled?: boolean };

let accounts = 1_000_000_000;
/** A transfer with callbacks as the version before has stored them. */
async function writeOld(...reports: Old[]): Promise<string> {
  accounts += 1;
  const { body } = await dashboard.send<Transfer>("POST", "/api/transfers", {
    body: { ...goodTransfer, accountNumber: String(accounts) },
    headers: { "idempotency-key": randomUUID() },
  });
  const first = await ledger
    .selectFrom("transfer_events")
    .select(({ fn }) => fn.max("seq").as("seq"))
    .where("transfer_id", "=", body.id)
    .executeTakeFirstOrThrow();
  let seq = first.seq;
  const own = (text: string) => text.replaceAll("txn_1", body.transactionId ?? "");
  const events = reports.flatMap(({ raw: template, word, claimed_id: claimed, query, isHandled }) => {
    const raw = own(template);
    // What a query said is kept where the body says nothing.
    const hashed = `POST\n${query ?? ""}\nfalse\n${query === undefined ? raw : ""}`;
    const claimed_id = claimed === undefined ? null : own(claimed);
    const at = new Date().toISOString();
    const callback = {
      ...{ transfer_id: body.id, seq: ++seq, at, source: "service_callback", kind: "callback" },
      ...{ raw, raw_encoding: "utf8", word, claimed_id },
      is_quarantined: claimed_id !== null && claimed_id !== body.transactionId ? 1 : 0,
      body_hash: createHash("sha256").update(hashed).digest("hex"),
    } as const;
    const handled = { transfer_id: body.id, seq: seq + 1, at, source: "person", kind: "handled" } as const;
    if (isHandled) seq += 1;
    return isHandled ? [callback, handled] : [callback];
  });
  for (const event of events)
    await ledger
      .insertInto("transfer_events")
      .values(event as never)
      .execute();
  const rows = await ledger
    .selectFrom("transfer_events")
    .selectAll()
    .where("transfer_id", "=", body.id)
    .orderBy("seq")
    .execute();
  await ledger
    .updateTable("transfers")
    .set({ ...cachedColumns(rows), callback_count: reports.length })
    .where("id", "=", body.id)
    .execute();
  const { idempotency_key } = await ledger
    .selectFrom("transfers")
    .select("idempotency_key")
    .where("id", "=", body.id)
    .executeTakeFirstOrThrow();
  const keys = new Map([[body.id, idempotency_key]]);
  const written = rows.filter((row) => row.seq > (first.seq ?? 0));
  await inTransaction(ledger, async (trx) => {
    await coverEvents(trx, written, keys);
    await writeStandings(trx, [body.id]);
  });
  await rewriteMovements(ledger, body.id);
  return body.id;
}

const find = async (id: string) =>
  (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;
const entries = async () =>
  (
    await ledger
      .selectFrom("audit_log")
      .select(["record_id", "detail"])
      .where("action", "=", "status_reread")
      .orderBy("seq")
      .execute()
  ).map(({ record_id, detail }) => [record_id, JSON.parse(detail)]);
/** What a restart finds: the version that wrote the ledger is the one before. */
const forgetReading = () => ledger.deleteFrom("reading").execute();

const acknowledged = '{"status":"success","message":"Being processed","data":{"transactionId":"txn_1"}}';
const failed = '{"event":"transfer.failed","status":"success","data":{"transactionId":"txn_1"}}';
const contradicting = '{"event":"transfer.failed","data":{"status":"completed"}}';

it("reads what the version before stored, and says of each status what became of it", async () => {
  const wrong = await writeOld({ raw: acknowledged, word: "success", claimed_id: "txn_1", isHandled: true });
  const lost = await writeOld({ raw: failed, word: "success", claimed_id: "txn_1" });
  const doubtful = await writeOld({ raw: contradicting, word: "completed" });
  const moving = await writeOld(
    { raw: acknowledged, word: "success", claimed_id: "txn_1" },
    { raw: '{"status":"processing"}', word: "processing" },
  );
  const right = await writeOld({ raw: '{"status":"completed"}', word: "completed" });
  const kept = await writeOld(
    { raw: "completed", word: null, query: "?completed" },
    { raw: "  ", word: "completed" },
  );
  const unread = await writeOld({ raw: "data[status]=completed", word: null });
  const foreign = await writeOld({ raw: '[{"transactionId":"other","status":"failed"}]', word: null });
  await forgetReading();
  const before = await find(right);

  const changedCount = await rereadCallbacks(ledger);
  const statuses = new Map<string, string>();
  for (const id of [wrong, lost, doubtful, moving, right, kept, unread, foreign])
    statuses.set(id, (await find(id)).status);
  expect([...statuses.values()]).toEqual([
    ...["accepted", "failed", "conflicting", "processing"],
    ...["paid", "paid", "paid", "accepted"],
  ]);
  expect(changedCount).toBe(5);
  const changed = [wrong, lost, doubtful, moving].map((id) => [id, { from: "paid", to: statuses.get(id) }]);
  changed.push([unread, { from: "accepted", to: "paid" }]);
  expect(await entries()).toHaveLength(5);
  expect(await entries()).toEqual(expect.arrayContaining(changed));
  expect(await find(right)).toEqual(before);
  const { flags, events } = await find(foreign);
  expect([flags, events.at(-1)]).toMatchObject([
    ["foreign_callback"],
    { isQuarantined: true, text: "failed" },
  ]);

  // Whoever had dealt with it is asked again, also where nothing else would need a person.
  const open = await dashboard.send<TransferPage>("GET", "/api/transfers?attention=yes&limit=100");
  const listed = open.body.items.map(({ id }) => id);
  expect(listed).toEqual(expect.arrayContaining([wrong, lost, doubtful, moving]));
  const after = await find(wrong);
  expect([after.isHandled, after.attention]).toEqual([false, expect.arrayContaining(["payment_withdrawn"])]);
  expect(after.events.at(-1)).toMatchObject({ kind: "reread", source: "dashboard" });
  expect((await verifyLedger(ledger)).differences).toEqual([]);
  expect((await verifyAudit(ledger)).fault).toBeNull();
});

it("goes on where it was stopped, and changes nothing twice", async () => {
  const ids: string[] = [];
  for (let at = 0; at < 4; at++)
    ids.push(await writeOld({ raw: acknowledged, word: "success", claimed_id: "txn_1" }));
  ids.sort();
  await forgetReading();
  const mend = await failWrites(
    ledger,
    "insert on transfer_events",
    sql`new.kind = 'reread' and new.transfer_id = ${sql.lit(ids[2])}`,
  );
  await expect(rereadCallbacks(ledger)).rejects.toThrow();
  // The transfer that was under way is whole as it was.
  expect(await Promise.all(ids.map(async (id) => (await find(id)).status))).toEqual([
    ...["accepted", "accepted", "paid", "paid"],
  ]);
  expect((await verifyLedger(ledger)).differences).toEqual([]);
  await mend();
  const changes = await Promise.all([rereadCallbacks(ledger), rereadCallbacks(ledger)]);
  expect(changes[0] + changes[1]).toBe(2);
  expect(await entries()).toHaveLength(4);
  for (const id of ids) {
    const { status, events } = await find(id);
    expect([status, events.filter(({ kind }) => kind === "reread")]).toMatchObject(["accepted", [{}]]);
  }
  expect((await verifyLedger(ledger)).differences).toEqual([]);
  expect((await verifyAudit(ledger)).fault).toBeNull();
});

it.each([2, readingVersion - 1])(
  "finds the short deposits of before (%i), and how much arrived",
  async (version) => {
    const raw = '{"status":"underpaid","paid_amount":"0.25"}';
    const id = await writeOld({ raw, word: "underpaid" });
    const late = await writeOld({ raw: '{"status":"completed","paid_amount":"0.25"}', word: "completed" });
    await ledger.updateTable("transfers").set({ status: "other" }).where("id", "=", id).execute();
    await ledger.deleteFrom("reading").execute();
    await ledger
      .insertInto("reading")
      .values({ id: 1, version, next_version: version, last_id: "" })
      .execute();
    expect(await rereadCallbacks(ledger)).toBe(1);
    expect(await find(id)).toMatchObject({
      ...{ status: "deposit_short", arrivedAmount: "0.25", attention: ["seen_twice", "deposit_short"] },
    });
    expect(await find(late)).toMatchObject({ status: "paid", arrivedAmount: null });
    expect(await entries()).toEqual([[id, { from: "other", to: "deposit_short" }]]);
    expect((await verifyLedger(ledger)).differences).toEqual([]);
  },
);

it("hears of what the version before could not read, and takes no naira for a token", async () => {
  // The service calls its first one txn_1.
  const own = await writeOld({
    raw: '{"transactionId":"TXN_1","status":"paid"}',
    word: "paid",
    claimed_id: "TXN_1",
  });
  const marked = await writeOld({ raw: '\ufeff{"status":"failed"}', word: null });
  const cut = await writeOld({ raw: '{"status":"fai', word: null });
  const frozen = await writeOld({ raw: '{"event":"transfer.frozen"}', word: null });
  const naira = await writeOld({ raw: '{"status":"completed","paidAmount":"3 NGN"}', word: "completed" });
  await ledger
    .updateTable("transfer_events")
    .set({ arrived: "3" })
    .where("transfer_id", "=", naira)
    .where("kind", "=", "callback")
    .execute();
  await forgetReading();
  const changes = await rereadCallbacks(ledger);
  const said = async (id: string) => {
    const { status, flags, events } = await find(id);
    const { unread, arrived, paidOut } = events.find(({ kind }) => kind === "callback") ?? {};
    return [status, flags, unread, arrived, paidOut];
  };
  expect(await said(marked)).toEqual(["failed", [], null, null, null]);
  expect(await said(cut)).toEqual(["accepted", [], "cut", null, null]);
  expect(await said(frozen)).toEqual(["other", [], null, null, null]);
  expect(await said(own)).toEqual(["paid", [], null, null, null]);
  expect(await said(naira)).toEqual(["paid", [], null, null, "3"]);
  expect(changes).toBe(3);
  expect((await verifyLedger(ledger)).differences).toEqual([]);
  expect(await rereadCallbacks(ledger)).toBe(0);
});

it("lets callbacks in meanwhile, and asks one question of a ledger that is read already", async () => {
  const id = await writeOld({ raw: acknowledged, word: "success", claimed_id: "txn_1" });
  await forgetReading();
  const reading = rereadCallbacks(ledger);
  await dashboard.send("POST", `/api/transfers/${id}/notes`, { body: { kind: "note", text: "Asked" } });
  await reading;
  expect((await find(id)).status).toBe("accepted");
  expect((await verifyLedger(ledger)).differences).toEqual([]);
  expect(await queriesOf(ledger, rereadCallbacks)).toHaveLength(1);
});
