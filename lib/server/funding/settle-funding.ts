import { depositsOf } from "#lib/server/standing/funding-facts";
import type { Trx } from "#lib/server/tables/schema";
import { liveFundings } from "#lib/transfer/funding";
import { moveFunding } from "./write-funding";

/** Invariant: that a funding has arrived is said by a deposit that stands, and taken back when none does any more. */

/** For a locked transfer whose deposits have just changed. The deposit's own event is the news. */
export async function settleFundings(trx: Trx, transferId: string): Promise<void> {
  const fundings = await trx
    .selectFrom("fundings")
    .selectAll()
    .where("transfer_id", "=", transferId)
    .where("state", "in", [...liveFundings, "arrived"])
    .orderBy("asked_at", "desc")
    .execute();
  if (fundings.length === 0) return;
  const deposits = await trx
    .selectFrom("deposits")
    .selectAll()
    .where("transfer_id", "=", transferId)
    .execute();
  const standing = deposits.filter(({ state }) => state !== "gone");
  const isLive = fundings.some(({ state }) => state !== "arrived");
  const [newest] = fundings;
  for (const funding of fundings) {
    const hasArrived = depositsOf(funding, standing).length > 0;
    if (hasArrived) await moveFunding(trx, funding, liveFundings, "arrived");
    // Of several only the newest can be what still travels, and only one may.
    else if (!isLive && funding === newest) await moveFunding(trx, funding, ["arrived"], "sent");
  }
}
