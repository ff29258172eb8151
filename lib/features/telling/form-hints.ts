import type { EndpointForm } from "#lib/contract/outbox/endpoint-forms";

/** What a receiver of the form must answer, so that a message counts as delivered. */
export function wantedAnswer(form: EndpointForm): string {
  if (form === "slack") return "Slack must answer “ok” within 15 seconds.";
  return `${form === "teams" ? "Teams" : "The receiver"} must answer with a status from 200 to 299 within 15 seconds.`;
}

/** What belongs into the field of the address. `hidden`: what may be shown of the present one. */
export function addressHint(form: EndpointForm, hidden: string | undefined): string {
  if (hidden !== undefined) return "It’s a secret, so we never show it. Leave this empty to keep it.";
  if (form === "slack")
    return "In Slack, add an app with an incoming webhook, and copy its URL. Who has it can post there, so we never show it again.";
  if (form === "teams")
    return "In Teams, add the workflow “Post to a channel when a webhook request is received”, and copy its URL. Who has it can post there, so we never show it again.";
  return "It starts with https://.";
}
