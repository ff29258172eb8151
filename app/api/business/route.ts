import { getBusiness } from "#lib/server/business";
import { route } from "#lib/server/route";

export const GET = route({ may: "read" }, async () => ({ body: await getBusiness() }));
