import { runProgram } from "#lib/bench/node-process";

/** What it takes to count a ledger, and to read the figures of each range. */
export async function benchCounting(url: string, print: (line: string) => void): Promise<void> {
  const lines = await runProgram<string[]>(new URL("insight-process.ts", import.meta.url), url, []);
  for (const line of lines) print(line);
}
