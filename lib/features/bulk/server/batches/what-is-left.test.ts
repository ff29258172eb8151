import { expect, it } from "vitest";
import { db } from "#lib/server/database/db";
import { startBatches } from "#lib/testing/bulk/batch-dashboard";
import { payoutTable } from "#lib/testing/bulk/payout-table";

/** What is still to go of a batch, and what became of what went. The ledger is changed past its server, so it need not hold. */

const twelve = payoutTable(
  Array.from({ length: 12 }, (_, at) => [`SANDBOX WAITS ${at}`, at + 1, "50"] as const),
);

async function tenMade() {
  const house = await startBatches();
  house.dashboard.spoil();
  const id = await house.agreed(twelve);
  expect((await house.create(id)).body.counts).toMatchObject({ created: 10, toGo: 2 });
  return { ...house, id, ledger: await db() };
}

it("shows the sums of the rows to go, and rates of now, where somebody has to agree again", async () => {
  const { id, ledger, read, agree } = await tenMade();
  const before = await read(id);
  expect(before.sumsToGo).toMatchObject([{ amount: "100", rows: 2 }]);
  const { agreed } = await ledger.selectFrom("batches").select("agreed").executeTakeFirstOrThrow();
  const then = JSON.parse(agreed ?? "");
  then.rates[0].rate = "1777.77";
  const stopped = { code: "too_old", message: "Old.", at: new Date().toISOString(), row: null };
  await ledger
    .updateTable("batches")
    .set({ stopped: JSON.stringify(stopped), agreed: JSON.stringify(then), seen: before.seen + 1 })
    .where("id", "=", id)
    .execute();
  const now = await read(id);
  expect(now).toMatchObject({ sums: [{ amount: "600", rows: 12 }], sumsToGo: [{ amount: "100", rows: 2 }] });
  expect(now.rates[0]?.rate).toBe(before.rates[0]?.rate);
  expect((await agree(id)).body).toMatchObject({ state: "creating", stopped: null });
});

it("counts what is reported paid and what ended without, and lists the latter with what needs somebody", async () => {
  const { id, ledger, read, dashboard } = await tenMade();
  const statuses = ["paid", "paid", "expired", "failed", "processing"] as const;
  const { rows } = await read(id);
  const made = rows.filter(({ transfer }) => transfer !== null);
  for (const [at, status] of statuses.entries())
    await ledger
      .updateTable("transfers")
      .set({ status })
      .where("id", "=", made[at]?.transfer?.id ?? "")
      .execute();
  const counts = { created: 10, paid: 2, notPaid: 2 };
  expect((await read(id)).counts).toMatchObject(counts);
  const { body } = await dashboard.send<{ items: { counts: object }[] }>("GET", "/api/batches");
  expect(body.items[0]?.counts).toMatchObject(counts);
  const trouble = await read(id, "?show=trouble");
  expect(trouble.rows.map(({ n }) => n)).toEqual([made[2]?.n, made[3]?.n]);
  expect((await read(id)).rows[0]?.n).toBe(made[2]?.n);
});
