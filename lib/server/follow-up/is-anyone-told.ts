import "server-only";
import type { Db, Trx } from "#lib/server/tables/schema";

/** Whether anybody hears of what needs a person. */
export async function isAnyoneTold(ledger: Db | Trx): Promise<boolean> {
  const endpoint = await ledger
    .selectFrom("endpoints")
    .select("id")
    .where("is_on", "=", 1)
    .where("removed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return endpoint !== undefined;
}
