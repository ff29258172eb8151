import { mutationOptions } from "@tanstack/react-query";
import type { BulkResolutionInput, OwnerInput } from "#lib/contract/attention";
import { call } from "./call";

/** Acts on several transfers. Each call throws a `Problem`, and can be repeated: what is done stays done. */

export const resolveTransfers = mutationOptions({
  mutationKey: ["resolve-transfers"],
  mutationFn: async (body: BulkResolutionInput) =>
    (await call("POST /api/attention/resolution", { body })).body,
});

export const assignTransfers = mutationOptions({
  mutationKey: ["assign-transfers"],
  mutationFn: async (body: OwnerInput) => (await call("POST /api/attention/owner", { body })).body,
});
