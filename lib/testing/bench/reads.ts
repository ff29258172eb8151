import { runProgram } from "./node-process";

const rounds = 2;
const tries = 150;

/** Reads a small and a large ledger of one engine in turns, and prints how much more the large one costs. */
export async function benchReads(
  engine: string,
  { small, large }: { small: string; large: string },
  print: (line: string) => void,
): Promise<void> {
  const times = { small: new Map<string, number[]>(), large: new Map<string, number[]>() };
  for (let round = 0; round < rounds; round++)
    for (const [size, url] of [
      ["small", small],
      ["large", large],
    ] as const)
      for (const [name, list] of Object.entries(
        await runProgram<Record<string, number[]>>(new URL("reads-process.ts", import.meta.url), url, [
          `${tries}`,
        ]),
      ))
        times[size].set(name, [...(times[size].get(name) ?? []), ...list]);
  for (const [name, list] of times.large) {
    const [few, many] = [at(times.small.get(name) ?? [], 0.99), at(list, 0.99)];
    const middle = `p50 ${at(times.small.get(name) ?? [], 0.5).toFixed(2)} and ${at(list, 0.5).toFixed(2)} ms`;
    const end = `p99 ${few.toFixed(2)} and ${many.toFixed(2)} ms`;
    print(`${engine}, ${name.padEnd(28)} p99 ${(many / few).toFixed(2)} times: ${end}, ${middle}`);
  }
}

function at(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
