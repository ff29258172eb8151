import "server-only";
import { TransferDraft } from "#lib/contract/draft";
import { inTransaction } from "#lib/server/audit/transaction";
import type { Actor } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { openText, sealText } from "#lib/server/credentials/bound-text";
import { db } from "#lib/server/database/db";
import type { Trx } from "#lib/server/tables/schema";

/**
 * Invariant: a draft is of one person, session and form, and encrypted for these three, so that it opens nowhere else. It
 * ends with its session. It isn't audited: it is no act, and whoever reads it has typed it, or opened the account, which was.
 */

/** Of a person; an older one goes when there are more. */
export const mostDrafts = 20;

/** Replaces the form's draft. */
export async function keepDraft(draft: TransferDraft, actor: Actor): Promise<void> {
  const { form: form_id } = draft;
  const row = {
    session_id: actor.sessionId,
    encrypted_content: sealText(JSON.stringify(draft), purpose, placeOf(actor, form_id)),
    updated_at: new Date().toISOString(),
  };
  await inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "create");
    await trx
      .insertInto("drafts")
      .values({ person_id: actor.person.id, form_id, ...row })
      .onConflict((conflict) => conflict.columns(["person_id", "form_id"]).doUpdateSet(row))
      .execute();
    await dropOldest(trx, actor);
  });
}

/** The form's own, or without a form all of the session, newest first. */
export async function readDrafts(actor: Actor, form?: string): Promise<TransferDraft[]> {
  let query = (await db())
    .selectFrom("drafts")
    .select(["form_id", "encrypted_content"])
    .where("person_id", "=", actor.person.id)
    .where("session_id", "=", actor.sessionId)
    .orderBy("updated_at", "desc")
    .limit(mostDrafts);
  if (form !== undefined) query = query.where("form_id", "=", form);
  return (await query.execute()).flatMap(({ form_id, encrypted_content }) => {
    // Nothing of what a secret of before has encrypted, or of a row that was another's.
    const text = openText(encrypted_content, purpose, placeOf(actor, form_id));
    const draft = text === undefined ? undefined : TransferDraft.safeParse(JSON.parse(text)).data;
    return draft === undefined ? [] : [draft];
  });
}

/** Another session's stays. */
export async function dropDraft(form: string, { person, sessionId }: Actor): Promise<void> {
  await (await db())
    .deleteFrom("drafts")
    .where("person_id", "=", person.id)
    .where("session_id", "=", sessionId)
    .where("form_id", "=", form)
    .execute();
}

const purpose = "draft";

function placeOf({ person, sessionId }: Actor, form: string): string[] {
  return [person.id, sessionId, form];
}

async function dropOldest(trx: Trx, { person }: Actor): Promise<void> {
  const old = await trx
    .selectFrom("drafts")
    .select("form_id")
    .where("person_id", "=", person.id)
    .orderBy("updated_at", "desc")
    .orderBy("form_id")
    .limit(1_000)
    .offset(mostDrafts)
    .execute();
  if (old.length === 0) return;
  const forms = old.map(({ form_id }) => form_id);
  await trx.deleteFrom("drafts").where("person_id", "=", person.id).where("form_id", "in", forms).execute();
}
