import type { Updateable } from "kysely";
import { cursorSeal } from "#lib/server/audit/cursor-seal";
import type { Db, TransferRow } from "#lib/server/tables/schema";

/** Networks are watched since then, as if the dashboard had written it. */
export async function watchSince(ledger: Db, watched_since: string): Promise<void> {
  for (const row of await ledger.selectFrom("chain_cursors").selectAll().execute())
    await ledger
      .updateTable("chain_cursors")
      .set({ watched_since, seal: cursorSeal({ ...row, watched_since }) })
      .where("network", "=", row.network)
      .execute();
}

/** The transfer was made then: its addresses have the time too. */
export async function madeAt(
  ledger: Db,
  id: string,
  created_at: string,
  changes: Updateable<TransferRow> = {},
): Promise<void> {
  await ledger
    .updateTable("transfers")
    .set({ created_at, ...changes })
    .where("id", "=", id)
    .execute();
  for (const table of ["addresses", "attention"] as const)
    await ledger.updateTable(table).set({ created_at }).where("transfer_id", "=", id).execute();
}
