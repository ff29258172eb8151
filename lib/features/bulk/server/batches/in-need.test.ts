import { expect, it } from "vitest";
import type { AttentionCounts } from "#lib/contract/records";
import { db } from "#lib/server/database/db";
import { startBatches } from "#lib/testing/bulk/batch-dashboard";
import { payoutTable } from "#lib/testing/bulk/payout-table";
import type { DepositLabel } from "#lib/transfer/deposit";
import { batchesInNeed } from "./in-need";

const hourMs = 60 * 60_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();
const rows = (count: number, name = "SANDBOX WAITS") =>
  payoutTable(Array.from({ length: count }, (_, at) => [name, at + 1, "10"]));

async function start() {
  const batches = await startBatches();
  const { dashboard } = batches;
  // What would take a day is written.
  dashboard.spoil();
  const ledger = await db();
  const found = async () => {
    const inNeed = await batchesInNeed(ledger);
    const { body } = await dashboard.send<AttentionCounts>("GET", "/api/attention/counts");
    expect(body.batches).toBe(new Set(inNeed.map(({ id }) => id)).size);
    return inNeed.map(({ since: _since, name: _name, ...batch }) => batch);
  };
  return { ...batches, ledger, found };
}

it("names a batch that has stopped, until it goes on", async () => {
  const { agreed, create, found } = await start();
  const id = await agreed(`${rows(1, "SANDBOX RATE LIMITED")}\n${rows(3).split("\n").slice(2).join("\n")}`);
  expect(await found()).toEqual([]);
  await create(id);
  expect(await found()).toEqual([
    { kind: "stopped", id, code: "rate_limited", row: null, why: expect.stringContaining("line 2") },
  ]);
  await create(id, { goOn: true });
  expect(await found()).toEqual([]);
});

it("names a batch that is half created for a day, and no longer than a month", async () => {
  const { agreed, create, changeRow, read, ledger, found } = await start();
  const id = await agreed(rows(11));
  expect((await create(id)).body.counts).toMatchObject({ created: 10, toGo: 1 });
  const agreedAt = (hours: number) =>
    ledger
      .updateTable("batches")
      .set({ agreed_at: ago(hours) })
      .execute();
  expect(await found()).toEqual([]);
  await agreedAt(23);
  expect(await found()).toEqual([]);
  await agreedAt(25);
  expect(await found()).toEqual([{ kind: "half_created", id }]);
  await agreedAt(31 * 24);
  expect(await found()).toEqual([]);
  await agreedAt(25);
  await changeRow(id, 12, { seen: `${(await read(id)).seen}`, isLeftOut: true });
  expect(await found()).toEqual([]);
});

it("names a file of which some deposits were seen after a day and others weren’t", async () => {
  const { agreed, createAll, send, ledger, found } = await start();
  const id = await agreed(rows(3));
  const transfers = (await createAll(id)).rows.map(({ transfer }) => transfer?.id ?? "");
  const fund = (again?: string[]) =>
    send("POST", `/${id}/funding`, { body: { kind: "csv", asset: "base:usdc", ...(again && { again }) } });
  await fund();
  const label = (labels: readonly (DepositLabel | null)[], change: object = {}) =>
    Promise.all(
      labels.map((deposit_label, at) =>
        ledger
          .updateTable("transfers")
          .set({ deposit_label, ...change })
          .where("id", "=", transfers[at] ?? "")
          .execute(),
      ),
    );
  const made = (hours: number) =>
    ledger
      .updateTable("funding_files")
      .set({ made_at: ago(hours) })
      .execute();
  await label(["exact", "short", "none"]);
  expect(await found()).toEqual([]);
  await made(25);
  const half = { kind: "half_funded", id, file: 1, seen: 2, count: 3 };
  expect(await found()).toEqual([half]);
  await made(8 * 24);
  expect(await found()).toEqual([]);
  await made(25);
  for (const labels of [
    ["none", "none", "none"],
    ["exact", "seen", "over"],
    ["exact", null, null],
  ] as const) {
    await label(labels);
    expect(await found()).toEqual([]);
  }
  await label(["exact", "exact", "none"]);
  expect(await found()).toEqual([half]);
  await label(["exact", "exact", "none"], { is_handled: 1 });
  expect(await found()).toEqual([]);
  // Those that were put into another file are that file’s.
  await label(["exact", "none", "none"], { is_handled: 0 });
  expect((await fund(transfers.slice(1))).status).toBe(201);
  expect(await found()).toEqual([]);
});
