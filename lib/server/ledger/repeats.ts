import "server-only";
import type { Trx } from "#lib/server/tables/schema";
import { holdValue } from "#lib/server/tables/value-lock";

/**
 * Invariant: every transfer whose address or transaction ID stands on another one has `is_repeated`, so that looking for
 * them reads those alone. It is set and never taken back; who reads it asks for the twin as well.
 */

/**
 * Marks a transfer and its twin when what the service has just said of it stands on another one already. Called in the
 * transaction that writes an address or a transaction ID, after it.
 */
export async function markRepeats(trx: Trx, id: string): Promise<void> {
  const own = await trx
    .selectFrom("transfers")
    .select(["address", "transaction_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  for (const column of ["address", "transaction_id"] as const) {
    const value = own[column];
    if (value === null) continue;
    await holdValue(trx, "reported", value);
    // One twin is enough: of three or more, the others were marked when the second came.
    const twin = await trx
      .selectFrom("transfers")
      .select("id")
      .where(column, "=", value)
      .where("id", "<>", id)
      .executeTakeFirst();
    if (twin === undefined) continue;
    await trx
      .updateTable("transfers")
      .set({ is_repeated: 1 })
      .where("id", "in", [id, twin.id])
      .where("is_repeated", "=", 0)
      .execute();
  }
}
