import { expect, it } from "vitest";
import { startBatches } from "#lib/testing/bulk/batch-dashboard";
import { payoutTable } from "#lib/testing/bulk/payout-table";

it("asks of each row about an amount above all that its maker has created, and above what is usual there", async () => {
  const house = await startBatches();
  const rows = Array.from({ length: 12 }, (_, at) => [`SANDBOX WAITS ${at}`, at < 4 ? 1 : at, "50"] as const);
  const { id } = (await house.make({ text: payoutTable(rows) })).body;
  const { seen, rows: twins } = await house.read(id);
  let now = seen;
  for (const { n, asks } of twins)
    for (const { kind, of } of asks)
      now = (await house.changeRow(id, n, { seen: `${now}`, ticks: [{ kind, of, isTicked: true }] })).body
        .seen;
  expect((await house.agree(id)).status).toBe(200);
  expect((await house.createAll(id)).counts.created).toBe(12);
  const later = payoutTable([
    ["SANDBOX WAITS New", 101, "49"],
    ["SANDBOX WAITS New", 102, "51"],
    ["SANDBOX WAITS 0", 1, "260"],
  ]);
  const { body } = await house.make({ text: later, name: "Later" });
  const unusual = body.rows.map(({ n, asks }) => [
    n,
    asks.filter(({ kind }) => kind === "unusual").map(({ message }) => message.match(/times|ever/g)),
  ]);
  expect(Object.fromEntries(unusual)).toEqual({ 2: [], 3: [["ever"]], 4: [["times", "ever"]] });
});
