import { route } from "#lib/server/api/route";
import { dropDraft, keepDraft } from "#lib/server/submission/drafts";

export const PUT = route("PUT /api/transfers/draft", async ({ body, actor }) => {
  await keepDraft(body, actor);
  return { body: { isDone: true } };
});

export const DELETE = route("DELETE /api/transfers/draft", async ({ query, actor }) => {
  await dropDraft(query.form, actor);
  return { body: { isDone: true } };
});
