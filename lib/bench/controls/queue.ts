import { runProgram } from "#lib/bench/node-process";

/** The queue of approvals of a ledger of many transfers, empty and then long. */
export async function benchQueue(databaseUrl: string, print: (line: string) => void): Promise<void> {
  const lines = await runProgram<string[]>(new URL("queue-process.ts", import.meta.url), databaseUrl, []);
  for (const line of lines) print(line);
}
