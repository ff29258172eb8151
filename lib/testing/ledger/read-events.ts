import type { Db, TransferEventRow } from "#lib/server/tables/schema";

/** The events of a transfer in their order, with all that is stored of them. */
export function readEvents(db: Db, id: string): Promise<TransferEventRow[]> {
  return db.selectFrom("transfer_events").selectAll().where("transfer_id", "=", id).orderBy("seq").execute();
}
