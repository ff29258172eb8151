import type { EndpointForm } from "#lib/contract/outbox/endpoint-forms";
import { goneSlackFaults, type SlackFault, slackFaults } from "#lib/features/telling/delivery-faults";

/** Invariant: of what Slack or Teams answer nothing is kept but a word of Slack that we know. */

type ChatFault = "not_taken" | SlackFault;

/** What the answer's text says against its message; `null` where it says nothing that the status doesn't. */
export function chatFault(form: EndpointForm, status: number, text: string): ChatFault | null {
  const isFine = status >= 200 && status < 300;
  if (form === "slack") {
    const word = text.trim();
    if (isFine) return word === "ok" ? null : "not_taken";
    return slackFaults.find((known) => known === word) ?? null;
  }
  // An older kind of address in Teams says so with 200.
  return form === "teams" && isFine && /^"?Webhook message delivery failed/i.test(text.trim())
    ? "not_taken"
    : null;
}

/** Whether the receiver has said that it takes no more. */
export function isGone({ status, fault }: { status: number | null; fault: string | null }): boolean {
  return status === 410 || (fault !== null && goneSlackFaults.includes(fault));
}
