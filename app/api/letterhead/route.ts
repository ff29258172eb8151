import { route } from "#lib/server/api/route";
import { findLetterhead, setLetterhead } from "#lib/server/letterhead/letterhead";

export const GET = route("GET /api/letterhead", async () => ({ body: await findLetterhead() }));

export const PUT = route("PUT /api/letterhead", async ({ body, actor }) => ({
  body: await setLetterhead(body, actor),
}));
