import type { EndpointForm } from "#lib/contract/outbox/endpoint-forms";

/** What an endpoint gets, and for whom it is. */
export const formWords: Record<EndpointForm, { name: string; hint: string }> = {
  standard: { name: "Standard Webhooks", hint: "Signed JSON for a system." },
  slack: { name: "Slack message", hint: "A line in a channel, for people." },
  teams: { name: "Microsoft Teams message", hint: "A line in a chat or a channel, for people." },
};
