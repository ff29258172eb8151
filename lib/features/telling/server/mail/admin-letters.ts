import type { AdminKind } from "#lib/contract/outbox/mail-kinds";
import { env } from "#lib/server/config/env";
import { appendDeliveries } from "#lib/server/outbox/deliveries";
import type { Letter } from "#lib/server/outbox/letter";
import { isMailSet } from "#lib/server/outbox/messengers";
import { mailRow } from "#lib/server/outbox/tell-people";
import type { Trx } from "#lib/server/tables/schema";
import { formatTime } from "#lib/text/format-time";
import { showExactly } from "#lib/text/visible-text";

/** What is known of a webhook: its host alone, since a path can hold a token. `by`: how the admin is called on a screen; `why` our words. */
export type AdminFacts = { name: string; host: string; by?: string; why?: string };

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

const adminTitles: Record<AdminKind, { subject: string; text: (name: string, host: string) => string }> = {
  "webhook.added": {
    subject: "A webhook was added",
    text: (name, host) => `From now on ${name} at ${host} gets messages about transfers.`,
  },
  "webhook.moved": {
    subject: "A webhook has a new address",
    text: (name, host) => `From now on ${name} gets messages about transfers at ${host}.`,
  },
  "webhook.secret_renewed": {
    subject: "A webhook has a new secret",
    text: (name, host) =>
      `The secret of ${name} at ${host} was renewed. The old one signs for 24 more hours.`,
  },
  "webhook.failing": {
    subject: "A webhook is failing",
    text: (name, host) => `${name} at ${host} doesn’t take what we send. It is tried again automatically.`,
  },
  "webhook.off": {
    subject: "A webhook is off",
    text: (name, host) => `${name} at ${host} was turned off. It is told nothing until an admin turns it on.`,
  },
};

export function adminLetter(kind: AdminKind, { name, host, by, why }: AdminFacts, at: string): Letter {
  const { subject, text } = adminTitles[kind];
  const facts = [
    `When: ${formatTime(at, env().timeZone, { hasSeconds: true })}`,
    ...(by === undefined ? [] : [`By: ${showExactly(by)}`]),
    ...(why === undefined ? [] : [`Why: ${showExactly(why)}`]),
  ];
  return {
    subject,
    paragraphs: [
      { text: text(showExactly(name), showExactly(host)) },
      { list: facts.map((each) => ({ text: each })) },
      { text: "Open the webhooks of the dashboard", path: "/webhooks" },
    ],
  };
}
