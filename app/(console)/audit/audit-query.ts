import type { Route } from "next";
import { AuditListInput } from "#lib/contract/audit";
import { readFilters, type SearchParams } from "#lib/text/read-filters";

/** The names of the filters, in the order of the form. */
export const auditFilterNames = ["actor", "action", "record", "from", "to"] as const;

/** Reads the log's filters from the URL. The size of a page is not the visitor's. */
export function readAuditQuery(params: SearchParams) {
  return readFilters(AuditListInput, [...auditFilterNames, "cursor"], params);
}

/** The filters alone. */
export function filtersOf({ limit: _limit, cursor: _cursor, ...filters }: AuditListInput) {
  return filters;
}

/** Whether the list shows anything but the newest entries of all. */
export function isFiltered(input: AuditListInput): boolean {
  return auditFilterNames.some((name) => input[name] !== undefined);
}

/** The page of the same filters from another place on; `undefined` is the newest. */
export function auditHref(input: AuditListInput, cursor: string | undefined): Route {
  const given = new URLSearchParams();
  for (const name of auditFilterNames) {
    const value = input[name];
    if (value !== undefined) given.set(name, value);
  }
  if (cursor !== undefined) given.set("cursor", cursor);
  return `/audit${given.size === 0 ? "" : `?${given}`}` as Route;
}
