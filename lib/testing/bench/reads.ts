import { runProgram } from "./node-process";

const rounds = 3;
const tries = 300;

/** Reads a small and a large ledger of one engine in turns, and prints how much more the large one costs. */
export async function benchReads(
  engine: string,
  { small, large }: { small: string; large: string },
  print: (line: string) => void,
): Promise<void> {
  const measured = { small: new Map<string, Measured>(), large: new Map<string, Measured>() };
  for (let round = 0; round < rounds; round++)
    for (const [size, url] of [
      ["small", small],
      ["large", large],
    ] as const)
      for (const [name, { times, rows }] of Object.entries(
        await runProgram<Record<string, Measured>>(new URL("reads-process.ts", import.meta.url), url, [
          `${tries}`,
        ]),
      ))
        measured[size].set(name, {
          times: [...(measured[size].get(name)?.times ?? []), ...times],
          rows: rows / rounds + (measured[size].get(name)?.rows ?? 0),
        });
  for (const [name, many] of measured.large) {
    const few = measured.small.get(name) ?? { times: [], rows: 0 };
    const pair = (part: number) =>
      `${at(few.times, part).toFixed(2)} and ${at(many.times, part).toFixed(2)} ms`;
    const ratio = (at(many.times, 0.99) / at(few.times, 0.99)).toFixed(2);
    // More rows on the page are more work, however large the ledger is.
    const isAsMuch = Math.abs(many.rows - few.rows) <= 0.1 * few.rows;
    const rows = `rows ${few.rows.toFixed(1)} and ${many.rows.toFixed(1)}${isAsMuch ? "" : ", not as much"}`;
    print(`${engine}, ${name.padEnd(29)} p99 ${ratio} times: p99 ${pair(0.99)}, p50 ${pair(0.5)}, ${rows}`);
  }
}

/** Times in milliseconds, and how many rows a page held on average. */
type Measured = { times: number[]; rows: number };

function at(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
