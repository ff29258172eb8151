import { mutationOptions } from "@tanstack/react-query";
import type { WordInput } from "#lib/contract/transfer/standing";
import { call } from "./call";

/** What a word of the service means, for all transfers. Throws a `Problem`. */
export const teachWord = mutationOptions({
  mutationKey: ["teach-word"],
  mutationFn: async (body: WordInput) => (await call("POST /api/words", { body })).body,
  onSuccess: (_words, _input, _result, { client }) => {
    // Statuses were worked out again.
    void client.invalidateQueries({ queryKey: ["transfer"] });
    void client.invalidateQueries({ queryKey: ["attention"] });
  },
});
