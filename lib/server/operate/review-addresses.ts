import { knownAssets } from "#lib/asset/asset-tables";
import { writtenContracts } from "#lib/asset/deposit-address";
import { inTransaction } from "#lib/server/audit/transaction";
import { env } from "#lib/server/config/env";
import { holdTransfers } from "#lib/server/ledger/transfer-ledger";
import { writeStandings } from "#lib/server/standing/write-standing";
import type { Db } from "#lib/server/tables/schema";

const mostAtOnce = 200;

/**
 * Closes the transfers whose stored address is a token's own contract: an operator may have named the token since. Returns
 * how many.
 */
export async function reviewAddresses(ledger: Db): Promise<number> {
  const contracts = [...new Set(writtenContracts([...env().assets, ...knownAssets]))];
  let closed = 0;
  for (;;) {
    const found = await ledger
      .selectFrom("transfers")
      .select("id")
      .where("address", "in", contracts)
      .where("address_check", "<>", "invalid")
      .limit(mostAtOnce)
      .execute();
    if (found.length === 0) return closed;
    const ids = found.map(({ id }) => id);
    await inTransaction(ledger, async (trx) => {
      await holdTransfers(trx, ids);
      await trx
        .updateTable("transfers")
        .set({ address_check: "invalid" })
        .where("id", "in", ids)
        .where("address", "in", contracts)
        .execute();
      await trx
        .updateTable("addresses")
        .set({ address_check: "invalid" })
        .where("transfer_id", "in", ids)
        .where("address", "in", contracts)
        .execute();
      await writeStandings(trx, ids);
    });
    closed += ids.length;
  }
}
