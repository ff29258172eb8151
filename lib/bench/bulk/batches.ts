import { randomUUID } from "node:crypto";
import { median } from "#lib/bench/load";
import { runProgram } from "#lib/bench/node-process";
import { onDashboard } from "#lib/bench/servers";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import { rowsACall } from "#lib/features/bulk/batches/batch-input";
import { openDatabase } from "#lib/server/database/db";
import { gtbankNumber, payoutTable } from "#lib/testing/bulk/payout-table";
import { settingOf } from "#lib/testing/database/database-setting";

const asset = "base:usdc";
const amount = "1250.50";
/** The first ones find a server that isn't compiled yet. */
const warmCalls = 10;
const sizes = [200, 1_000];

type Ask = (path: string, body: object) => Promise<Batch>;
type Took = { batch: number[]; single: number[] };

/** Reading a table beside the parser alone, and the rows of a batch beside as many transfers that are created one by one. */
export async function benchBatches(
  engine: string,
  databaseUrl: string,
  print: (line: string) => void,
): Promise<void> {
  const program = new URL("reading-process.ts", import.meta.url);
  for (const line of await runProgram<string[]>(program, databaseUrl, [])) print(line);
  await onDashboard(databaseUrl, async ({ url, cookie }) => {
    const ask: Ask = async (path, body) => {
      const headers = { "content-type": "application/json", cookie, origin: url };
      const key = { "idempotency-key": randomUUID() };
      const answer = await fetch(`${url}${path}`, {
        ...{ method: "POST", headers: { ...headers, ...key }, body: JSON.stringify(body) },
      });
      if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`);
      return (await answer.json()) as Batch;
    };
    const ledger = await openDatabase(settingOf(databaseUrl));
    try {
      let serial = 0;
      const next = () => {
        serial += 1;
        return serial;
      };
      // A person's rows are limited by the minute.
      const forget = () => ledger.deleteFrom("attempts").execute();
      await inTurns(ask, next, forget, warmCalls * rowsACall);
      for (const size of sizes) print(inWords(engine, size, await inTurns(ask, next, forget, size)));
    } finally {
      await ledger.destroy();
    }
  });
}

/** A call for rows of a batch, then as many transfers, until the batch is done. Gives milliseconds a row. */
async function inTurns(
  ask: Ask,
  next: () => number,
  forget: () => Promise<unknown>,
  size: number,
): Promise<Took> {
  const text = payoutTable(Array.from({ length: size }, () => ["Ngozi Eze", next(), amount]));
  const { id, seen, rates } = await ask("/api/batches", { name: `${size} rows`, asset, text });
  const shown = rates.map(({ asset: of, rate }) => ({ asset: of, rate }));
  await ask(`/api/batches/${id}/agree`, { seen: `${seen}`, rates: shown });
  const took: Took = { batch: [], single: [] };
  const aRow = async (work: () => Promise<void>) => {
    const start = performance.now();
    await work();
    return (performance.now() - start) / rowsACall;
  };
  for (let made = 0; made < size; made += rowsACall) {
    await forget();
    took.batch.push(
      await aRow(async () => {
        const { stopped, counts } = await ask(`/api/batches/${id}/create`, {});
        if (stopped !== null || counts.toGo !== size - made - rowsACall)
          throw new Error(`The batch doesn't go on: ${JSON.stringify({ stopped, counts })}`);
      }),
    );
    const serials = Array.from({ length: rowsACall }, next);
    took.single.push(
      await aRow(async () => {
        for (const each of serials) await ask("/api/transfers", singleOf(each));
      }),
    );
  }
  return took;
}

const singleOf = (serial: number) => ({
  ...{ amount, asset, bankCode: "000013", accountNumber: gtbankNumber(serial), accountName: "Ngozi Eze" },
});

function inWords(engine: string, size: number, { batch, single }: Took): string {
  const [row, alone] = [median(batch), median(single)];
  return `${engine}, a row of a batch of ${size}: ${(row / alone).toFixed(2)} of a single submission (p50 ${row.toFixed(1)} and ${alone.toFixed(1)} ms)`;
}
