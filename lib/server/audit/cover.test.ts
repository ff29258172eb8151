import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import type { AuditPage } from "#lib/contract/audit/audit";
import { db } from "#lib/server/database/db";
import { nameRows } from "#lib/server/ledger/name-terms";
import type { Db } from "#lib/server/tables/schema";
import { describeDifference, verifyLedger } from "#lib/server/verify/verify-ledger";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { loseTransfer } from "#lib/testing/ledger/lose-transfer";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { type FaultyService, goodAddress } from "#lib/testing/service/faulty-service";
import { ownTexts } from "#lib/transfer/own-texts";
import { verifyAudit } from "./verify-audit";

let service: FaultyService;
let dashboard: TestDashboard;
let ledger: Db;

beforeEach(async () => {
  ({ service, dashboard } = await startOnFaultyService());
  ledger = await db();
});

/** Makes a transfer that was reported on and noted. */
async function create(): Promise<string> {
  const { body } = await dashboard.send<Transfer>("POST", "/api/transfers", {
    body: { ...goodTransfer, reference: "INV-1", confirmSeparate: true, confirmReference: true },
    headers: { "idempotency-key": randomUUID() },
  });
  const sent = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "{}") as { callbackUrl: string };
  await dashboard.send("POST", new URL(sent.callbackUrl).pathname, { body: { status: "processing" } });
  await dashboard.send("POST", `/api/transfers/${body.id}/notes`, { body: { kind: "note", text: "Seen." } });
  return body.id;
}
const named = async () => (await verifyLedger(ledger)).differences.map(describeDifference);
const find = async (id: string) =>
  (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;
const setFact = (id: string, column: string, value: string) =>
  sql`update transfers set ${sql.ref(column)} = ${value} where id = ${id}`.execute(ledger);

it("names each fact, event or row that was changed, removed or put in", async () => {
  const id = await create();
  await create();
  expect(await named()).toEqual([]);
  dashboard.spoil();
  const facts = `${id}: its facts were changed after they were recorded`;
  type Try = [name: string, act: () => Promise<unknown>, expected: string[]];
  const tries: Try[] = [
    ["account number", () => setFact(id, "account_number", "9999999999"), [facts]],
    ["amount", () => setFact(id, "amount", "1000000"), [facts]],
    ["name", () => setFact(id, "account_name", "EVE"), [facts]],
    ["what was asked for", () => setFact(id, "asked_output", "1"), [facts]],
    ["bank", () => setFact(id, "bank_code", "999"), [facts]],
    ["callback URL", () => setFact(id, "callback_url", "https://eve.example"), [facts]],
    ...Object.values(ownTexts).map(
      ({ label, column }): Try => [label, () => setFact(id, column, "Forged."), [facts]],
    ),
    [
      "address",
      () => setFact(id, "address", `0x${"e".repeat(40)}`),
      [
        `${id}: address is stored as 0x${"e".repeat(40)}, its events say ${goodAddress}`,
        `${id}: address_check is stored as valid, its address says invalid`,
      ],
    ],
    [
      "transaction ID",
      () => setFact(id, "transaction_id", "txn_eve"),
      [`${id}: transaction_id is stored as txn_eve, its events say txn_1`],
    ],
    [
      "address on the row and in its event",
      () =>
        sql`update transfer_events set address = 'eve' where transfer_id = ${id} and address is not null`
          .execute(ledger)
          .then(() => setFact(id, "address", "eve")),
      [`${id}: event 3 was changed after it was recorded`],
    ],
    [
      "a forged text",
      () =>
        sql`update transfer_events set text = 'Forged.' where transfer_id = ${id} and kind = 'note'`.execute(
          ledger,
        ),
      [`${id}: event 5 was changed after it was recorded`],
    ],
    [
      "a forged answer",
      () => sql`update transfer_events set raw = '{}' where transfer_id = ${id} and seq = 3`.execute(ledger),
      [`${id}: event 3 was changed after it was recorded`],
    ],
    [
      "a word that would say that it was paid",
      async () => {
        await sql`update transfer_events set word = 'completed' where transfer_id = ${id} and seq = 4`.execute(
          ledger,
        );
        await sql`update transfers set status = 'paid', paid_at = (select at from transfer_events
          where transfer_id = ${id} and seq = 4) where id = ${id}`.execute(ledger);
      },
      [`${id}: event 4 says something else than the body that it keeps`],
    ],
    [
      "an amount that arrived",
      () =>
        sql`update transfer_events set arrived = '1' where transfer_id = ${id} and seq = 4`.execute(ledger),
      [`${id}: event 4 says something else than the body that it keeps`],
    ],
    [
      "an ID that a source named",
      () =>
        sql`update transfer_events set claimed_id = 'eve' where transfer_id = ${id} and seq = 3`.execute(
          ledger,
        ),
      [`${id}: event 3 was changed after it was recorded`],
    ],
    [
      "a removed event",
      () => sql`delete from transfer_events where transfer_id = ${id} and seq = 5`.execute(ledger),
      [`${id}: event 5 was removed`],
    ],
    [
      "an event put in",
      () =>
        sql`insert into transfer_events (transfer_id, seq, at, source, kind, text)
          values (${id}, 6, '2026-01-01T00:00:00.000Z', 'person', 'note', 'Forged.')`.execute(ledger),
      [`${id}: event 6 was inserted: the audit log has no record of it`],
    ],
    ["a removed transfer", () => loseTransfer(ledger, id), [`${id}: the transfer was removed`]],
  ];
  const row = await ledger.selectFrom("transfers").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const events = await ledger
    .selectFrom("transfer_events")
    .selectAll()
    .where("transfer_id", "=", id)
    .execute();
  const addresses = await ledger.selectFrom("addresses").selectAll().where("transfer_id", "=", id).execute();
  const attention = await ledger.selectFrom("attention").selectAll().where("transfer_id", "=", id).execute();
  const movements = await ledger.selectFrom("movements").selectAll().where("transfer_id", "=", id).execute();
  for (const [name, act, expected] of tries) {
    await act();
    // What else no longer follows from what was changed is named besides.
    expect([name, ...(await named())]).toEqual(expect.arrayContaining([name, ...expected]));
    await loseTransfer(ledger, id);
    await ledger.insertInto("transfers").values(row).execute();
    await ledger.insertInto("transfer_events").values(events).execute();
    await ledger.insertInto("transfer_names").values(nameRows(row)).execute();
    await ledger.insertInto("addresses").values(addresses).execute();
    if (attention.length > 0) await ledger.insertInto("attention").values(attention).execute();
    await ledger.insertInto("movements").values(movements).execute();
    expect(await named()).toEqual([]);
  }
});

it("finds a list of what is sealed that was changed or removed with the log", async () => {
  await create();
  dashboard.spoil();
  const fault = async () => (await verifyAudit(ledger)).fault?.text;
  expect(await fault()).toBeUndefined();
  const first = await ledger.selectFrom("audit_covers").selectAll().orderBy("seq").executeTakeFirstOrThrow();
  const set = (lines: string) =>
    sql`update audit_covers set lines = ${lines} where seq = ${first.seq}`.execute(ledger);
  await set(first.lines.replace(/[0-9a-f]$/, (digit) => (digit === "0" ? "1" : "0")));
  expect(await fault()).toBe(
    `Entry ${first.seq} was changed: the list of the events that it seals was changed.`,
  );
  await set(first.lines);
  await sql`update audit_log set cover = null where seq = ${first.seq}`.execute(ledger);
  expect(await fault()).toContain(`Entry ${first.seq} was changed`);
});

it("shows no address that its event does not say", async () => {
  const id = await create();
  expect(await find(id)).toMatchObject({ address: goodAddress, flags: [] });
  dashboard.spoil();
  await setFact(id, "address", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359");
  const { address, flags, attention } = await find(id);
  expect({ address, flags, attention }).toEqual({
    address: null,
    flags: ["address_changed"],
    attention: ["address_changed"],
  });
  const { body } = await dashboard.send("GET", "/api/transfers");
  expect(JSON.stringify(body)).not.toContain("0xfB6916");
});

it("keeps what only seals events out of the list of what people did", async () => {
  const id = await create();
  const list = async (query: string) =>
    (await dashboard.send<AuditPage>("GET", `/api/audit${query}`)).body.items;
  const acts = ["account_number_shown", "note_added", "transfer_created"];
  expect((await list("")).map(({ action }) => action)).toEqual(acts);
  const sealed = await list("?action=events_recorded");
  expect(sealed).toHaveLength(3);
  expect(sealed[0]).toMatchObject({ recordId: id, detail: '{"events":"1","transfers":"1"}' });
  expect(sealed[0]?.cover).toMatch(/^[0-9a-f]{64}$/);
  const written = JSON.stringify(await ledger.selectFrom("audit_covers").selectAll().execute());
  expect(written).not.toContain(goodTransfer.accountNumber);
});
