import "server-only";
import { setImmediate } from "node:timers/promises";
import { inTransaction } from "#lib/server/audit/transaction";
import { env } from "#lib/server/config/env";
import { noteAddresses } from "#lib/server/standing/addresses";
import { writeStandings } from "#lib/server/standing/write-standing";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, Trx } from "#lib/server/tables/schema";
import { holdTransfers } from "./transfer-ledger";

/**
 * Invariant: where each transfer stands is written by one set of rules. When they change, or a ledger comes without it, all
 * is computed again from the events, in steps that a stop at any moment loses nothing of, and nobody is told what stood.
 */

/** Grows with every change of the rules in `lib/transfer/standing`. */
const rulesVersion = 1;
const atOnce = 500;

/** The rules and the times that stored standings rest on. */
function recipeNow(): string {
  const { depositWindowMs, processingSilenceMs } = env();
  return `${rulesVersion} ${depositWindowMs} ${processingSilenceMs}`;
}

/** Whether every stored standing was written by the rules and times that hold now. */
export async function isWrittenByRulesNow(ledger: Db): Promise<boolean> {
  const known = await ledger.selectFrom("standing_recipe").selectAll().where("id", "=", 1).executeTakeFirst();
  return known?.recipe === recipeNow();
}

/** Writes every standing again where they were written by other rules. Returns how many transfers were gone through. */
export async function refillStandings(ledger: Db): Promise<number> {
  const recipe = recipeNow();
  const known = await ledger.selectFrom("standing_recipe").selectAll().where("id", "=", 1).executeTakeFirst();
  if (known?.recipe === recipe) return 0;
  let lastId = known?.next_recipe === recipe ? known.last_id : "";
  let count = 0;
  for (;;) {
    const page = await ledger
      .selectFrom("transfers")
      .select("id")
      .where("id", ">", lastId)
      .orderBy("id")
      .limit(atOnce)
      .execute();
    const last = page.at(-1);
    if (last === undefined) break;
    lastId = last.id;
    const next = { recipe: known?.recipe ?? "", next_recipe: recipe, last_id: lastId };
    await inTransaction(ledger, async (trx) => {
      await refill(
        trx,
        page.map(({ id }) => id),
      );
      await note(trx, next);
    });
    count += page.length;
    await setImmediate();
  }
  await note(ledger, { recipe, next_recipe: recipe, last_id: "" });
  return count;
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
  await markRepeated(trx, held);
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

/** An older version compared only the addresses that transfers had then. */
async function markRepeated(trx: Trx, ids: readonly string[]): Promise<void> {
  const shared = trx
    .selectFrom("addresses as own")
    .innerJoin("addresses as other", "other.account", "own.account")
    .select("own.transfer_id")
    .where(isOneOf(trx, "own.transfer_id", ids))
    .whereRef("other.transfer_id", "<>", "own.transfer_id");
  await trx
    .updateTable("transfers")
    .set({ is_repeated: 1 })
    .where("id", "in", shared)
    .where("is_repeated", "=", 0)
    .execute();
}

async function note(
  ledger: Db | Trx,
  row: { recipe: string; next_recipe: string; last_id: string },
): Promise<void> {
  await ledger
    .insertInto("standing_recipe")
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}
