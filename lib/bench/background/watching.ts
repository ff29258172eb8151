import { median } from "#lib/bench/load";
import { runProgram } from "#lib/bench/node-process";

export type LookCost = { watched: number; calls: number; bytes: number; ms: number; cpuMs: number };

const hot = 300;
/** A settling look is due each minute, a quick one each five seconds. */
const perHour = { quick: 720, settling: 60 };

/** What the looks at a network's deposit addresses cost, on a development node beside it. */
export async function benchWatching(
  engine: string,
  databaseUrl: string,
  print: (line: string) => void,
): Promise<void> {
  for (const count of [10, 10_000]) {
    const args = [`${count}`, `${Math.min(count, hot)}`];
    const url = new URL("watching-process.ts", import.meta.url);
    const costs = await runProgram<Record<keyof typeof perHour, LookCost[]>>(url, databaseUrl, args);
    for (const kind of ["quick", "settling"] as const) {
      const of = (field: keyof LookCost) => median(costs[kind].map((cost) => cost[field]));
      print(
        `${engine}, ${kind} look of ${of("watched")} of ${count} watched addresses: ${of("calls")} calls (${of("calls") * perHour[kind]} an hour), ${Math.round(of("bytes") / 1_000)} kB, ${of("ms").toFixed(0)} ms, ${of("cpuMs").toFixed(0)} ms CPU`,
      );
    }
  }
}
