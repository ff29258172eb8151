import type { Actor } from "#lib/server/auth/actor";
import { db } from "#lib/server/database/db";

/** What the overview asks a person to do first: what was done by anybody, and whether this person has put it away. */
export type FirstSteps = {
  isHidden: boolean;
  admin: { id: string; name: string; at: string } | undefined;
  hasColleague: boolean;
  hasPayee: boolean;
  /** The service has reached this dashboard. */
  hasUpdate: boolean;
};

export async function readFirstSteps({ person }: Pick<Actor, "person">): Promise<FirstSteps> {
  const ledger = await db();
  const [own, people, invitation, payee, received] = await Promise.all([
    ledger
      .selectFrom("people")
      .select("first_steps_hidden_at")
      .where("id", "=", person.id)
      .executeTakeFirst(),
    ledger.selectFrom("people").select(["id", "name", "created_at"]).orderBy("created_at").limit(2).execute(),
    ledger
      .selectFrom("one_time_links")
      .select("id")
      .where("kind", "=", "invitation")
      .limit(1)
      .executeTakeFirst(),
    ledger.selectFrom("payees").select("id").limit(1).executeTakeFirst(),
    ledger.selectFrom("received").select("transfer_id").limit(1).executeTakeFirst(),
  ]);
  const [first] = people;
  return {
    isHidden: own?.first_steps_hidden_at != null,
    admin: first && { id: first.id, name: first.name, at: first.created_at },
    hasColleague: people.length > 1 || invitation !== undefined,
    hasPayee: payee !== undefined,
    hasUpdate: received !== undefined,
  };
}

/** For this person, in every browser. */
export async function hideFirstSteps({ person }: Actor): Promise<void> {
  await (await db())
    .updateTable("people")
    .set({ first_steps_hidden_at: new Date().toISOString() })
    .where("id", "=", person.id)
    .execute();
}
