import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import { db } from "#lib/server/database/db";
import { startBatches } from "#lib/testing/bulk/batch-dashboard";
import { gtbankNumber, payoutTable } from "#lib/testing/bulk/payout-table";

const three = payoutTable([
  ["SANDBOX WAITS Ada", 1, "100.50"],
  ["SANDBOX WAITS Obi", 2, "200"],
  ["SANDBOX WAITS Uche", 3, "300"],
]);
const states = ({ rows }: Batch) => rows.map(({ n, state }) => `${n} ${state}`);
const sent = async () =>
  (await db())
    .selectFrom("transfers")
    .select(["account_number", "amount", "submission", "asked_output", "quote_output", "reference"])
    .orderBy("account_number")
    .execute();

it("keeps a table, agrees to it, and creates each of its rows once", async () => {
  const { make, read, agree, create, createAll, send } = await startBatches();
  const key = randomUUID();
  const made = await make({ text: three }, key);
  expect([made.status, made.body.state, states(made.body)]).toEqual([
    201,
    "draft",
    ["2 ready", "3 ready", "4 ready"],
  ]);
  expect(made.body.sums).toMatchObject([{ asset: "base:usdc", amount: "600.5", rows: 3, nairaRows: 0 }]);
  const again = await make({ text: three }, key);
  expect([again.status, again.body.id]).toEqual([200, made.body.id]);
  expect((await make({ text: three, name: "Other" }, key)).problem.code).toBe("idempotency_key_reused");

  const { id } = made.body;
  expect((await create(id)).problem.code).toBe("not_possible_now");
  expect(await sent()).toEqual([]);
  const agreed = await agree(id);
  expect([agreed.status, agreed.body.state, agreed.body.rates.length]).toEqual([200, "agreed", 1]);
  const done = await createAll(id);
  expect([done.state, done.counts]).toMatchObject(["done", { created: 3, toGo: 0, unknown: 0, refused: 0 }]);
  expect((await sent()).map(({ amount, submission }) => `${amount} ${submission}`).sort()).toEqual([
    "100.50 accepted",
    "200 accepted",
    "300 accepted",
  ]);
  await create(id);
  expect(await sent()).toHaveLength(3);
  const list = (await send("GET", "")).body as unknown as { items: Batch[] };
  expect(list.items).toMatchObject([
    { id, state: "done", counts: { rows: 3, created: 3, toGo: 0, ready: null } },
  ]);
  expect((await read(id)).rows.every(({ transfer }) => transfer?.status !== undefined)).toBe(true);
});

it("creates each row once, however many callers ask at once", async () => {
  const { agreed, create, createAll } = await startBatches();
  const id = await agreed(
    payoutTable(Array.from({ length: 30 }, (_, at) => ["SANDBOX WAITS", at + 1, "10"])),
  );
  await Promise.all(Array.from({ length: 8 }, () => create(id)));
  expect((await createAll(id)).counts).toMatchObject({ created: 30, toGo: 0 });
  const accounts = (await sent()).map(({ account_number }) => account_number);
  expect(accounts).toHaveLength(30);
  expect(new Set(accounts).size).toBe(30);
});

it("pays out at least what a row wishes in naira, and asks the service three times at most", async () => {
  const { agreed, createAll } = await startBatches();
  const wishes = ["150000", "9999.99", "1234567.89", "50000.01"];
  const id = await agreed(
    payoutTable(
      wishes.map((wish, at) => ["SANDBOX WAITS", at + 1, wish]),
      "Naira",
    ),
  );
  const { counts, sums, stopped } = await createAll(id);
  expect(stopped).toBeNull();
  expect(counts).toMatchObject({ created: 4, toGo: 0 });
  expect(sums).toMatchObject([{ nairaRows: 4, naira: "1444567.89" }]);
  for (const { asked_output, quote_output } of await sent()) {
    expect(Number(quote_output)).toBeGreaterThanOrEqual(Number(asked_output));
    expect(Number(quote_output)).toBeLessThan(Number(asked_output) * 1.0001 + 0.01);
  }
});

