import { AuditListInput } from "#lib/contract/audit";
import { listAudit } from "#lib/server/audit-list";
import { route } from "#lib/server/route";

export const GET = route({ may: "read_audit", query: AuditListInput }, async ({ query }) => ({
  body: await listAudit(query),
}));
