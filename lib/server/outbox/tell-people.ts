import type { MailKind, SecurityKind } from "#lib/contract/outbox/mail-kinds";
import { appendDeliveries, isWaiting, type NewDelivery, newDeliveryId } from "#lib/server/outbox/deliveries";
import type { Trx } from "#lib/server/tables/schema";
import { describeBrowser } from "#lib/words/browser-words";
import { isMailSet } from "./messengers";
import type { SecurityFacts } from "./security-letters";

/** Invariant: what a person is told is written in the transaction of the act, and only where this server sends mail. */

/** A mail that waits. `body` is what its letter is written from, once it is sent. */
export function mailRow(personId: string, kind: MailKind, body: object): NewDelivery {
  const at = new Date().toISOString();
  return {
    id: newDeliveryId(),
    channel: "mail",
    endpoint_id: null,
    person_id: personId,
    subject: "",
    kind,
    body: JSON.stringify(body),
    created_at: at,
    due_at: at,
  };
}

const passwordNews = "security.password_entered";
type From = { address: string | null; userAgent: string | null };

/** Tells a person what happened to their account. `from`: whose browser did it, where that is the person's own news. */
export async function tellPerson(
  trx: Trx,
  personId: string,
  kind: SecurityKind,
  facts: SecurityFacts = {},
  from?: From,
): Promise<void> {
  if (!isMailSet()) return;
  await appendDeliveries(trx, [mailRow(personId, kind, { ...facts, ...seenFrom(from) })]);
}

function seenFrom(from: From | undefined) {
  return from && { address: from.address, browser: describeBrowser(from.userAgent) };
}

/** A person takes less for the second step. */
const completedWithinMs = 60_000;
const passwordNewsEveryMs = 15 * 60_000;

/**
 * Tells a person that their password was entered in a browser that we don't know, unless the second factor follows. Once in
 * a while: nobody fills a mailbox so.
 */
export async function tellOfPassword(
  trx: Trx,
  personId: string,
  challengeId: string,
  from?: From,
): Promise<void> {
  if (!isMailSet()) return;
  const now = Date.now();
  const earlier = await trx
    .selectFrom("deliveries")
    .select("id")
    .where("person_id", "=", personId)
    .where("kind", "=", passwordNews)
    .where("state", "<>", "withdrawn")
    .where("created_at", ">", new Date(now - passwordNewsEveryMs).toISOString())
    .limit(1)
    .executeTakeFirst();
  if (earlier !== undefined) return;
  const row = mailRow(personId, passwordNews, seenFrom(from) ?? {});
  const due_at = new Date(now + completedWithinMs).toISOString();
  await appendDeliveries(trx, [{ ...row, id: `msg_${challengeId}`, due_at }]);
}

/** The second factor followed. */
export async function untellOfPassword(trx: Trx, challengeId: string): Promise<void> {
  await trx
    .updateTable("deliveries")
    .set({ state: "withdrawn", done_at: new Date().toISOString() })
    .where("id", "=", `msg_${challengeId}`)
    .where(isWaiting)
    .execute();
}
