import type { Colleague } from "#lib/features/controls/eligible";
import { calledName } from "#lib/server/database/person-name";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db, Trx } from "#lib/server/tables/schema";

/** Everybody with an account, as the rules see them, and the time by which their holds are judged. */
export async function readColleagues(ledger: Db | Trx): Promise<{ people: Colleague[]; now: string }> {
  const rows = await ledger
    .selectFrom("people")
    .select(["id", "role", "is_disabled", "two_factor_enabled", "approves_from"])
    .select(calledName().$notNull().as("name"))
    .orderBy("name")
    .orderBy("id")
    .execute();
  const now = await readDatabaseTime(ledger);
  const people = rows.map(({ is_disabled, two_factor_enabled, approves_from, ...row }) => ({
    ...row,
    isDisabled: is_disabled === 1,
    hasSecondFactor: two_factor_enabled === 1,
    approvesFrom: approves_from,
  }));
  return { people, now };
}

/** Keeps these people as they are until the transaction ends; always in one order. */
export async function lockPeople(trx: Trx, ids: readonly string[]): Promise<void> {
  if (!isPostgres(trx) || ids.length === 0) return;
  await trx
    .selectFrom("people")
    .select("id")
    .where("id", "in", [...new Set(ids)].sort())
    .orderBy("id")
    .forShare()
    .execute();
}
