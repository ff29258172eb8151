import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { expect, it } from "vitest";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import { db } from "#lib/server/database/db";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { answer, goodAddress } from "#lib/testing/service/faulty-service";
import { addContradictions } from "./contradiction-columns";

const personsAddress = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
const nobodys = "0x000000000000000000000000000000000000dEaD";

it("finds in a ledger of before what contradicts an address, and the addresses that nobody holds", async () => {
  const { service, dashboard } = await startOnFaultyService();
  const create = async (address: string, amount: string) => {
    service.behave(
      "initiate",
      answer(200, JSON.stringify({ success: true, address, transactionId: randomUUID() })),
    );
    const body = { ...goodTransfer, amount };
    const headers = { "idempotency-key": randomUUID() };
    return (await dashboard.send<Transfer>("POST", "/api/transfers", { body, headers })).body.id;
  };
  const disputed = await create(goodAddress, "1");
  const burnt = await create(nobodys, "2");
  const plain = await create(personsAddress, "3");
  const ledger = await db();
  // Nothing of before is known to the audit log.
  dashboard.spoil();
  // A person had entered an address; the answer that came later was a note.
  await ledger
    .updateTable("transfer_events")
    .set({ kind: "resolved_exists", source: "person", person_name: "ada@example.com", raw: null })
    .where("transfer_id", "=", disputed)
    .where("kind", "=", "accepted")
    .execute();
  const raw = { success: true, address: personsAddress, transactionId: "txn_late" };
  const note = { transfer_id: disputed, seq: 4, at: new Date().toISOString(), kind: "note" as const };
  const event = { ...note, source: "service_answer" as const, raw: JSON.stringify(raw) };
  const rest = { is_truncated: 0, deliveries: 1, is_quarantined: 0 };
  await ledger
    .insertInto("transfer_events")
    .values({ ...event, ...rest } as never)
    .execute();
  await ledger.updateTable("transfers").set({ address_check: "valid" }).execute();
  for (const change of [
    "alter table transfers drop column is_contradicted",
    "alter table transfers drop column claim_mark",
    "alter table transfer_events drop column claimed_address",
    "create index transfers_needing on transfers (created_at, id)",
  ])
    await sql.raw(change).execute(ledger);
  await addContradictions(ledger as unknown as Kysely<unknown>);
  const find = async (id: string) =>
    (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;
  const { address, flags, attention, claims } = await find(disputed);
  expect([address, flags]).toEqual([null, ["contradicting_address"]]);
  expect(attention).toContain("contradicting_address");
  expect(claims.map(({ source, address: given }) => [source, given])).toEqual([
    ["person", goodAddress],
    ["service_answer", personsAddress],
  ]);
  expect([(await find(burnt)).addressCheck, (await find(plain)).addressCheck]).toEqual(["invalid", "valid"]);
  expect((await find(plain)).flags).toEqual([]);
});
