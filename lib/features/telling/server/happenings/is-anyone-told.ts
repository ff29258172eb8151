import { isMailSet } from "#lib/server/outbox/messengers";
import type { Db, Trx } from "#lib/server/tables/schema";

/** Whether anybody hears of what needs a person: people by e-mail, or systems by webhooks. */
export async function isAnyoneTold(ledger: Db | Trx): Promise<boolean> {
  if (isMailSet()) return true;
  const endpoint = await ledger
    .selectFrom("endpoints")
    .select("id")
    .where("is_on", "=", 1)
    .where("removed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return endpoint !== undefined;
}
