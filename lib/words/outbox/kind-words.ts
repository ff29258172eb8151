import type { WebhookEventKind } from "#lib/contract/outbox/event-kinds";
import { isMailKind, mailKinds } from "#lib/contract/outbox/mail-kinds";
import { showInvisible } from "#lib/text/visible-text";

/** What a message is about, in a word or two, and when it is sent. */
export const kindWords: Record<WebhookEventKind, { name: string; when: string }> = {
  "transfer.waiting": {
    name: "Waits for approval",
    when: "Somebody asked for a transfer, which waits for an approval.",
  },
  "transfer.approved": { name: "Transfer approved", when: "The last approval was given, and it is sent." },
  "transfer.declined": { name: "Transfer declined", when: "Somebody declined it. Nothing is sent." },
  "transfer.created": { name: "Transfer created", when: "Somebody created a transfer here." },
  "transfer.accepted": { name: "Transfer accepted", when: "The service accepted it." },
  "transfer.rejected": { name: "Transfer rejected", when: "The service rejected it." },
  "transfer.unknown": { name: "Outcome unknown", when: "We don’t know whether the service has it." },
  "transfer.status_reported": {
    name: "Status reported",
    when: "The service reported another status, such as paid.",
  },
  "transfer.deposit_seen": { name: "Deposit seen", when: "The network shows a deposit at its address." },
  "attention.raised": { name: "Needs attention", when: "A transfer has a new reason for attention." },
  "batch.attention_raised": {
    name: "Batch needs attention",
    when: "A batch of payouts has stopped, or is half created or half funded after a day.",
  },
  "controls.changed": { name: "Rules changed", when: "Other rules for payouts count from now on." },
  "endpoint.test": { name: "Test", when: "Somebody sent a test." },
};

/** Of a webhook or a mail; an unknown kind is shown as it is. */
export function nameOfKind(kind: string): string {
  if (isMailKind(kind)) return mailKinds[kind];
  return Object.hasOwn(kindWords, kind) ? kindWords[kind as WebhookEventKind].name : showInvisible(kind);
}
