import { randomUUID } from "node:crypto";
import { inTransaction } from "#lib/server/audit/transaction";
import { env } from "#lib/server/config/env";
import { noteAddresses } from "#lib/server/standing/addresses";
import { writeStandings } from "#lib/server/standing/write-standing";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, Trx } from "#lib/server/tables/schema";
import { transferIds } from "#lib/server/tables/transfer-ids";
import { rulesVersion } from "#lib/transfer/standing/standing";
import { markRepeats } from "./repeats";
import { holdTransfers } from "./transfer-ledger";

/**
 * Invariant: where each transfer stands is written by one set of rules. When they change, or a ledger comes without it, all
 * is computed again from the events, in steps that a stop at any moment loses nothing of, and nobody is told what stood.
 */

const atOnce = 500;

/** The rules and the times that stored standings rest on. */
function recipeNow(): string {
  const { depositWindowMs, processingSilenceMs } = env();
  return `${rulesVersion} ${depositWindowMs} ${processingSilenceMs}`;
}

/** Whether each stored standing is of today's rules. */
export async function isWrittenByTheseRules(ledger: Db | Trx): Promise<boolean> {
  const known = await ledger
    .selectFrom("standing_recipe")
    .select("recipe")
    .where("id", "=", 1)
    .executeTakeFirst();
  return known?.recipe === recipeNow();
}

/** Writes every standing again where they were written by other rules. Returns how many transfers were gone through. */
export async function refillStandings(ledger: Db): Promise<number> {
  const recipe = recipeNow();
  for (let count = 0; ; ) {
    const known = await knownRecipe(ledger);
    if (known.recipe === recipe) return count;
    const done = await refillSince(ledger, known, recipe);
    count += done.count;
    if (done.isWhole) return count;
  }
}

/** Begins anew every standing of this ledger, also for a server that is in the midst of writing them. */
export async function forgetRecipe(trx: Trx): Promise<void> {
  const anew = { recipe: randomUUID(), next_recipe: "", last_id: "" };
  await trx.updateTable("standing_recipe").set(anew).where("id", "=", 1).execute();
}

type Known = { recipe: string; next_recipe: string; last_id: string };

async function knownRecipe(ledger: Db): Promise<Known> {
  const known = await ledger.selectFrom("standing_recipe").selectAll().where("id", "=", 1).executeTakeFirst();
  if (known !== undefined) return known;
  const none = { recipe: "", next_recipe: "", last_id: "" };
  await ledger
    .insertInto("standing_recipe")
    .values({ id: 1, ...none })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  return none;
}

/** Not whole where a word was taught meanwhile, or another server was faster. */
async function refillSince(
  ledger: Db,
  known: Known,
  recipe: string,
): Promise<{ count: number; isWhole: boolean }> {
  const { recipe: before } = known;
  let count = 0;
  for await (const ids of transferIds(ledger, atOnce, known.next_recipe === recipe ? known.last_id : "")) {
    const next = { recipe: before, next_recipe: recipe, last_id: ids.at(-1) ?? "" };
    const isNoted = await inTransaction(ledger, async (trx) => {
      await refill(trx, ids);
      return note(trx, before, next);
    });
    count += ids.length;
    if (!isNoted) return { count, isWhole: false };
  }
  return { count, isWhole: await note(ledger, before, { recipe, next_recipe: recipe, last_id: "" }) };
}

async function refill(trx: Trx, ids: readonly string[]): Promise<void> {
  const held = await holdTransfers(trx, ids);
  const owners = await trx
    .selectFrom("transfers")
    .select(["id", "asset", "network", "created_at"])
    .where(isOneOf(trx, "id", held))
    .execute();
  const naming = await trx
    .selectFrom("transfer_events")
    .selectAll()
    .where(isOneOf(trx, "transfer_id", held))
    .where(({ eb, or }) => or([eb("address", "is not", null), eb("claimed_address", "is not", null)]))
    .orderBy("seq")
    .execute();
  await noteAddresses(trx, new Map(owners.map((owner) => [owner.id, owner])), naming);
  await markShared(trx, held);
  await writeStandings(trx, held);
  const now = new Date().toISOString();
  await trx
    .updateTable("attention")
    .set({ told_at: now })
    .where(isOneOf(trx, "transfer_id", held))
    .where("told_at", "is", null)
    .where("from_at", "<=", now)
    .execute();
}

/** Versions before knew of the address alone that counts. */
async function markShared(trx: Trx, held: readonly string[]): Promise<void> {
  const sharing = await trx
    .selectFrom("addresses as own")
    .innerJoin("transfers", "transfers.id", "own.transfer_id")
    .select("own.transfer_id")
    .distinct()
    .where(isOneOf(trx, "own.transfer_id", held))
    .where("transfers.is_repeated", "=", 0)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("addresses as other")
          .select("other.seq")
          .whereRef("other.account", "=", "own.account")
          .whereRef("other.transfer_id", "<>", "own.transfer_id"),
      ),
    )
    .execute();
  for (const { transfer_id } of sharing) await markRepeats(trx, transfer_id);
}

/** Compare-and-set: false where what was to be written has changed. */
async function note(ledger: Db | Trx, before: string, row: Known): Promise<boolean> {
  const noted = await ledger
    .updateTable("standing_recipe")
    .set(row)
    .where("id", "=", 1)
    .where("recipe", "=", before)
    .executeTakeFirst();
  return noted.numUpdatedRows === 1n;
}
