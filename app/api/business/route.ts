import { getBusiness } from "#lib/server/business";
import { route } from "#lib/server/route";

export const GET = route({}, async () => ({ body: await getBusiness() }));
