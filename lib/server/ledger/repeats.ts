import "server-only";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { databaseKind } from "#lib/server/database/db";
import type { Trx } from "#lib/server/tables/schema";

/** Invariant: `is_repeated` is set on every transfer that shares its address or transaction ID, and never reset. */

/** A number that no other program in the database is likely to use. */
const valueLockClass = 1_868_982_901;

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
    await holdValue(trx, value);
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

/** Serialises writers of one value, who would not see each other's row. */
async function holdValue(trx: Trx, value: string): Promise<void> {
  if (databaseKind() === "sqlite") return;
  const number = createHash("sha256").update(value).digest().readInt32BE();
  await sql`select pg_advisory_xact_lock(${valueLockClass}, ${number})`.execute(trx);
}
