import { route } from "#lib/server/api/route";
import { findHold } from "#lib/server/hold/hold-release";

export const GET = route("GET /api/hold", async () => ({ body: { hold: await findHold() } }));
