import { cursorSeal } from "#lib/server/audit/cursor-seal";
import type { Db } from "#lib/server/tables/schema";

/** Networks are watched since then, as if the dashboard had written it. */
export async function watchSince(ledger: Db, watched_since: string): Promise<void> {
  for (const row of await ledger.selectFrom("chain_cursors").selectAll().execute())
    await ledger
      .updateTable("chain_cursors")
      .set({ watched_since, seal: cursorSeal({ ...row, watched_since }) })
      .where("network", "=", row.network)
      .execute();
}
