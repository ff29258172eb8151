import { route } from "#lib/server/api/route";
import { findServiceWords, teachWord } from "#lib/server/callbacks/service-words";

export const GET = route("GET /api/words", async () => ({ body: await findServiceWords() }));

export const POST = route("POST /api/words", async ({ body, actor }) => ({
  body: await teachWord(body, actor),
}));
