import { ConfigurationError } from "#lib/server/config/env";
import { explainFailure } from "#lib/server/database/explain-failure";
import type { Examined } from "#lib/server/verify/examine-ledger";
import { showExactly, showLines } from "#lib/text/visible-text";

/** Prints what a ledger holds and each fault of it. Gives the exit code: 0 when it holds. */
export function sayLedger({ id, transfers, events, entries, faults }: Examined): number {
  for (const fault of faults) console.log(showExactly(fault));
  console.log(
    `Transfers: ${transfers}. Events: ${events}. Audit entries: ${entries}. Faults: ${faults.length}.`,
  );
  if (id !== undefined) console.log(`The ledger's ID: ${id}`);
  return faults.length === 0 ? 0 : 1;
}

/** Prints the entry by which the audit log tells of what a command did, to be noted elsewhere. */
export function sayNoted(noted: string): void {
  console.log(`This is in the audit log as entry ${noted}`);
}

/**
 * Runs a command to its end; what it throws is said in a sentence, which `reword` may still change. The command gives the
 * exit code; 78 is a bad configuration.
 */
export async function runCommand(
  command: () => Promise<number>,
  reword: (sentence: string) => string = (sentence) => sentence,
): Promise<void> {
  try {
    // At once: a connection to PostgreSQL would keep the process for as long as it is open.
    process.exit(await command());
  } catch (error) {
    console.error(showLines(reword(explainFailure(error))));
    process.exit(error instanceof ConfigurationError ? 78 : 1);
  }
}
