import type { Db } from "#lib/server/tables/schema";

/** Removes a transfer, as a database has it that went back to before it was asked for. */
export async function loseTransfer(ledger: Db, id: string): Promise<void> {
  for (const table of ["transfer_events", "transfer_names"] as const)
    await ledger.deleteFrom(table).where("transfer_id", "=", id).execute();
  await loseStanding(ledger, id);
  await ledger.deleteFrom("transfers").where("id", "=", id).execute();
}

/** What the ledger keeps of a transfer beside its events, and what those did that are lost. */
export async function loseStanding(ledger: Db, id: string): Promise<void> {
  for (const table of ["attention", "addresses"] as const)
    await ledger.deleteFrom(table).where("transfer_id", "=", id).execute();
  const events = await ledger
    .selectFrom("transfer_events")
    .select("seq")
    .where("transfer_id", "=", id)
    .execute();
  const last = Math.max(0, ...events.map(({ seq }) => seq));
  await ledger.deleteFrom("movements").where("transfer_id", "=", id).where("seq", ">", last).execute();
}
