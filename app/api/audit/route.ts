import { AuditListInput } from "#lib/contract/audit";
import { route } from "#lib/server/api/route";
import { listAudit } from "#lib/server/audit/audit-list";

export const GET = route({ may: "read_audit", query: AuditListInput }, async ({ query }) => ({
  body: await listAudit(query),
}));
