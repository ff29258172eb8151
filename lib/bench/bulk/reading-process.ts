import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { parse } from "csv-parse/sync";
import { median } from "#lib/bench/load";
import { payoutFields } from "#lib/features/bulk/batches/payout-fields";
import { bulkLimits, mostRows } from "#lib/features/bulk/limits";
import { readTable } from "#lib/server/table-files/read-table";
import { payoutTable } from "#lib/testing/bulk/payout-table";
import { workbookOf } from "#lib/testing/table/workbook";

/** Reads the longest table of payouts and, in turns, has the parser alone read it; prints as JSON what each took. */
const text = payoutTable(Array.from({ length: mostRows }, (_, at) => [`Person ${at}`, at, `${10 + at}.25`]));
const rows = text.split("\n").map((line) => line.split(","));
const csv = Buffer.from(text);
const workbook = workbookOf("excel", { name: "Payouts", rows });

/** Of all threads, in milliseconds: on a machine that is busy otherwise, a longer work waits for its turn more often. */
async function processorTimeOf(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

async function compare(
  kind: string,
  file: Buffer,
  [parser, bare]: [string, () => unknown],
  tries: number,
): Promise<string> {
  const own = async () => {
    const { table } = await readTable({ file }, payoutFields, bulkLimits);
    if (table.rows.length !== mostRows) throw new Error(`${table.rows.length} rows were read.`);
  };
  const took = { own: [] as number[], bare: [] as number[] };
  for (let count = 0; count < 2 * tries; count++) {
    const [mine, its] = [await processorTimeOf(own), await processorTimeOf(bare)];
    // What has just started is not yet compiled.
    if (count < tries) continue;
    took.own.push(mine);
    took.bare.push(its);
  }
  const [mine, its] = [median(took.own), median(took.bare)];
  return `reading ${mostRows} rows of ${kind}: ${(mine / its).toFixed(2)} of ${parser} (p50 ${mine.toFixed(1)} and ${its.toFixed(1)} ms of a processor)`;
}

/** As ours does, it starts with each workbook. */
async function bareThread(): Promise<void> {
  const thread = new Worker(new URL("./bare-worker.mjs", import.meta.url), { execArgv: [] });
  thread.postMessage(workbook);
  await once(thread, "message");
  await thread.terminate();
}

const lines = [
  await compare("csv", csv, ["the parser alone", () => parse(csv)], 150),
  await compare("xlsx", workbook, ["the parser alone in a thread of its own", bareThread], 15),
];
console.log(JSON.stringify(lines));
