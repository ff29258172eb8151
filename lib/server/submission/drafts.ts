import type { ExpressionBuilder } from "kysely";
import { TransferDraft } from "#lib/contract/draft";
import { inTransaction } from "#lib/server/audit/transaction";
import type { Actor } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { openText, sealText } from "#lib/server/credentials/bound-text";
import { endedVersion } from "#lib/server/credentials/sign-in-version";
import { db } from "#lib/server/database/db";
import type { Schema, Trx } from "#lib/server/tables/schema";

/**
 * Invariant: a draft is of one person, session and form, and encrypted for these three, so that it opens nowhere else. It
 * ends with its session; where that ended by itself, its person finds it at the next sign-in. It isn't audited: it is no act, and whoever reads it has typed it, or opened the account, which was.
 */

/** Of a person; an older one goes when there are more. */
export const mostDrafts = 20;

/** Replaces the form's draft. */
export async function keepDraft(draft: TransferDraft, actor: Actor): Promise<void> {
  const { form: form_id } = draft;
  const row = {
    session_id: actor.sessionId,
    encrypted_content: sealText(
      JSON.stringify(draft),
      purpose,
      placeOf(actor.person.id, actor.sessionId, form_id),
    ),
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
    .innerJoin("sessions", "sessions.id", "drafts.session_id")
    .select(["drafts.form_id", "drafts.session_id", "drafts.encrypted_content"])
    .where("drafts.person_id", "=", actor.person.id)
    .where(isReadable(actor))
    .orderBy("drafts.updated_at", "desc")
    .limit(mostDrafts);
  if (form !== undefined) query = query.where("drafts.form_id", "=", form);
  return (await query.execute()).flatMap(({ form_id, session_id, encrypted_content }) => {
    // Nothing of what a secret of before has encrypted, or of a row that was another's.
    const text = openText(encrypted_content, purpose, placeOf(actor.person.id, session_id, form_id));
    const draft = text === undefined ? undefined : TransferDraft.safeParse(JSON.parse(text)).data;
    return draft === undefined ? [] : [draft];
  });
}

/** Another open session's stays. */
export async function dropDraft(form: string, actor: Actor): Promise<void> {
  const ledger = await db();
  const readable = ledger.selectFrom("sessions").select("sessions.id").where(isReadable(actor));
  await ledger
    .deleteFrom("drafts")
    .where("person_id", "=", actor.person.id)
    .where("session_id", "in", readable)
    .where("form_id", "=", form)
    .execute();
}

/** The session's own, and those of the person's sessions that ended by themselves: what was typed is still theirs. */
function isReadable({ person, sessionId }: Actor) {
  return ({ eb, or, and }: ExpressionBuilder<Schema, "sessions">) =>
    or([
      eb("sessions.id", "=", sessionId),
      and([eb("sessions.person_id", "=", person.id), eb("sessions.sign_in_version", "=", endedVersion)]),
    ]);
}

const purpose = "draft";

function placeOf(personId: string, sessionId: string, form: string): string[] {
  return [personId, sessionId, form];
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
