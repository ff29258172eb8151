import type { ChosenKind } from "#lib/contract/mail/mail-kinds";
import type { Db, Trx } from "#lib/server/tables/schema";

/** What counts for a person who chose nothing. */
const usual: Record<ChosenKind, boolean> = { needs_you: true, day_summary: false };

export async function isChosen(ledger: Db | Trx, personId: string, kind: ChosenKind): Promise<boolean> {
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
  kind: ChosenKind,
  isOn: boolean,
): Promise<void> {
  const is_on = isOn ? 1 : 0;
  await trx
    .insertInto("mail_choices")
    .values({ person_id: personId, kind, is_on })
    .onConflict((conflict) => conflict.columns(["person_id", "kind"]).doUpdateSet({ is_on }))
    .execute();
}
