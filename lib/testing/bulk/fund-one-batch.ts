import { randomUUID } from "node:crypto";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { payoutTable } from "./payout-table";

/** Two batches: one that was agreed to, created and put in a funding file, and one that somebody still checks. */
export async function fundOneBatch({ send }: TestDashboard): Promise<void> {
  const act = async (method: string, path: string, body?: object) => {
    const headers = { "idempotency-key": randomUUID() };
    const answer = await send<Batch>(method, `/api/batches${path}`, { ...(body && { body }), headers });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const make = (serial: number) =>
    act("POST", "", {
      ...{ name: `Batch ${serial}`, asset: "base:usdc" },
      text: payoutTable([
        ["Wale Ade", serial, "1"],
        ["Yemi Alade", serial + 1, "2"],
      ]),
    });
  const { id } = await make(71);
  await make(81);
  const { seen, rates } = await act("GET", `/${id}`);
  await act("POST", `/${id}/agree`, {
    seen: `${seen}`,
    rates: rates.map(({ asset, rate }) => ({ asset, rate })),
  });
  const { counts } = await act("POST", `/${id}/create`, {});
  if (counts.created !== 2) throw new Error(JSON.stringify(counts));
  await act("POST", `/${id}/funding`, { kind: "csv", asset: "base:usdc" });
}
