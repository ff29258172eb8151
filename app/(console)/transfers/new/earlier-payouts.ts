import { keepPreviousData } from "@tanstack/react-query";
import { ask } from "#lib/calls/ask";
import type { SameAccountInput } from "#lib/contract/same-account";
import type { CheckInput } from "#lib/contract/transfer/transfer-check";

/** What else was created for the account of a transfer that is being checked. */
export function earlierPayoutsQuery(body: SameAccountInput) {
  return { ...ask("POST /api/transfers/same-account", { body }), gcTime: 0 };
}

/** What the rules for payouts would ask of it. What was said holds until the answer for the next quote is there. */
export function transferCheckQuery(body: CheckInput) {
  return { ...ask("POST /api/transfers/check", { body }), gcTime: 0, placeholderData: keepPreviousData };
}
