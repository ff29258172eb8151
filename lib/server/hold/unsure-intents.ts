import "server-only";
import { inTransaction } from "#lib/server/audit/transaction";
import { holdTransfers, move } from "#lib/server/ledger/transfer-ledger";
import type { Db } from "#lib/server/tables/schema";
import { isHeld, lockServer } from "./transfer-hold";

const mayBeSent = "The database may have lost what came after this, so it may have been sent.";
const claimLost =
  "The database may have lost that this transfer was sent. We don't know whether the service created the transfer.";

/**
 * Every intent becomes unknown while new transfers are on hold: its claim may be what the database has lost. Servers that
 * sent one bring its answer back first, so call this when they have had the time.
 */
export async function callIntentsUnknown(ledger: Db): Promise<void> {
  const intents = await ledger
    .selectFrom("transfers")
    .select("id")
    .where("submission", "=", "recorded")
    .execute();
  for (const { id } of intents) {
    await inTransaction(ledger, async (trx) => {
      // The hold can end, and an intent of later be recorded, after the caller has looked.
      await holdTransfers(trx, [id]);
      const noted = await lockServer(trx);
      if (noted === undefined || !isHeld(noted)) return;
      const claimed = { source: "dashboard", kind: "dispatched", text: mayBeSent } as const;
      if (!(await move(trx, id, ["recorded", "dispatching"], claimed))) return;
      const event = {
        source: "dashboard",
        kind: "outcome_unknown",
        text: claimLost,
      } as const;
      await move(trx, id, ["dispatching", "unknown"], event);
    });
  }
}
