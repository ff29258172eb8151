import { median } from "./load";
import { runProgram } from "./node-process";

const rounds = 5;
const tries = 150;

/** What one round gave of one way to read: times in milliseconds, and how many rows a page held on average. */
type Round = { times: number[]; rows: number };
type Sizes = { small: Round[]; large: Round[] };

/**
 * Reads a small and a large ledger of one engine in turns, and prints how much more the large one costs. Each figure is
 * the middle one of the rounds: what else the machine does meanwhile spoils one of them and not all.
 */
export async function benchReads(
  engine: string,
  urls: { small: string; large: string },
  print: (line: string) => void,
): Promise<void> {
  const program = new URL("reads-process.ts", import.meta.url);
  const measured = new Map<string, Sizes>();
  for (let round = 0; round < rounds; round++)
    for (const size of ["small", "large"] as const) {
      const reads = await runProgram<Record<string, Round>>(program, urls[size], [`${tries}`]);
      for (const [name, one] of Object.entries(reads)) {
        const sizes = measured.get(name) ?? { small: [], large: [] };
        sizes[size].push(one);
        measured.set(name, sizes);
      }
    }
  for (const [name, sizes] of measured) print(`${engine}, ${name.padEnd(29)} ${inWords(sizes)}`);
}

function inWords({ small, large }: Sizes): string {
  const both = (of: (one: Round) => number) => [median(small.map(of)), median(large.map(of))] as const;
  const [few, many] = both(({ times }) => at(times, 0.99));
  const [fewMiddle, manyMiddle] = both(({ times }) => at(times, 0.5));
  const [fewRows, manyRows] = both(({ rows }) => rows);
  const p99 = `p99 ${(many / few).toFixed(2)} times: p99 ${few.toFixed(2)} and ${many.toFixed(2)} ms`;
  const p50 = `p50 ${fewMiddle.toFixed(2)} and ${manyMiddle.toFixed(2)} ms`;
  // More rows on the page are more work, however large the ledger is.
  const isAsMuch = Math.abs(manyRows - fewRows) <= 0.1 * fewRows;
  const rows = `rows ${fewRows.toFixed(1)} and ${manyRows.toFixed(1)}${isAsMuch ? "" : ", not as much"}`;
  return `${p99}, ${p50}, ${rows}`;
}

function at(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
