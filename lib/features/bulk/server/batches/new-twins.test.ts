import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import { db } from "#lib/server/database/db";
import { type BatchDashboard, startBatches } from "#lib/testing/bulk/batch-dashboard";
import { gtbankNumber, payoutTable } from "#lib/testing/bulk/payout-table";

/** A tick is for the twins that the person saw, and for no other one. */

const name = "SANDBOX WAITS Ada";
const one = payoutTable([[name, 1, "100"]]);
const openAsks = ({ rows }: Batch) =>
  rows.flatMap(({ n, asks }) => asks.flatMap(({ kind, isTicked }) => (isTicked ? [] : [`${n} ${kind}`])));
const sent = async () =>
  (await (await db()).selectFrom("transfers").select("id").execute()).map(({ id }) => id);

/** All that is open now. */
async function tickAll({ read, change }: BatchDashboard, id: string) {
  const { seen, rows } = await read(id);
  const ticks = rows.flatMap(({ n, asks }) =>
    asks.map(({ kind, of }) => ({ n: `${n}`, kind, of, isTicked: true })),
  );
  return (await change(id, { seen: `${seen}`, ticks })).body;
}

/** Of a single transfer to the account of the first row. */
function payOnce({ dashboard }: BatchDashboard, change: object = {}) {
  const body = {
    ...{ amount: "100", asset: "base:usdc", bankCode: "000013", accountNumber: gtbankNumber(1) },
    ...{ accountName: name, confirmSeparate: true, confirmReference: true, ...change },
  };
  return dashboard.send("POST", "/api/transfers", { body, headers: { "idempotency-key": randomUUID() } });
}

it("asks again once another row of the file has become a twin", async () => {
  const batches = await startBatches();
  const text = payoutTable([
    [name, 1, "100"],
    [name, 1, "100.00"],
    [name, 1, "101"],
  ]);
  const { id } = (await batches.make({ text })).body;
  expect(openAsks(await tickAll(batches, id))).toEqual([]);
  const seen = `${(await batches.read(id)).seen}`;
  const edited = (await batches.changeRow(id, 4, { seen, fields: { amount: "100" } })).body;
  expect(openAsks(edited).sort()).toEqual(["2 twin_row", "3 twin_row", "4 twin_row"]);
  expect((await batches.agree(id)).problem.code).toBe("not_possible_now");
  expect(openAsks(await tickAll(batches, id))).toEqual([]);
  expect((await batches.agree(id)).status).toBe(200);
});

it("asks about each row of another batch by itself, and about a later one too", async () => {
  const batches = await startBatches();
  const others = [await batches.make({ text: one, name: "A" }), await batches.make({ text: one, name: "B" })];
  const { id } = (await batches.make({ text: one, name: "C" })).body;
  const seen = async () => `${(await batches.read(id)).seen}`;
  const messages = (batch: Batch) =>
    batch.rows[0]?.asks.map(({ message, isTicked }) => `${message.at(-2)} ${isTicked}`);
  expect(messages(await batches.read(id))).toEqual(["A false", "B false"]);
  const of = `${others[0]?.body.id}.2`;
  await batches.changeRow(id, 2, { seen: await seen(), ticks: [{ kind: "twin_batch", of, isTicked: true }] });
  expect(messages(await batches.read(id))).toEqual(["A true", "B false"]);
  expect(openAsks(await tickAll(batches, id))).toEqual([]);
  await batches.make({ text: one, name: "D" });
  expect(messages(await batches.read(id))).toEqual(["A true", "B true", "D false"]);
});

it("stops at a ticked row where the same was paid since it was agreed to, and asks about that transfer", async () => {
  const batches = await startBatches();
  const text = payoutTable([
    [name, 1, "100"],
    [name, 1, "100"],
  ]);
  const { id } = (await batches.make({ text })).body;
  await tickAll(batches, id);
  await batches.agree(id);
  expect((await payOnce(batches)).status).toBe(201);
  const stopped = (await batches.create(id)).body;
  expect(stopped).toMatchObject({
    state: "stopped",
    stopped: { code: "row", row: 2 },
    counts: { created: 0 },
  });
  expect((await batches.create(id, { goOn: true })).body.state).toBe("stopped");
  expect(await sent()).toHaveLength(1);

  const seen = `${(await batches.read(id)).seen}`;
  const reopened = (await batches.change(id, { seen, isAgreed: false })).body;
  expect([reopened.state, reopened.stopped]).toEqual(["draft", null]);
  expect(openAsks(reopened)).toEqual(["2 twin", "3 twin"]);
  await tickAll(batches, id);
  await batches.agree(id);
  expect((await batches.createAll(id)).counts).toMatchObject({ created: 2, toGo: 0 });
});

it.each(["naira", "reference"])("stops where the same %s was paid since", async (what) => {
  const batches = await startBatches();
  const isNaira = what === "naira";
  const table = payoutTable([[name, 1, isNaira ? "150000" : "100"]], isNaira ? "Naira" : "Amount");
  const { id } = (
    await batches.make({ text: table.replace(/$/gm, ",INV 7").replace(",INV 7", ",Reference") })
  ).body;
  await batches.agree(id);
  const paid = isNaira ? { amount: "99", askedOutput: "150000.00" } : { amount: "7", reference: "inv-7" };
  expect((await payOnce(batches, paid)).status).toBe(201);
  expect((await batches.create(id)).body).toMatchObject({ stopped: { code: "row", row: 2 } });
  expect(await sent()).toHaveLength(1);
});

it("creates beside what was ticked, of this batch and of others, without asking again", async () => {
  const batches = await startBatches();
  await payOnce(batches);
  const other = (await batches.make({ text: one, name: "Other" })).body.id;
  const own = (await batches.make({ text: `${one}\n${one.split("\n")[1]}`, name: "Own" })).body.id;
  for (const id of [other, own]) {
    await tickAll(batches, id);
    expect((await batches.agree(id)).status).toBe(200);
  }
  expect((await batches.createAll(other)).counts).toMatchObject({ created: 1 });
  expect((await batches.createAll(own)).counts).toMatchObject({ created: 2, toGo: 0 });
});
