import { ConfigurationError } from "#lib/server/config/env";
import { explainFailure } from "#lib/server/database/explain-failure";
import type { Examined } from "#lib/server/verify/examine-ledger";
import { showExactly, showLines } from "#lib/text/visible-text";

/** Returns the exit code: 0 when there is no fault. */
export function sayLedger({ id, transfers, events, entries, faults }: Examined): number {
  for (const fault of faults) console.log(showExactly(fault));
  console.log(
    `Transfers: ${transfers}. Events: ${events}. Audit entries: ${entries}. Faults: ${faults.length}.`,
  );
  if (id !== undefined) console.log(`The ledger's ID: ${id}`);
  return faults.length === 0 ? 0 : 1;
}

/** The entry can be noted elsewhere. */
export function sayNoted(noted: string): void {
  console.log(`This is in the audit log as entry ${noted}`);
}

/**
 * Runs a command to its end. An error is printed as a sentence, which `reword` may change. The command returns the exit
 * code; 78 is a bad configuration.
 */
export async function runCommand(
  command: () => Promise<number>,
  reword: (sentence: string) => string = (sentence) => sentence,
): Promise<void> {
  try {
    // Exits at once: an open connection to PostgreSQL would keep the process alive.
    process.exit(await command());
  } catch (error) {
    console.error(showLines(reword(explainFailure(error))));
    process.exit(error instanceof ConfigurationError ? 78 : 1);
  }
}
