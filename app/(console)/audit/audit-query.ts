import type { Route } from "next";
import { AuditListInput } from "#lib/contract/audit/audit";
import { listPath } from "#lib/text/paths";
import { readFilters, type SearchParams } from "#lib/text/read-filters";

/** In the order of the form. */
export const auditFilterNames = ["actor", "action", "record", "from", "to"] as const;

/** The visitor can't choose the size of a page. `today` is the business's day. */
export function readAuditQuery(params: SearchParams, today?: string) {
  return readFilters(AuditListInput, [...auditFilterNames, "cursor"], params, today);
}

export function filtersOf({ limit: _limit, cursor: _cursor, ...filters }: AuditListInput) {
  return filters;
}

export function isFiltered(input: AuditListInput): boolean {
  return auditFilterNames.some((name) => input[name] !== undefined);
}

/** Without a cursor, the newest page. */
export function auditHref(
  { actor, action, record, from, to }: AuditListInput,
  cursor: string | undefined,
): Route {
  return listPath("/audit", { actor, action, record, from, to, cursor }) as Route;
}
