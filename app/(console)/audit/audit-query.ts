import type { Route } from "next";
import { AuditListInput } from "#lib/contract/audit";
import { readFilters, type SearchParams } from "#lib/read-filters";

const filters = ["actor", "action", "record", "from", "to"] as const;

/** Reads the log's filters from the URL. The size of a page is not the visitor's. */
export function readAuditQuery(params: SearchParams) {
  return readFilters(AuditListInput, [...filters, "cursor"], params);
}

/** Whether the list shows anything but the newest entries of all. */
export function isFiltered(input: AuditListInput): boolean {
  return filters.some((name) => input[name] !== undefined);
}

/** The page of the same filters from another place on; `undefined` is the newest. */
export function auditHref(input: AuditListInput, cursor: string | undefined): Route {
  const given = new URLSearchParams();
  for (const name of filters) {
    const value = input[name];
    if (value !== undefined) given.set(name, value);
  }
  if (cursor !== undefined) given.set("cursor", cursor);
  return `/audit${given.size === 0 ? "" : `?${given}`}` as Route;
}
