import "server-only";
import type { Trx } from "#lib/server/tables/schema";
import { holdValue } from "#lib/server/tables/value-lock";

/** Invariant: `is_repeated` is set on every transfer that shares its address or transaction ID, and never reset. */

/** Call it in the transaction that writes an address or a transaction ID, after it. */
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
    // One twin is enough: the others were marked when the second came.
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
