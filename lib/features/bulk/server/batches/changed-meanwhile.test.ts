import { expect, it } from "vitest";
import { db } from "#lib/server/database/db";
import { driveBatches } from "#lib/testing/bulk/batch-dashboard";
import { gtbankNumber, payoutTable } from "#lib/testing/bulk/payout-table";
import { startOnFaultyService } from "#lib/testing/servers/faulty-dashboard";
import { quoteWell } from "#lib/testing/service/faulty-service";

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

it.each(Object.entries(changes))(
  "creates nothing of a row that %s after its lease ran out",
  async (_, change) => {
    const { service, dashboard } = await startOnFaultyService();
    const batches = driveBatches(dashboard);
    const id = await batches.agreed(payoutTable([["Ada Eze", 1, "100"]]));
    let answerNow: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => {
      service.behave("quote", (response, call) => {
        answerNow = () => void quoteWell(response, call);
        resolve();
      });
    });
    const creating = batches.create(id);
    await isAsked;
    await (await db()).updateTable("batch_rows").set({ lease_until: longAgo }).execute();
    service.behave("quote", quoteWell);
    const { seen } = await batches.read(id);
    expect((await change(batches, id, `${seen}`)).status).toBe(200);
    answerNow();
    await creating;
    expect(service.callsOf("initiate")).toHaveLength(0);
  },
);
