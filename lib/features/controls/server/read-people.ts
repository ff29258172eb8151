import type { AuditAction } from "#lib/contract/audit/audit-actions";
import type { Colleague } from "#lib/features/controls/eligible";
import { env } from "#lib/server/config/env";
import { calledName } from "#lib/server/database/person-name";
import { databaseTime, readDatabaseTime } from "#lib/server/tables/database-clock";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db, Trx } from "#lib/server/tables/schema";

/** Everybody with an account, as the rules see them, and the time by which their holds are judged. */
export async function readColleagues(ledger: Db | Trx): Promise<{ people: Colleague[]; now: string }> {
  const rows = await ledger
    .selectFrom("people")
    .select(["id", "role", "is_disabled", "two_factor_enabled", "approves_from", "approves_from_why"])
    .select(calledName().$notNull().as("name"))
    .orderBy("name")
    .orderBy("id")
    .execute();
  const now = await readDatabaseTime(ledger);
  const people = rows.map(
    ({ is_disabled, two_factor_enabled, approves_from, approves_from_why, ...row }) => ({
      ...row,
      isDisabled: is_disabled === 1,
      hasSecondFactor: two_factor_enabled === 1,
      approvesFrom: approves_from,
      heldFor: approves_from_why,
    }),
  );
  return { people, now };
}

/** Who was disabled, or got another role, within the hold: they could have approved or confirmed by now. */
export async function readTakenAway(ledger: Db | Trx): Promise<Set<string>> {
  const { controlHoldMs } = env();
  if (controlHoldMs === 0) return new Set();
  const rows = await ledger
    .selectFrom("audit_log")
    .select("record_id")
    .where("action", "in", ["person_disabled", "role_changed"] satisfies AuditAction[])
    .where("at", ">", databaseTime(ledger, -controlHoldMs))
    .execute();
  return new Set(rows.flatMap(({ record_id }) => record_id ?? []));
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
