import "server-only";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { TransferDraft } from "#lib/contract/draft";
import { inTransaction } from "#lib/server/audit/transaction";
import type { Actor } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { authSecret } from "#lib/server/credentials/secret";
import { db } from "#lib/server/database/db";

/**
 * Invariant: a draft is encrypted, one a person, and read only in the session that wrote it, which takes it along as it ends.
 * It isn't audited: it is no act, and whoever reads it has typed it, or opened the account, which was.
 */

/** Replaces the person's draft. */
export async function keepDraft(draft: TransferDraft, actor: Actor): Promise<void> {
  const encrypted_content = await symmetricEncrypt({ key: authSecret(), data: JSON.stringify(draft) });
  const row = { session_id: actor.sessionId, encrypted_content, updated_at: new Date().toISOString() };
  await inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "create");
    await trx
      .insertInto("drafts")
      .values({ person_id: actor.person.id, ...row })
      .onConflict((conflict) => conflict.column("person_id").doUpdateSet(row))
      .execute();
  });
}

/** `undefined` without one, and for what a secret of before has encrypted. */
export async function readDraft({ person, sessionId }: Actor): Promise<TransferDraft | undefined> {
  const row = await (await db())
    .selectFrom("drafts")
    .select("encrypted_content")
    .where("person_id", "=", person.id)
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const data = row.encrypted_content;
  const text = await symmetricDecrypt({ key: authSecret(), data }).catch(() => undefined);
  return text === undefined ? undefined : TransferDraft.safeParse(JSON.parse(text)).data;
}

/** Another session's stays. */
export async function dropDraft({ person, sessionId }: Actor): Promise<void> {
  await (await db())
    .deleteFrom("drafts")
    .where("person_id", "=", person.id)
    .where("session_id", "=", sessionId)
    .execute();
}
