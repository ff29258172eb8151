import { apiDescription } from "#lib/server/api/api-description";
import { route } from "#lib/server/api/route";

export const GET = route({ may: "read" }, async () => ({ body: apiDescription() }));
