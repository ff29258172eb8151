import type { Route } from "next";
import { MenuLink } from "#components/ui/button-link";
import { Printer } from "#components/ui/icon";
import { may, type Role } from "#lib/contract/roles";
import { hasRequest } from "#lib/features/controls/server/find-approvals";

/** In the menu of a transfer that somebody was asked to approve, for those who may read the audit log. */
export async function ApprovalRecordLink({ id, role }: { id: string; role: Role }) {
  if (!may(role, "read_audit") || !(await hasRequest(id))) return null;
  return (
    <MenuLink href={`/approvals/${id}/record` as Route} icon={<Printer className="size-4" />}>
      Record of the approval
    </MenuLink>
  );
}
