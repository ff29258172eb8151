import { route } from "#lib/server/api/route";
import { acceptLink } from "#lib/server/people/links";

export const POST = route("POST /api/welcome", async ({ body, from }) => {
  await acceptLink(body, from);
  return { body: { next: "login" }, status: 201 };
});
