import { expect, it, onTestFinished } from "vitest";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import { batchHash } from "#lib/features/controls/subject";
import { coverRecord } from "#lib/server/audit/cover";
import { inTransaction } from "#lib/server/audit/transaction";
import type { ApprovalRow, RequestRow } from "#lib/server/tables/controls/control-rows";
import type { Db } from "#lib/server/tables/schema";
import { describeDifference, verifyLedger } from "#lib/server/verify/verify-ledger";
import { payoutTable } from "#lib/testing/bulk/payout-table";
import { startControlled } from "#lib/testing/controls/controlled";
import { answer } from "#lib/testing/service/faulty-service";
import { subjectOfBatch } from "./batch-lines";
import { storedOf } from "./requests";

/** A batch of two rows that Obi has approved and Ada has created, and a transfer that Obi has approved. */
async function approved(amounts = ["500", "400"], column = "Amount") {
  const house = await startControlled();
  onTestFinished(async () => {
    house.dashboard.spoil();
    await house.close();
  });
  await house.setRules();
  const [first = "", second = ""] = amounts;
  const rows = payoutTable(
    [
      ["Ada Eze", 1, first],
      ["Obi Oko", 2, second],
    ],
    column,
  );
  const send = (method: string, path: string, body?: object) =>
    house.send<Batch>(house.ada, method, `/api/batches${path}`, body);
  const { id, seen, rates } = (await send("POST", "", { name: "Salaries", asset: "base:usdc", text: rows }))
    .body;
  await send("POST", `/${id}/agree`, {
    seen: `${seen}`,
    rates: rates.map(({ asset, rate }) => ({ asset, rate })),
  });
  await house.decide(id, house.obi);
  expect((await send("POST", `/${id}/create`, {})).body.counts.created).toBe(2);
  const single = (await house.ask()).body;
  await house.decide(single.id, house.obi);
  return { ...house, batchId: id, transferId: single.id };
}

const faultsIn = async (ledger: Db) => (await verifyLedger(ledger)).differences.map(describeDifference);

type Change = { request?: Partial<RequestRow>; approval?: Partial<ApprovalRow> };

/** By somebody who can write the audit log too: each change is covered, so nothing but the comparison finds it. */
function forge(ledger: Db, subjectId: string, change: (request: RequestRow) => Change): Promise<void> {
  return inTransaction(ledger, async (trx) => {
    const request = await trx
      .selectFrom("requests")
      .selectAll()
      .where("subject_id", "=", subjectId)
      .executeTakeFirstOrThrow();
    const [approval] = await trx
      .selectFrom("approvals")
      .selectAll()
      .where("request_id", "=", request.id)
      .execute();
    if (approval === undefined) throw new Error("Nobody has approved it.");
    const forged = change(request);
    const [asked, given] = [
      { ...request, ...forged.request },
      { ...approval, ...forged.approval },
    ];
    await trx.updateTable("requests").set(asked).where("id", "=", asked.id).execute();
    await trx.updateTable("approvals").set(given).where("id", "=", given.id).execute();
    coverRecord(trx, "request-1", asked);
    coverRecord(trx, "approval-1", given);
  });
}

/** The request as if another amount of its first row had been asked for, with its own hash or the old one. */
function withAmount(request: RequestRow, amount: string) {
  const stored = storedOf(request);
  const batch = stored.batch ?? { rates: {}, lines: [] };
  const lines = batch.lines.map((line, at) => (at === 0 ? { ...line, row: { ...line.row, amount } } : line));
  const changed = { ...batch, lines };
  const hash = batchHash(subjectOfBatch(request.maker_id, changed));
  return { requirement: JSON.stringify({ ...stored, batch: changed }), hash };
}

it("finds nothing where what was sent is what was approved", async () => {
  const { ledger } = await approved();
  expect(await faultsIn(ledger)).toEqual([]);
});

it("names a row of a batch that was sent otherwise than the batch was approved, though hash and log agree", async () => {
  const { ledger, batchId } = await approved();
  await forge(ledger, batchId, (request) => {
    const { requirement, hash } = withAmount(request, "50");
    return { request: { requirement, subject_hash: hash }, approval: { subject_hash: hash } };
  });
  const [row] = await ledger.selectFrom("transfers").select("id").where("amount", "=", "500").execute();
  expect(await faultsIn(ledger)).toEqual([`${row?.id}: it was sent otherwise than its batch was approved`]);
});

it("names a batch whose approval is of other rows, and each row that was sent by it", async () => {
  const { ledger, batchId } = await approved();
  await forge(ledger, batchId, (request) => ({
    request: { requirement: withAmount(request, "50").requirement },
  }));
  const faults = await faultsIn(ledger);
  expect(faults[0]).toBe(`approval of ${batchId}: its rows aren’t those that its hash is of`);
  expect(faults.slice(1).map((fault) => fault.replace(/^\S+ /, ""))).toEqual(
    Array(2).fill("it was sent as a row of a batch that nobody has approved"),
  );
});

it("names what only its maker approved, and each row of a batch that still waits", async () => {
  const { ledger, batchId, transferId, ada } = await approved();
  await forge(ledger, batchId, () => ({ approval: { person_id: ada.personId } }));
  await forge(ledger, transferId, () => ({ approval: { subject_hash: "0".repeat(64) } }));
  const faults = await faultsIn(ledger);
  const tooFew = "it was approved by fewer people than it needed";
  expect(faults).toContain(`approval of ${batchId}: ${tooFew}`);
  expect(faults).toContain(`approval of ${transferId}: ${tooFew}`);
  expect(faults.filter((fault) => fault.endsWith("that nobody has approved"))).toHaveLength(2);
  await forge(ledger, batchId, () => ({ request: { state: "waiting", ended_at: null, ended_by: null } }));
  const unapproved = (await faultsIn(ledger)).filter((fault) => fault.endsWith("nobody has approved"));
  expect(unapproved).toHaveLength(2);
});

it("names a row in naira that took more than the most that was approved", async () => {
  const { ledger, batchId } = await approved(["800000", "600000"], "Naira");
  expect(await faultsIn(ledger)).toEqual([]);
  await forge(ledger, batchId, (request) => {
    const { requirement, hash } = withAmount(request, "500");
    return { request: { requirement, subject_hash: hash }, approval: { subject_hash: hash } };
  });
  expect((await faultsIn(ledger)).map((fault) => fault.replace(/^\S+ /, ""))).toEqual([
    "it was sent otherwise than its batch was approved",
  ]);
});

it("names what was sent otherwise than it was approved, also where the service refused it", async () => {
  const { ledger, ask, decide, obi, service } = await approved();
  service.behave("initiate", answer(422, '{"message":"Account is blocked"}'));
  const { id } = (await ask({ accountNumber: "0123456781", confirmName: true })).body;
  await decide(id, obi);
  const hash = "0".repeat(64);
  await forge(ledger, id, () => ({ request: { subject_hash: hash }, approval: { subject_hash: hash } }));
  expect(await faultsIn(ledger)).toEqual([`${id}: it was sent otherwise than it was approved`]);
});
