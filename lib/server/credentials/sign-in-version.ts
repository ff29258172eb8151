import "server-only";
import { isPostgres } from "#lib/server/tables/engine";
import type { PersonRow, Trx } from "#lib/server/tables/schema";

/**
 * Invariant: a person's number grows with every change of what a sign-in is judged by: the password, the second factor,
 * the role, and whether they may sign in. A sign-in that was judged before such a change makes no session after it.
 */

/** Whose sign-in was judged, and under which number. It is read before, or with, what is judged. */
export type Judged = { personId: string; version: number };

/** The person, whose row no other transaction changes before this one ends. */
export async function holdPerson(trx: Trx, id: string): Promise<PersonRow | undefined> {
  if (isPostgres(trx))
    return trx.selectFrom("people").selectAll().where("id", "=", id).forShare().executeTakeFirst();
  // A transaction on SQLite must write before it reads; from there it is the only one that writes.
  return trx
    .updateTable("people")
    .set(({ ref }) => ({ updated_at: ref("updated_at") }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** The person, when they may sign in and nothing has changed since they were judged; held as {@link holdPerson} does. */
export async function holdJudged(trx: Trx, { personId, version }: Judged): Promise<PersonRow | undefined> {
  const person = await holdPerson(trx, personId);
  return person?.is_disabled === 0 && person.sign_in_version === version ? person : undefined;
}

/** Writes a new password, and ends the links for another one. Gives how many sessions have ended, all but the one kept. */
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

/**
 * Grows a person's number, and with it ends their sign-ins under way and their sessions but the ones that are kept: one,
 * `all`, or none. Gives how many sessions have ended.
 */
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
  // Rows of an older number are no sessions any more, and stay none.
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
    .executeTakeFirst();
  return Number(ended.numDeletedRows);
}
