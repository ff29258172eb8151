import { route } from "#lib/server/api/route";
import { setUp } from "#lib/server/people/links";

export const POST = route("POST /api/setup", async ({ body, from }) => {
  await setUp(body, from);
  return { body: { next: "login" }, status: 201 };
});
