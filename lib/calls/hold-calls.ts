import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { call } from "./call";
import { attentionCountsQuery } from "./queries";

/** The hold of new transfers. Each call throws a `Problem`. */

export const holdQuery = queryOptions({
  queryKey: ["hold"],
  queryFn: async ({ signal }) => (await call("GET /api/hold", { signal })).body,
  refetchInterval: 30_000,
});

/** `since` names the hold that the person saw. */
export const releaseHold = mutationOptions({
  mutationKey: ["release-hold"],
  mutationFn: async (since: string) => (await call("POST /api/hold/release", { body: { since } })).body,
  onSettled: (_state, _error, _since, _result, { client }) => {
    for (const { queryKey } of [holdQuery, attentionCountsQuery]) void client.invalidateQueries({ queryKey });
  },
});
