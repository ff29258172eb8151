import { writeStandings } from "#lib/server/standing/write-standing";
import type { Trx } from "#lib/server/tables/schema";
import { holdValue } from "#lib/server/tables/value-lock";

/**
 * Invariant: `is_repeated` is set on every transfer that shares an address or transaction ID with another one, and never
 * reset. Every address counts that a source ever named for it.
 */

/** Call it in the transaction that writes an address or a transaction ID, after it. */
export async function markRepeats(trx: Trx, id: string): Promise<void> {
  // One twin is enough: the others were marked when the second came.
  const twins = [await twinById(trx, id), ...(await twinsByAddress(trx, id))];
  const marked = [...new Set(twins.filter((twin) => twin !== undefined))].sort();
  if (marked.length === 0) return;
  const changed = await trx
    .updateTable("transfers")
    .set({ is_repeated: 1 })
    .where("id", "in", [id, ...marked])
    .where("is_repeated", "=", 0)
    .returning("id")
    .execute();
  await writeStandings(
    trx,
    changed.map((row) => row.id),
  );
}

async function twinById(trx: Trx, id: string): Promise<string | undefined> {
  const { transaction_id } = await trx
    .selectFrom("transfers")
    .select("transaction_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (transaction_id === null) return undefined;
  await holdValue(trx, "reported", transaction_id);
  const twin = await trx
    .selectFrom("transfers")
    .select("id")
    .where("transaction_id", "=", transaction_id)
    .where("id", "<>", id)
    .limit(1)
    .executeTakeFirst();
  return twin?.id;
}

async function twinsByAddress(trx: Trx, id: string): Promise<string[]> {
  const own = await trx
    .selectFrom("addresses")
    .select("account")
    .where("transfer_id", "=", id)
    .orderBy("account")
    .execute();
  const found: string[] = [];
  for (const { account } of own) {
    await holdValue(trx, "reported", account);
    const twin = await trx
      .selectFrom("addresses")
      .select("transfer_id")
      .where("account", "=", account)
      .where("transfer_id", "<>", id)
      .limit(1)
      .executeTakeFirst();
    if (twin !== undefined) found.push(twin.transfer_id);
  }
  return found;
}
