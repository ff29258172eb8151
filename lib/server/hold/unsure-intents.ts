import { inTransaction } from "#lib/server/audit/transaction";
import { holdTransfers, move } from "#lib/server/ledger/transfer-ledger";
import type { Db } from "#lib/server/tables/schema";
import { isHeld, lockServer } from "./transfer-hold";

const mayBeSent = "The database may have lost later records, so the transfer may have been sent.";
const claimLost =
  "The database may have lost the record that this transfer was sent. We don't know whether the service created it.";

/** For a hold, when claims may be lost. Call it after servers had time to save their answers again. */
export async function callIntentsUnknown(ledger: Db): Promise<void> {
  const intents = await ledger
    .selectFrom("transfers")
    .select("id")
    .where("submission", "=", "recorded")
    .execute();
  for (const { id } of intents) {
    await inTransaction(ledger, async (trx) => {
      // The hold can end, and a later intent be recorded, after the caller has looked.
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
