import { route } from "#lib/server/route";
import { verifyOwnAudit } from "#lib/server/verify-audit";

export const GET = route({}, async () => ({ body: await verifyOwnAudit() }));
