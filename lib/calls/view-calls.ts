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
async function showAgain(client: QueryClient, drawMenu: DrawMenu): Promise<void> {
  drawMenu();
  await client.fetchQuery({ ...viewsQuery, staleTime: 0 }).catch(() => undefined);
}

/** `drawMenu` is called whatever became of the form or the row that asked. */
type DrawMenu = () => void;

export function saveView(drawMenu: DrawMenu) {
  return mutationOptions({
    mutationKey: ["save-view"],
    mutationFn: async (body: ViewInput) => (await call("POST /api/views", { body })).body,
    onSettled: async (_view, _error, _input, _result, { client }) => showAgain(client, drawMenu),
  });
}

export function renameView(id: string, drawMenu: DrawMenu) {
  return mutationOptions({
    mutationKey: ["rename-view", id],
    mutationFn: async (name: string) =>
      (await call("PATCH /api/views/[id]", { params: { id }, body: { name } })).body,
    // Where it is gone, the list shows that.
    onSettled: async (_view, _error, _input, _result, { client }) => showAgain(client, drawMenu),
  });
}

export function deleteView(id: string, drawMenu: DrawMenu) {
  return mutationOptions({
    mutationKey: ["delete-view", id],
    mutationFn: async () => (await call("DELETE /api/views/[id]", { params: { id } })).body,
    onSettled: async (_view, _error, _input, _result, { client }) => showAgain(client, drawMenu),
  });
}

/** The banks that were paid, and who has created transfers. */
export const choicesQuery = queryOptions({
  queryKey: ["choices"],
  queryFn: async ({ signal }) => (await call("GET /api/transfers/choices", { signal })).body,
  staleTime: 60_000,
});
