import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { WordInput } from "#lib/contract/transfer/standing";
import { call } from "./call";

/** What the service's words mean. Each call throws a `Problem`. */

export const wordsQuery = queryOptions({
  queryKey: ["words"],
  queryFn: async ({ signal }) => (await call("GET /api/words", { signal })).body,
  refetchInterval: 60_000,
});

export const teachWord = mutationOptions({
  mutationKey: ["teach-word"],
  mutationFn: async (body: WordInput) => (await call("POST /api/words", { body })).body,
  onSuccess: (words, _input, _result, { client }) => {
    client.setQueryData(wordsQuery.queryKey, words);
    // Statuses were worked out again.
    void client.invalidateQueries({ queryKey: ["transfer"] });
    void client.invalidateQueries({ queryKey: ["attention"] });
  },
});
