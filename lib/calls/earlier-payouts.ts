import { queryOptions } from "@tanstack/react-query";
import type { SameAccountInput } from "#lib/contract/same-account";
import { call } from "./call";

/** What else was created for the account of a transfer that is being checked. */
export function earlierPayoutsQuery(input: SameAccountInput) {
  return queryOptions({
    queryKey: ["earlier-payouts", input],
    queryFn: async ({ signal }) =>
      (await call("POST /api/transfers/same-account", { body: input, signal })).body,
    gcTime: 0,
  });
}
