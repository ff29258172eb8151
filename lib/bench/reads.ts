import { type Asked, startAsked } from "./node-process";

const warm = 30;
const tries = 1_500;
/** A slow read is asked for less often, and still often enough for a p99. */
const fewest = 300;
const mostMs = 30_000;

/** What one read took in milliseconds, and how many rows its page held. */
export type Read = { ms: number; rows: number };

/**
 * Reads a small and a large ledger of one engine in turns, one read of each, so that whatever else the machine does
 * falls on both; prints how much more the large one costs.
 */
export async function benchReads(
  engine: string,
  urls: { small: string; large: string },
  print: (line: string) => void,
): Promise<void> {
  const start = (url: string) =>
    startAsked<string, string[], Read>(new URL("reads-process.ts", import.meta.url), url);
  const small = await start(urls.small);
  try {
    const large = await start(urls.large);
    try {
      for (const name of small.ready) {
        await inTurns(name, [small, large], warm);
        print(`${engine}, ${name.padEnd(29)} ${inWords(await inTurns(name, [small, large], tries))}`);
      }
    } finally {
      large.end();
    }
  } finally {
    small.end();
  }
}

type Reader = Asked<string, Read>;

async function inTurns(
  name: string,
  [small, large]: readonly [Reader, Reader],
  times: number,
): Promise<[Read[], Read[]]> {
  const reads: [Read[], Read[]] = [[], []];
  const start = performance.now();
  for (let count = 0; count < times; count++) {
    if (count >= fewest && performance.now() - start > mostMs) break;
    reads[0].push(await small.ask(name));
    reads[1].push(await large.ask(name));
  }
  return reads;
}

function inWords([small, large]: readonly [Read[], Read[]]): string {
  const both = (part: number) => [at(small, part), at(large, part)] as const;
  const [few, many] = both(0.99);
  const [fewMiddle, manyMiddle] = both(0.5);
  const [fewRows, manyRows] = [rowsOf(small), rowsOf(large)];
  const p99 = `p99 ${(many / few).toFixed(2)} times: p99 ${few.toFixed(2)} and ${many.toFixed(2)} ms`;
  const p50 = `p50 ${fewMiddle.toFixed(2)} and ${manyMiddle.toFixed(2)} ms`;
  // More rows on the page are more work, however large the ledger is.
  const isAsMuch = Math.abs(manyRows - fewRows) <= 0.1 * fewRows;
  const rows = `rows ${fewRows.toFixed(1)} and ${manyRows.toFixed(1)}${isAsMuch ? "" : ", not as much"}`;
  return `${p99}, ${p50}, ${rows}`;
}

function at(reads: readonly Read[], part: number): number {
  const sorted = reads.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function rowsOf(reads: readonly Read[]): number {
  return reads.reduce((sum, { rows }) => sum + rows, 0) / reads.length;
}
