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
] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];

/** Why the dashboard turned an endpoint off: it answered 410, or took nothing for three days. */
export const offReasons = ["gone", "nothing_delivered"] as const;
export type OffReason = (typeof offReasons)[number];
