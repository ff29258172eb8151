import { expect, it } from "vitest";
import { startBatches } from "#lib/testing/bulk/batch-dashboard";
import { payoutTable } from "#lib/testing/bulk/payout-table";
import { askedDuring } from "#lib/testing/database/query-plans";

/** A batch is looked at every few seconds while its transfers are made. */

const table = (rows: number) =>
  payoutTable(Array.from({ length: rows }, (_, at) => [`SANDBOX WAITS ${at}`, 1000 * rows + at, "50"]));

it("asks the database as often for many rows as for few, and reads what is agreed to once", async () => {
  const house = await startBatches();
  const asked: Record<string, { answers: number; rows: number }>[] = [];
  for (const rows of [5, 40]) {
    const { id } = (await house.make({ text: table(rows) })).body;
    const look = async () => {
      const { answers, rows: read } = await askedDuring(() => house.read(id));
      return { answers, rows: read };
    };
    const draft = await look();
    expect((await house.agree(id)).status).toBe(200);
    await house.read(id);
    const agreed = await look();
    await house.createAll(id);
    await house.send("POST", `/${id}/funding`, { body: { kind: "csv", asset: "base:usdc" } });
    await house.read(id);
    asked.push({ draft, agreed, made: await look() });
  }
  const [few, many] = asked;
  for (const state of ["draft", "agreed", "made"])
    expect(many?.[state]?.answers, state).toBe(few?.[state]?.answers);
  expect(many?.agreed).toEqual(few?.agreed);
  expect(many?.draft?.rows).toBeLessThan(40 + 20);
});

it("shows at once what has changed of a batch that was read before", async () => {
  const house = await startBatches();
  const id = await house.agreed(table(3));
  const shown = async () => (await house.read(id)).rows.map(({ n, state }) => `${n} ${state}`);
  expect(await shown()).toEqual(["2 ready", "3 ready", "4 ready"]);
  const { seen } = await house.read(id);
  await house.changeRow(id, 3, { seen: `${seen}`, isLeftOut: true });
  expect(await shown()).toEqual(["2 ready", "4 ready", "3 left_out"]);
  await house.createAll(id);
  expect(await shown()).toEqual(["2 created", "4 created", "3 left_out"]);
});
