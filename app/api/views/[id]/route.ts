import { route } from "#lib/server/api/route";
import { deleteView, renameView } from "#lib/server/search/views/view-acts";

export const PATCH = route("PATCH /api/views/[id]", async ({ params, body, actor }) => ({
  body: await renameView(String(params.id), body, actor),
}));

export const DELETE = route("DELETE /api/views/[id]", async ({ params, actor }) => {
  await deleteView(String(params.id), actor);
  return { body: { isDone: true } };
});
