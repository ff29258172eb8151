import { apiDescription } from "#lib/server/api/api-description";
import { route } from "#lib/server/api/route";

export const GET = route("GET /api/openapi.json", async () => ({ body: apiDescription() }));
