import { mutationOptions } from "@tanstack/react-query";
import type { FundingEnd } from "#lib/contract/funding/fundings";
import { call } from "./call";
import { transferQuery } from "./queries";

/** Of a wallet that was asked; then somebody else can be. */
export function closeFunding(id: string, fid: string) {
  return mutationOptions({
    mutationKey: ["close-funding", fid],
    mutationFn: async (body: FundingEnd) =>
      (await call("POST /api/transfers/[id]/fundings/[fid]/close", { params: { id, fid }, body })).body,
    // Also after a refusal: it has most often ended meanwhile.
    onSettled: (_transfer, _error, _input, _result, { client }) =>
      void client.invalidateQueries(transferQuery(id)),
  });
}
