import type { MailChoice } from "#lib/contract/outbox/mail-kinds";
import type { Role } from "#lib/contract/roles";
import type { Db, Trx } from "#lib/server/tables/schema";

/** What counts for a person who chose nothing. */
const usual: Record<MailChoice, boolean> = { needs_you: true, day_summary: false, approvals: true };

export async function isChosen(ledger: Db | Trx, personId: string, kind: MailChoice): Promise<boolean> {
  const row = await ledger
    .selectFrom("mail_choices")
    .select("is_on")
    .where("person_id", "=", personId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return row === undefined ? usual[kind] : row.is_on === 1;
}

export async function writeChoice(
  trx: Trx,
  personId: string,
  kind: MailChoice,
  isOn: boolean,
): Promise<void> {
  const is_on = isOn ? 1 : 0;
  await trx
    .insertInto("mail_choices")
    .values({ person_id: personId, kind, is_on })
    .onConflict((conflict) => conflict.columns(["person_id", "kind"]).doUpdateSet({ is_on }))
    .execute();
}

/** Those with one of the roles who have not chosen otherwise, of a kind that is on for whoever chose nothing. */
export async function readReceivers(
  ledger: Db | Trx,
  kind: MailChoice,
  among: readonly Role[],
): Promise<string[]> {
  const rows = await ledger
    .selectFrom("people")
    .leftJoin("mail_choices", (join) =>
      join.onRef("mail_choices.person_id", "=", "people.id").on("mail_choices.kind", "=", kind),
    )
    .select("people.id")
    .where("people.is_disabled", "=", 0)
    .where("people.role", "in", among)
    .where(({ eb, or }) => or([eb("mail_choices.is_on", "is", null), eb("mail_choices.is_on", "=", 1)]))
    .execute();
  return rows.map(({ id }) => id);
}
