import type { Db } from "#lib/server/tables/schema";

/** Removes a transfer, as a database has it that went back to before it was asked for. */
export async function loseTransfer(ledger: Db, id: string): Promise<void> {
  await loseStanding(ledger, id);
  for (const table of ["transfer_events", "transfer_names"] as const)
    await ledger.deleteFrom(table).where("transfer_id", "=", id).execute();
  await ledger.deleteFrom("transfers").where("id", "=", id).execute();
}

/** What the ledger keeps of a transfer beside its events. */
export async function loseStanding(ledger: Db, id: string): Promise<void> {
  for (const table of ["attention", "addresses"] as const)
    await ledger.deleteFrom(table).where("transfer_id", "=", id).execute();
}
