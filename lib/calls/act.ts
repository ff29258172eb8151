import { mutationOptions, type QueryKey } from "@tanstack/react-query";
import type { OperationName } from "#lib/operations/api-operations";
import { bodyOf, type Given } from "./call";

/** The queries that are asked again afterwards, also after a refusal: then something most often has changed. */
type After = { renews?: readonly { queryKey: QueryKey }[] };

/** An operation for `useMutation`, by its name in the table of operations. It can fail with a `Problem`. */
export function act<Name extends OperationName>(name: Name, { renews = [] }: After = {}) {
  return mutationOptions({
    mutationFn: (given: Given<Name>) => bodyOf(name, given),
    onSettled: (_body, _error, _given, _result, { client }) => {
      for (const { queryKey } of renews) void client.invalidateQueries({ queryKey });
    },
  });
}
