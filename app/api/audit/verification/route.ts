import { route } from "#lib/server/route";
import { verifyOwnAudit } from "#lib/server/verify-audit";

export const GET = route({ may: "read_audit", quota: "verification" }, async () => ({
  body: await verifyOwnAudit(),
}));
