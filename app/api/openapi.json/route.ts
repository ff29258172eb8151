import { apiDescription } from "#lib/server/api-description";
import { route } from "#lib/server/route";

export const GET = route({ may: "read" }, async () => ({ body: apiDescription() }));
