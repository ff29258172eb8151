import { route } from "#lib/server/api/route";
import { saveView } from "#lib/server/search/views/view-acts";
import { countViews } from "#lib/server/search/views/views";

export const GET = route("GET /api/views", async ({ actor }) => ({
  body: { views: await countViews(actor.person.id) },
}));

export const POST = route("POST /api/views", async ({ body, actor }) => ({
  status: 201,
  body: await saveView(body, actor),
}));
