import { findHold } from "#lib/server/hold-release";
import { route } from "#lib/server/route";

export const GET = route({ may: "read" }, async () => ({ body: { hold: await findHold() } }));