it("agrees to nothing while a row has a fault or a question, and to nothing but what was shown", async () => {
  const { make, read, agree, change, changeRow } = await startBatches();
  const text = `${three}\nSANDBOX WAITS Zik,000013,${gtbankNumber(4).slice(1)},5\nSANDBOX WAITS Ada,000013,${gtbankNumber(1)},100.5`;
  const { id } = (await make({ text })).body;
  expect(states(await read(id))).toEqual(["5 faulty", "2 asked", "6 asked", "3 ready", "4 ready"]);
  expect((await agree(id)).problem.code).toBe("not_possible_now");
  const seen = async () => `${(await read(id)).seen}`;
  const old = await seen();
  expect((await change(id, { seen: old, hasZerosBack: true })).status).toBe(200);
  expect((await change(id, { seen: old, name: "Late" })).problem.code).toBe("batch_changed");
  expect((await agree(id, { seen: old })).problem.code).toBe("batch_changed");
  const ticks = (await read(id)).rows.flatMap(({ n, asks }) =>
    asks.map(({ kind, of }) => ({ n: `${n}`, kind, of, isTicked: true })),
  );
  expect(ticks.map(({ n, kind }) => `${n} ${kind}`)).toEqual(["2 twin_row", "6 twin_row"]);
  await change(id, { seen: await seen(), ticks });
  expect(states(await read(id))).toEqual(["2 ready", "3 ready", "4 ready", "5 ready", "6 ready"]);
  expect((await agree(id, { rates: [{ asset: "base:usdc", rate: "9999999" }] })).problem.code).toBe(
    "quote_moved",
  );
  expect((await agree(id)).body.state).toBe("agreed");

  const edited = await changeRow(id, 3, { seen: await seen(), fields: { amount: "201" } });
  expect([edited.body.state, edited.body.rows[0]]).toMatchObject([
    "draft",
    { n: 3, amount: "201", state: "ready" },
  ]);
  await agree(id);
  const less = await changeRow(id, 6, { seen: await seen(), isLeftOut: true });
  expect([less.body.state, less.body.rows[0]?.state]).toEqual(["agreed", "left_out"]);
});

it("asks what a column of pay is, and reads none of kobo", async () => {
  const { make, change, read, agree } = await startBatches();
  const kobo = await make({ text: payoutTable([["SANDBOX WAITS Ada", 1, "15000000"]], "Amount (kobo)") });
  expect([kobo.status, kobo.problem.code]).toEqual([422, "unreadable_file"]);
  expect(kobo.problem.detail).toContain("“Amount (kobo)” is in hundredths");
  const { id, seen, questions } = (
    await make({ text: payoutTable([["SANDBOX WAITS Ada", 1, "500"]], "Net Pay") })
  ).body;
  expect(questions).toMatchObject({ amountIs: true, amountColumn: "Net Pay" });
  expect((await agree(id)).problem.code).toBe("not_possible_now");
  await change(id, { seen: `${seen}`, amountIs: "naira" });
  expect((await read(id)).rows).toMatchObject([{ state: "ready", naira: "500", amount: null }]);
  expect((await agree(id)).status).toBe(200);
});

it("leaves several rows out by one change, and takes them back by another", async () => {
  const { make, change, read } = await startBatches();
  const text = payoutTable(
    Array.from({ length: 70 }, (_, at) => ["SANDBOX WAITS", at + 1, at < 60 ? "1.5O" : "10"]),
  );
  const { id, seen, faultyRows, rows } = (await make({ text })).body;
  expect([faultyRows.length, rows.length]).toEqual([60, 50]);
  const leave = (isLeftOut: boolean, lines = faultyRows) => lines.map((n) => ({ n: `${n}`, isLeftOut }));
  expect((await change(id, { seen: `${seen}`, leftOut: leave(true, [...faultyRows, 999]) })).status).toBe(
    404,
  );
  const left = (await change(id, { seen: `${seen}`, leftOut: leave(true) })).body;
  expect([left.counts, left.faultyRows]).toMatchObject([{ leftOut: 60, faulty: 0, ready: 10 }, []]);
  await change(id, { seen: `${left.seen}`, leftOut: leave(false) });
  expect((await read(id)).counts).toMatchObject({ leftOut: 0, faulty: 60 });
});

it("changes no row that has its transfer, discards no batch that has one, and goes on with the rest", async () => {
  const { agreed, read, agree, changeRow, createAll, send } = await startBatches();
  const id = await agreed(three);
  await createAll(id);
  const seen = `${(await read(id)).seen}`;
  expect((await changeRow(id, 2, { seen, fields: { amount: "1" } })).problem.code).toBe("row_in_use");
  expect((await send("POST", `/${id}/discard`, { body: { seen } })).problem.code).toBe("row_in_use");
  expect((await agree(id)).problem.code).toBe("not_possible_now");
});

