import { isPostgres } from "#lib/server/tables/engine";
import type { PersonRow, Trx } from "#lib/server/tables/schema";

/** Invariant: a person's version grows with what a sign-in is judged by, and one of an older version makes no session. */

/** In place of its person's version, in a session that has ended by itself: no person has it, so it opens nothing again. */
export const endedVersion = -1;

/** Read the version before, or with, what is judged. */
export type Judged = { personId: string; version: number };

/** Locks the person's row until the transaction ends. */
export async function holdPerson(trx: Trx, id: string): Promise<PersonRow | undefined> {
  if (isPostgres(trx))
    return trx.selectFrom("people").selectAll().where("id", "=", id).forShare().executeTakeFirst();
  // On SQLite a transaction must write before it reads; then it is the only writer.
  return trx
    .updateTable("people")
    .set(({ ref }) => ({ updated_at: ref("updated_at") }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** The person, locked, if they may sign in and have not changed since they were judged. */
export async function holdJudged(trx: Trx, { personId, version }: Judged): Promise<PersonRow | undefined> {
  const person = await holdPerson(trx, personId);
  return person?.is_disabled === 0 && person.sign_in_version === version ? person : undefined;
}

/** Also ends links for another password, and all sessions but `kept`. Returns how many sessions ended. */
export async function writePassword(
  trx: Trx,
  personId: string,
  hash: string,
  kept?: string,
): Promise<number> {
  await trx
    .updateTable("credentials")
    .set({ password_hash: hash, updated_at: new Date().toISOString() })
    .where("person_id", "=", personId)
    .execute();
  await trx
    .deleteFrom("one_time_links")
    .where("kind", "=", "password")
    .where("person_id", "=", personId)
    .execute();
  return growVersion(trx, personId, kept);
}

/** Ends sign-ins under way and all sessions but the kept one (`all`, or none). Returns how many sessions ended. */
export async function growVersion(trx: Trx, personId: string, kept?: string): Promise<number> {
  const { sign_in_version } = await trx
    .updateTable("people")
    .set(({ eb }) => ({
      sign_in_version: eb("sign_in_version", "+", 1),
      updated_at: new Date().toISOString(),
    }))
    .where("id", "=", personId)
    .returning("sign_in_version")
    .executeTakeFirstOrThrow();
  // Sessions of an older version are already void, and stay so.
  await trx
    .updateTable("sessions")
    .set({ sign_in_version })
    .where("person_id", "=", personId)
    .where("sign_in_version", "=", sign_in_version - 1)
    .$if(kept !== "all", (query) => query.where("id", "=", kept ?? ""))
    .execute();
  const ended = await trx
    .deleteFrom("sessions")
    .where("person_id", "=", personId)
    .where("sign_in_version", "<>", sign_in_version)
    .returning("sign_in_version")
    .execute();
  // Not those that had ended by themselves before.
  return ended.filter((session) => session.sign_in_version !== endedVersion).length;
}
