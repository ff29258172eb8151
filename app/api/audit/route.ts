import { route } from "#lib/server/api/route";
import { listAudit } from "#lib/server/audit/audit-list";

export const GET = route("GET /api/audit", async ({ query }) => ({
  body: await listAudit(query),
}));
