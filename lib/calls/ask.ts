import { queryOptions } from "@tanstack/react-query";
import type { OperationName } from "#lib/operations/api-operations";
import { bodyOf, type Given, type Rest } from "./call";

/**
 * An operation for `useQuery`, by its name in the table of operations. Its key is the name and what is given, so a key of the
 * name alone stands for all of them. It can fail with a `Problem`.
 */
export function ask<Name extends OperationName>(name: Name, ...[given]: Rest<Given<Name>>) {
  return queryOptions({
    queryKey: [name, given],
    queryFn: ({ signal }) => bodyOf(name, given, signal),
  });
}
