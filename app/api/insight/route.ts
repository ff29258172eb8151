import { route } from "#lib/server/api/route";
import { findInsight } from "#lib/server/insight/insight";

export const GET = route("GET /api/insight", async ({ query }) => ({ body: await findInsight(query) }));
