import { expect, it } from "vitest";
import { rowsACall } from "#lib/features/bulk/batches/batch-input";
import { db } from "#lib/server/database/db";
import { judgeServer } from "#lib/server/hold/transfer-hold";
import { driveBatches } from "#lib/testing/bulk/batch-dashboard";
import { gtbankNumber, payoutTable } from "#lib/testing/bulk/payout-table";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { answer, quoteWell } from "#lib/testing/service/faulty-service";

/** A row is taken, and the service thinks about its quote for so long that somebody else changes what was agreed to. */

const longAgo = "2020-01-01T00:00:00.000Z";
type Batches = ReturnType<typeof driveBatches>;

const changes: Record<string, (batches: Batches, id: string, seen: string) => Promise<{ status: number }>> = {
  "is edited": ({ changeRow }, id, seen) =>
    changeRow(id, 2, { seen, fields: { amount: "1", accountNumber: gtbankNumber(9) } }),
  "is left out": ({ changeRow }, id, seen) => changeRow(id, 2, { seen, isLeftOut: true }),
  "gets another token": ({ change }, id, seen) => change(id, { seen, asset: "base:usdc", amountIs: "token" }),
  "is discarded": ({ send }, id, seen) => send("POST", `/${id}/discard`, { body: { seen } }),
};

/** Begins to create a batch of rows, and waits until the service is asked for the first quote. */
async function createWithSlowQuote(rows: Parameters<typeof payoutTable>[0]) {
  const { service, dashboard } = await startOnFaultyService();
  const batches = driveBatches(dashboard);
  const id = await batches.agreed(payoutTable(rows));
  let answerNow: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => {
    service.behave("quote", (response, call) => {
      answerNow = () => void quoteWell(response, call);
      resolve();
    });
  });
  const creating = batches.create(id);
  await isAsked;
  service.behave("quote", quoteWell);
  return { service, batches, id, answerNow, creating };
}

it.each(Object.entries(changes))(
  "creates nothing of a row that %s after its lease ran out",
  async (_, change) => {
    const { service, batches, id, answerNow, creating } = await createWithSlowQuote([["Ada Eze", 1, "100"]]);
    await (await db()).updateTable("batch_rows").set({ lease_until: longAgo }).execute();
    const { seen } = await batches.read(id);
    expect((await change(batches, id, `${seen}`)).status).toBe(200);
    answerNow();
    await creating;
    expect(service.callsOf("initiate")).toHaveLength(0);
  },
);

/** One more than a call takes. */
const rows = Array.from({ length: rowsACall + 1 }, (_, at) => [`Ada Eze ${at}`, at + 1, "100"] as const);

it("creates no row that was taken before somebody else's row stopped the batch, and keeps none back", async () => {
  const { service, batches, id, answerNow, creating } = await createWithSlowQuote(rows);
  service.behave("quote", answer(401, "{}"));
  expect((await batches.create(id)).body.stopped).toMatchObject({ code: "key_rejected" });
  service.behave("quote", quoteWell);
  const quotes = service.callsOf("quote").length;
  answerNow();
  expect((await creating).body.counts).toMatchObject({ created: 0, toGo: rows.length });
  // The other nine would be asked about in vain.
  expect([service.callsOf("quote").length, service.callsOf("initiate").length]).toEqual([quotes, 0]);
  expect((await batches.create(id, { goOn: true })).body.counts).toMatchObject({
    created: rowsACall,
    toGo: 1,
  });
});

it("creates no row that was taken before a hold of new transfers was ended", async () => {
  const { service, batches, id, answerNow, creating } = await createWithSlowQuote(rows);
  const ledger = await db();
  await judgeServer(ledger);
  await ledger.updateTable("database_server").set({ released_at: new Date().toISOString() }).execute();
  answerNow();
  await creating;
  expect((await batches.create(id)).body.stopped).toMatchObject({ code: "restored" });
  expect(service.callsOf("initiate")).toHaveLength(0);
});
