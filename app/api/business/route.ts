import { route } from "#lib/server/api/route";
import { getBusiness } from "#lib/server/service/business";

export const GET = route("GET /api/business", async () => ({ body: await getBusiness() }));
