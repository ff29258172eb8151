import "server-only";
import { setImmediate } from "node:timers/promises";
import { inTransaction } from "#lib/server/audit/transaction";
import { env } from "#lib/server/config/env";
import { noteAddresses } from "#lib/server/standing/addresses";
import { writeStandings } from "#lib/server/standing/write-standing";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, Trx } from "#lib/server/tables/schema";
import { markRepeats } from "./repeats";
import { holdTransfers } from "./transfer-ledger";

/**
 * Invariant: where each transfer stands is written by one set of rules. When they change, or a ledger comes without it, all
 * is computed again from the events, in steps that a stop at any moment loses nothing of, and nobody is told what stood.
 */

/** Grows with every change of the rules in `lib/transfer/standing`. */
const rulesVersion = 2;
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

type Progress = { recipe: string; next_recipe: string; last_id: string };

/** Writes every standing again where they were written by other rules. Returns how many transfers were gone through. */
export async function refillStandings(ledger: Db): Promise<number> {
  const next_recipe = recipeNow();
  let count = 0;
  for (;;) {
    const known = await readProgress(ledger);
    if (known?.recipe === next_recipe) return count;
    const isOwn = known?.next_recipe === next_recipe;
    // A server with other rules has begun since: the last to begin writes them. Empty: to be begun again.
    if (count > 0 && !isOwn && known?.next_recipe !== "") return count;
    const from = isOwn ? known.last_id : "";
    const page = await ledger
      .selectFrom("transfers")
      .select("id")
      .where("id", ">", from)
      .orderBy("id")
      .limit(atOnce)
      .execute();
    const last = page.at(-1);
    if (last === undefined) {
      await note(ledger, known, { recipe: next_recipe, next_recipe, last_id: "" });
      continue;
    }
    const isOurs = await inTransaction(ledger, async (trx) => {
      // First, so that whoever begins it again waits for this step, and the next one sees that.
      const next = { recipe: known?.recipe ?? "", next_recipe, last_id: last.id };
      if (!(await note(trx, known, next))) return false;
      await refill(
        trx,
        page.map(({ id }) => id),
      );
      return true;
    });
    if (isOurs) count += page.length;
    await setImmediate();
  }
}

function readProgress(ledger: Db): Promise<Progress | undefined> {
  return ledger
    .selectFrom("standing_recipe")
    .select(["recipe", "next_recipe", "last_id"])
    .where("id", "=", 1)
    .executeTakeFirst();
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
    .innerJoin("addresses as other", "other.account", "own.account")
    .innerJoin("transfers", "transfers.id", "own.transfer_id")
    .select("own.transfer_id")
    .distinct()
    .whereRef("other.transfer_id", "<>", "own.transfer_id")
    .where(isOneOf(trx, "own.transfer_id", held))
    .where("transfers.is_repeated", "=", 0)
    .execute();
  for (const { transfer_id } of sharing) await markRepeats(trx, transfer_id);
}

/** Only over what was read: a word that was taught since, or another server’s step, is not written over. */
async function note(ledger: Db | Trx, known: Progress | undefined, next: Progress): Promise<boolean> {
  if (known === undefined) {
    const { numInsertedOrUpdatedRows } = await ledger
      .insertInto("standing_recipe")
      .values({ id: 1, ...next })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await ledger
    .updateTable("standing_recipe")
    .set(next)
    .where("id", "=", 1)
    .where("recipe", "=", known.recipe)
    .where("next_recipe", "=", known.next_recipe)
    .where("last_id", "=", known.last_id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
