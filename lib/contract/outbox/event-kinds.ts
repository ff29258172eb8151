/** What can be told to an endpoint, in the names that it gets. A message's `type` is one of these for good. */
export const eventKinds = [
  "transfer.waiting",
  "transfer.approved",
  "transfer.declined",
  "transfer.created",
  "transfer.accepted",
  "transfer.rejected",
  "transfer.unknown",
  "transfer.status_reported",
  "transfer.deposit_seen",
  "attention.raised",
  "batch.attention_raised",
  "controls.changed",
  "endpoint.test",
] as const;
export type WebhookEventKind = (typeof eventKinds)[number];

/** What an endpoint can ask for: all kinds but the test, which a person sends. */
export const chosenKinds = eventKinds.filter((kind) => kind !== "endpoint.test");
export type ChosenKind = (typeof chosenKinds)[number];
