import "server-only";
import type { Db, Trx } from "#lib/server/tables/schema";
import { endedStatuses } from "#lib/transfer/watch";

/** Other transfers that have a transfer's address or transaction ID. */

/** Returns those of these transfers that share one with a transfer that has not ended. */
export async function readTwins(ledger: Db | Trx, ids: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const id of ids) if (await hasOpenTwin(ledger, id)) found.add(id);
  return found;
}

async function hasOpenTwin(ledger: Db | Trx, id: string): Promise<boolean> {
  const byId = await ledger
    .selectFrom("transfers as own")
    .innerJoin("transfers as twin", "twin.transaction_id", "own.transaction_id")
    .select("twin.id")
    .where("own.id", "=", id)
    .where("twin.id", "<>", id)
    .where("twin.status", "not in", [...endedStatuses])
    .limit(1)
    .executeTakeFirst();
  if (byId !== undefined) return true;
  const byAddress = await ledger
    .selectFrom("addresses as own")
    .innerJoin("addresses as other", "other.account", "own.account")
    .innerJoin("transfers as twin", "twin.id", "other.transfer_id")
    .select("twin.id")
    .where("own.transfer_id", "=", id)
    .where("other.transfer_id", "<>", id)
    .where("twin.status", "not in", [...endedStatuses])
    .limit(1)
    .executeTakeFirst();
  return byAddress !== undefined;
}