it("says before all else that a file was brought before, and asks about its rows", async () => {
  const { make, read, send } = await startBatches();
  const first = (await make({ text: three })).body;
  const second = (await make({ text: three, name: "Again" })).body;
  expect(second.questions.sameAs).toMatchObject({ id: first.id, name: "Salaries" });
  expect(second.rows.map(({ asks }) => asks.map(({ kind }) => kind))).toEqual([
    ["twin_batch"],
    ["twin_batch"],
    ["twin_batch"],
  ]);
  await send("POST", `/${first.id}/discard`, { body: { seen: `${first.seen}` } });
  expect((await read(second.id)).questions.sameAs).toBeNull();
  expect(states(await read(second.id))).toEqual(["2 ready", "3 ready", "4 ready"]);
});

it("stops where the next row would fail too, and goes on by a press", async () => {
  const { agreed, create, read } = await startBatches();
  const id = await agreed(
    payoutTable([
      ["SANDBOX RATE LIMITED", 1, "10"],
      ["SANDBOX WAITS", 2, "20"],
      ["SANDBOX REFUSED", 3, "30"],
      ["SANDBOX WAITS", 4, "40"],
    ]),
  );
  expect((await create(id)).body).toMatchObject({ state: "stopped", stopped: { code: "rate_limited" } });
  expect((await create(id)).body.counts).toMatchObject({ created: 0, refused: 1, toGo: 3 });
  expect((await create(id, { goOn: true })).body).toMatchObject({
    state: "done",
    counts: { created: 2, refused: 2 },
  });
  expect((await read(id)).stopped).toBeNull();
});

it("stops after three outcomes in a row that nobody knows, and sends none of them again", async () => {
  const { agreed, create } = await startBatches();
  const id = await agreed(
    payoutTable([
      ...[1, 2, 3].map((serial): [string, number, string] => ["SANDBOX CUT AFTER", serial, "10"]),
      ["SANDBOX WAITS", 4, "40"],
    ]),
  );
  expect((await create(id)).body).toMatchObject({
    state: "stopped",
    stopped: { code: "unknown_outcomes" },
    counts: { unknown: 3, toGo: 1 },
  });
  expect((await create(id, { goOn: true })).body).toMatchObject({
    counts: { unknown: 3, created: 1, toGo: 0 },
  });
  expect(await sent()).toHaveLength(4);
});

it("stops at a row that can’t be created, and goes on without it", async () => {
  const { agreed, create, changeRow, read, dashboard } = await startBatches();
  const account = { bankCode: "000013", accountNumber: gtbankNumber(1), accountName: "SANDBOX WAITS Ada" };
  const payee = await dashboard.send<{ id: string }>("POST", "/api/payees", {
    body: { name: "Ada", ...account },
  });
  const id = await agreed(three);
  expect((await read(id)).rows[0]?.payee).toBeNull();
  await dashboard.send("PATCH", `/api/payees/${payee.body.id}`, { body: { isArchived: true } });
  expect((await create(id)).body).toMatchObject({ state: "stopped", stopped: { code: "row", row: 2 } });
  expect(await sent()).toHaveLength(0);
  const seen = `${(await read(id)).seen}`;
  expect((await changeRow(id, 2, { seen, isLeftOut: true })).body.state).toBe("stopped");
  expect((await create(id, { goOn: true })).body.counts).toMatchObject({ created: 2, leftOut: 1, toGo: 0 });
});

it("shows support the ends of account numbers, and lets it change nothing", async () => {
  const { make, send } = await startBatches();
  const { id, seen } = (await make({ text: three })).body;
  const shown = await send("GET", `/${id}`, { as: "support" });
  expect(shown.status).toBe(200);
  expect(JSON.stringify(shown.body)).not.toContain(gtbankNumber(1));
  expect(shown.body.rows[0]?.accountNumber).toBe(gtbankNumber(1).slice(-4));
  for (const [method, path, body] of [
    ["PATCH", "", { seen: `${seen}`, name: "Mine" }],
    ["PATCH", "/rows/2", { seen: `${seen}`, isLeftOut: true }],
    ["POST", "/agree", { seen: `${seen}`, rates: [] }],
    ["POST", "/create", {}],
    ["POST", "/discard", { seen: `${seen}` }],
  ] as const)
    expect((await send(method, `/${id}${path}`, { body, as: "support" })).status).toBe(403);
  expect((await send("GET", `/${id}/result?form=csv`, { as: "support" })).status).toBe(403);
});
