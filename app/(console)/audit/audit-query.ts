import type { Route } from "next";
import { AuditListInput } from "#lib/contract/audit/audit";
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
export function auditHref(input: AuditListInput, cursor: string | undefined): Route {
  const given = new URLSearchParams();
  for (const name of auditFilterNames) {
    const value = input[name];
    if (value !== undefined) given.set(name, value);
  }
  if (cursor !== undefined) given.set("cursor", cursor);
  return `/audit${given.size === 0 ? "" : `?${given}`}` as Route;
}
