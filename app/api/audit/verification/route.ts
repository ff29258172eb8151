import { route } from "#lib/server/api/route";
import { verifyOwnAudit } from "#lib/server/audit/verify-audit";

export const GET = route("GET /api/audit/verification", async () => ({
  body: await verifyOwnAudit(),
}));
