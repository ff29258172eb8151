import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ViewInput } from "#lib/contract/transfer/views";
import { call } from "./call";

/** Names for lists, and what a list can be filtered by. */

/** Names for lists, each with how many transfers it has. */
export const viewsQuery = queryOptions({
  queryKey: ["views"],
  queryFn: async ({ signal }) => (await call("GET /api/views", { signal })).body.views,
  staleTime: 30_000,
});

/** Also where nobody watches them yet. */
async function readAgain(client: QueryClient): Promise<void> {
  await client.fetchQuery({ ...viewsQuery, staleTime: 0 }).catch(() => undefined);
}

export const saveView = mutationOptions({
  mutationKey: ["save-view"],
  mutationFn: async (body: ViewInput) => (await call("POST /api/views", { body })).body,
  onSuccess: async (_view, _input, _result, { client }) => readAgain(client),
});

export const renameView = mutationOptions({
  mutationKey: ["rename-view"],
  mutationFn: async ({ id, name }: { id: string; name: string }) =>
    (await call("PATCH /api/views/[id]", { params: { id }, body: { name } })).body,
  // Where it is gone, the list shows that.
  onSettled: async (_view, _error, _input, _result, { client }) => readAgain(client),
});

export const deleteView = mutationOptions({
  mutationKey: ["delete-view"],
  mutationFn: async (id: string) => (await call("DELETE /api/views/[id]", { params: { id } })).body,
  onSettled: async (_view, _error, _input, _result, { client }) => readAgain(client),
});

/** The banks that were paid, and who has created transfers. */
export const choicesQuery = queryOptions({
  queryKey: ["choices"],
  queryFn: async ({ signal }) => (await call("GET /api/transfers/choices", { signal })).body,
  staleTime: 60_000,
});
