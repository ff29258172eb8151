/** How a try of a webhook ended, beside its HTTP status. */
export const deliveryFaults = [
  /** It answered with another address, which is never followed. */
  "redirect",
  "private_address",
  /** Its name leads nowhere. */
  "not_found",
  /** Its name server didn't answer, or couldn't. */
  "name_unanswered",
  "unreachable",
  /** Its certificate is not valid for it. */
  "untrusted",
  "timeout",
  /** Encrypted with another AUTH_SECRET. */
  "secret_unreadable",
  /** It answered 200, and not as Slack or Teams does once it has a message. */
  "not_taken",
] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];

/** What Slack says of a message that it refuses, in its own words. */
export const slackFaults = [
  ...(["invalid_token", "no_service", "no_active_hooks", "no_team", "team_disabled"] as const),
  ...([
    "channel_not_found",
    "channel_is_archived",
    "action_prohibited",
    "posting_to_general_channel_denied",
  ] as const),
  ...(["user_not_found", "invalid_payload", "no_text", "too_many_attachments", "msg_too_long"] as const),
  ...(["invalid_blocks", "rate_limited", "message_limit_exceeded", "rollup_error"] as const),
] as const;
export type SlackFault = (typeof slackFaults)[number];

/** With one of these Slack takes nothing more at this address. */
export const goneSlackFaults: readonly string[] = [
  ...(["invalid_token", "no_service", "no_active_hooks", "no_team", "team_disabled"] as const),
  ...(["channel_not_found", "channel_is_archived"] as const),
] satisfies SlackFault[];
