import { ask } from "#lib/calls/ask";
import type { SameAccountInput } from "#lib/contract/same-account";

/** What else was created for the account of a transfer that is being checked. */
export function earlierPayoutsQuery(body: SameAccountInput) {
  return { ...ask("POST /api/transfers/same-account", { body }), gcTime: 0 };
}
