import { sql } from "kysely";
import type { InvitationInput, OneTimeLink } from "#lib/contract/people";
import { Problem } from "#lib/contract/problem";
import { type AuditEntry, appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { db } from "#lib/server/database/db";
import type { OneTimeLinkRow, Trx } from "#lib/server/tables/schema";
import { type MailedLink, mailLink } from "./link-mail";
import { type MadeLink, makeLink } from "./links";
import { mostInvitations, mostPeople, takePerson } from "./people";

/** Invariant: links are made and revoked by somebody who may at that moment, and the audit log names them. */

/** E-mails the link where this server sends mail, or returns it. Throws `person_exists`, and `not_possible_now` where there are too many. */
export async function invite({ email, role }: InvitationInput, actor: Actor): Promise<OneTimeLink> {
  const link = await inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "manage_people", true);
    const known = await trx.selectFrom("people").select("id").where("email", "=", email).executeTakeFirst();
    if (known !== undefined)
      throw new Problem("person_exists", "This address already has an account.", {
        errors: [{ path: "email", message: "This address already has an account." }],
      });
    const { id, path, expiresAt } = await makeLink(trx, {
      kind: "invitation",
      email,
      role,
      person_id: null,
      created_by: actor.person.id,
    });
    await requireRoom(trx);
    const detail = { email, role };
    await appendAudit(trx, { ...originOf(actor), action: "person_invited", recordId: id, detail });
    return { id, path, expiresAt };
  });
  const mailed = await mailLink(email, { kind: "invitation", role, ...link });
  const entry = { action: "invitation_mailed", recordId: link.id } as const;
  return handOver(link, mailed, { ...originOf(actor), ...entry, detail: { email } });
}

/** The link itself only where nobody else got it. */
async function handOver(
  { path, expiresAt }: MadeLink,
  { sentTo, mailFault }: MailedLink,
  entry: AuditEntry,
): Promise<OneTimeLink> {
  if (sentTo === undefined) return { path, expiresAt, sentTo: null, mailFault: mailFault ?? null };
  await inTransaction(await db(), (trx) => appendAudit(trx, entry));
  return { path: null, expiresAt, sentTo, mailFault: null };
}

/** After the link is made, which locks SQLite: two admins at once must not both take the last place. */
async function requireRoom(trx: Trx): Promise<void> {
  const count = sql<number | string>`count(*)`.as("count");
  const waiting = await trx
    .selectFrom("one_time_links")
    .select(count)
    .where("kind", "=", "invitation")
    .where("expires_at", ">", new Date().toISOString())
    .executeTakeFirstOrThrow();
  const active = await trx
    .selectFrom("people")
    .select(count)
    .where("is_disabled", "=", 0)
    .executeTakeFirstOrThrow();
  const invitations = Number(waiting.count);
  if (invitations > mostInvitations)
    throw new Problem(
      "not_possible_now",
      `${mostInvitations} invitations are waiting. Revoke one first. Nobody was invited.`,
    );
  if (Number(active.count) + invitations > mostPeople)
    throw new Problem(
      "not_possible_now",
      `At most ${mostPeople} people can sign in or be invited. Disable somebody first. Nobody was invited.`,
    );
}

/** Throws `not_found`. */
export async function revokeInvitation(id: string, actor: Actor): Promise<void> {
  const ledger = await db();
  const isGone = await inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "manage_people");
    const gone = await takeBack(trx, id, "invitation");
    if (gone === undefined) return false;
    const detail = { ...(gone.email && { email: gone.email }), ...(gone.role && { role: gone.role }) };
    await appendAudit(trx, { ...originOf(actor), action: "invitation_revoked", recordId: id, detail });
    return true;
  });
  if (!isGone) throw new Problem("not_found", "This invitation was used or has expired.");
}

/** A link for a new password, e-mailed or returned. Throws `not_found`. */
export async function makePasswordLink(id: string, actor: Actor): Promise<OneTimeLink> {
  const ledger = await db();
  const { email, link } = await inTransaction(ledger, async (trx) => {
    await judgeAgain(trx, actor, "manage_people", true);
    const person = await takePerson(trx, id);
    const made = await makeLink(trx, {
      kind: "password",
      email: null,
      role: null,
      person_id: id,
      created_by: actor.person.id,
    });
    const detail = { email: person.email, by: "an_administrator" as const };
    await appendAudit(trx, { ...originOf(actor), action: "password_reset", recordId: id, detail });
    return { email: person.email, link: made };
  });
  const mailed = await mailLink(email, { kind: "password", ...link });
  const entry = { action: "password_link_mailed", recordId: id } as const;
  return handOver(link, mailed, { ...originOf(actor), ...entry, detail: { email } });
}

/** Throws `not_found`. */
export async function revokePasswordLink(id: string, actor: Actor): Promise<void> {
  const isGone = await inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "manage_people");
    const gone = await takeBack(trx, id, "password");
    if (gone === undefined) return false;
    const recordId = String(gone.person_id);
    const emails = await trx
      .selectFrom("people")
      .select(["id", "email"])
      .where("id", "in", [recordId, gone.created_by ?? ""])
      .execute();
    const emailOf = (person: string | null) => emails.find(({ id }) => id === person)?.email;
    const linkMadeBy = gone.created_by === null ? "a_command" : emailOf(gone.created_by);
    const detail = { email: emailOf(recordId), linkMadeBy };
    await appendAudit(trx, { ...originOf(actor), action: "password_link_revoked", recordId, detail });
    return true;
  });
  if (!isGone) throw new Problem("not_found", "This link was used or has expired.");
}

function takeBack(trx: Trx, id: string, kind: OneTimeLinkRow["kind"]): Promise<OneTimeLinkRow | undefined> {
  return trx
    .deleteFrom("one_time_links")
    .where("id", "=", id)
    .where("kind", "=", kind)
    .returningAll()
    .executeTakeFirst();
}
