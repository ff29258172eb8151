import type { AuditAction } from "#lib/contract/audit/audit-actions";
import type { Colleague } from "#lib/features/controls/eligible";
import { env } from "#lib/server/config/env";
import { calledName } from "#lib/server/database/person-name";
import { databaseTime, readDatabaseTime } from "#lib/server/tables/database-clock";
import { isPostgres } from "#lib/server/tables/engine";
import type { Db, Trx } from "#lib/server/tables/schema";

/**
 * Whether somebody's second factor, or none, is enough to approve. In the sandbox nobody needs one, as nobody waits for a hold:
 * one person tries both sides there, and nothing real is sent.
 */
export function isFactorEnough(hasSecondFactor: boolean): boolean {
  return env().isSandbox || hasSecondFactor;
}

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
      hasSecondFactor: isFactorEnough(two_factor_enabled === 1),
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

/** What begins a hold of a person’s approvals. */
const holding = [
  ...(["second_factor_reset", "password_reset", "role_changed", "person_enabled"] as const),
] satisfies AuditAction[];

/** What others did to a person, and when they joined, after `from` and until `to`. */
export function doneTo(ledger: Db | Trx, personId: string, { from, to }: { from: string; to: string }) {
  return ledger
    .selectFrom("audit_log")
    .where(({ eb, and, or }) =>
      or([
        and([eb("record_id", "=", personId), eb("action", "in", holding)]),
        // By a link that somebody else made.
        and([
          eb("record_id", "=", personId),
          eb("action", "=", "password_changed" satisfies AuditAction),
          eb("detail", "like", "%linkMadeBy%"),
        ]),
        // Its record is the link.
        and([eb("actor_id", "=", personId), eb("action", "=", "invitation_accepted" satisfies AuditAction)]),
      ]),
    )
    .where("at", ">", from)
    .where("at", "<=", to);
}

/** Whether a person approved nothing at that time: by the audit log, since a later hold takes the place of an earlier one. */
export async function wasHeld(ledger: Db | Trx, personId: string, at: string): Promise<boolean> {
  const from = new Date(Date.parse(at) - env().controlHoldMs).toISOString();
  const act = await doneTo(ledger, personId, { from, to: at }).select("seq").limit(1).executeTakeFirst();
  return act !== undefined;
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
