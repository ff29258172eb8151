import { type MailChoice, rolesThatAct } from "#lib/contract/outbox/mail-kinds";
import { Problem } from "#lib/contract/problem";
import type { Person } from "#lib/contract/roles";
import type { MailChoiceInput, MailChoices } from "#lib/features/telling/mail-choices";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { db } from "#lib/server/database/db";
import { featureLetters } from "#lib/server/outbox/feature-letters";
import { isChosen, writeChoice } from "#lib/server/outbox/mail-choices";
import { isMailSet } from "#lib/server/outbox/messengers";

/** Invariant: a person chooses for themselves alone, and what their account needs to be safe is not theirs to turn off. */

export async function readMailChoices({ id, role }: Person): Promise<MailChoices> {
  const ledger = await db();
  return {
    isSetUp: isMailSet(),
    needsYou: rolesThatAct.includes(role) ? await isChosen(ledger, id, "needs_you") : null,
    daySummary: await isChosen(ledger, id, "day_summary"),
    approvals:
      rolesThatAct.includes(role) && (await isAnyOffered()) ? await isChosen(ledger, id, "approvals") : null,
  };
}

async function isAnyOffered(): Promise<boolean> {
  for (const { choice, isOffered } of featureLetters.all())
    if (choice === "approvals" && (await isOffered())) return true;
  return false;
}

/** Throws `invalid_input` for a kind that the person's role doesn't get. */
export async function chooseMail(input: MailChoiceInput, actor: Actor): Promise<MailChoices> {
  const { person } = actor;
  const refused = (["needsYou", "approvals"] as const).filter((path) => input[path] !== undefined);
  if (refused.length > 0 && !rolesThatAct.includes(person.role)) {
    const message = "Only finance and admins get these e-mails.";
    throw new Problem("invalid_input", `Nothing was changed. ${message}`, {
      errors: refused.map((path) => ({ path, message })),
    });
  }
  const wanted: [MailChoice, boolean | undefined][] = [
    ["needs_you", input.needsYou],
    ["day_summary", input.daySummary],
    ["approvals", input.approvals],
  ];
  await inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "keep_own_account");
    for (const [mail, isOn] of wanted) {
      if (isOn === undefined || (await isChosen(trx, person.id, mail)) === isOn) continue;
      await writeChoice(trx, person.id, mail, isOn);
      const act = { action: "mail_choice_changed", recordId: person.id } as const;
      await appendAudit(trx, { ...originOf(actor), ...act, detail: { mail, isOn } });
    }
  });
  return readMailChoices(person);
}
