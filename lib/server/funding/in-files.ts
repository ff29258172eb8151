import type { Trx } from "#lib/server/tables/schema";

/** The newest funding file that holds a transfer: when it was made, and which it is. */
export function newestFile(
  trx: Trx,
  transferId: string,
): Promise<{ at: string; text: string | null } | undefined> {
  return trx
    .selectFrom("transfer_events")
    .select(["at", "text"])
    .where("transfer_id", "=", transferId)
    .where("kind", "=", "fund_file")
    .orderBy("seq", "desc")
    .executeTakeFirst();
}
