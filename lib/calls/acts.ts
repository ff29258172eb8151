import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { TransferInput, TransferWithEvents } from "#lib/contract/api";
import { call } from "./call";
import { attentionCountsQuery, renewTransfers, transferQuery } from "./queries";

/** Not in `queries.ts`, which every page loads: an act comes with its form. */

/** The key is made when the review is shown, so every repeat carries the same one. */
export const createTransfer = mutationOptions({
  mutationFn: async ({ idempotencyKey, input }: { idempotencyKey: string; input: TransferInput }) =>
    (await call("POST /api/transfers", { body: input, headers: { "idempotency-key": idempotencyKey } })).body,
  // The replaced transfer has changed, too.
  onSuccess: (_transfer, _input, _result, { client }) => renewTransfers(client),
});

/** For an act on a transfer that answers with the transfer: what follows it. */
export function keepTransfer(id: string) {
  return {
    onSuccess: async (
      transfer: TransferWithEvents,
      _given: unknown,
      _result: unknown,
      { client }: Around,
    ) => {
      const { queryKey } = transferQuery(transfer.id);
      // An older read would bring the old state back.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, transfer);
      void client.invalidateQueries(attentionCountsQuery);
    },
    // A refusal most often means that the transfer has changed since it was drawn.
    onError: (_error: Error, _given: unknown, _result: unknown, { client }: Around) =>
      void client.invalidateQueries(transferQuery(id)),
  };
}
type Around = { client: QueryClient };
