import { runProgram } from "#lib/bench/node-process";

export type TellingCost = { seconds: number; left: number; claimMs: number[] };

const waiting = 100_000;

/** How fast one server delivers a long queue of webhooks to a receiver that answers at once, and what a claim costs. */
export async function benchTelling(
  engine: string,
  databaseUrl: string,
  print: (line: string) => void,
): Promise<void> {
  const url = new URL("telling-process.ts", import.meta.url);
  const { seconds, left, claimMs } = await runProgram<TellingCost>(url, databaseUrl, [`${waiting}`]);
  if (left > 0) throw new Error(`${left} webhooks were not delivered.`);
  const sorted = [...claimMs].sort((one, other) => one - other);
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  print(
    `${engine}, ${waiting} waiting webhooks delivered in ${seconds.toFixed(0)} s (${(waiting / seconds).toFixed(0)}/s); a claim of them p95 ${p95.toFixed(1)} ms`,
  );
}
