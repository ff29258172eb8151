import "server-only";
import type { AdminKind, MailKind, SecurityKind } from "#lib/contract/mail/mail-kinds";
import { appendDeliveries, type NewDelivery, newDeliveryId } from "#lib/server/outbox/deliveries";
import type { Trx } from "#lib/server/tables/schema";
import { describeBrowser } from "#lib/words/browser-words";
import type { AdminFacts, SecurityFacts } from "./security-letters";
import { isMailSet } from "./transport";

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
  const seen = from && { address: from.address, browser: describeBrowser(from.userAgent) };
  await appendDeliveries(trx, [mailRow(personId, kind, { ...facts, ...seen })]);
}

/** Tells every admin what happened to a webhook. */
export async function tellAdmins(trx: Trx, kind: AdminKind, facts: AdminFacts): Promise<void> {
  if (!isMailSet()) return;
  const admins = await trx
    .selectFrom("people")
    .select("id")
    .where("role", "=", "admin")
    .where("is_disabled", "=", 0)
    .execute();
  await appendDeliveries(
    trx,
    admins.map(({ id }) => mailRow(id, kind, facts)),
  );
}
