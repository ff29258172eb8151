import { route } from "#lib/server/api/route";
import { verifyOwnAudit } from "#lib/server/audit/verify-audit";

export const GET = route({ may: "read_audit", quota: "verification" }, async () => ({
  body: await verifyOwnAudit(),
}));
