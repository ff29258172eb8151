import type { Route } from "next";
import { type GivenFilters, listNames } from "#lib/contract/transfer/filter-names";

/** Without a cursor, the newest page. */
export function listHref(input: GivenFilters, cursor?: string): Route {
  const given = new URLSearchParams();
  for (const name of listNames) {
    const value = input[name];
    if (value !== undefined) given.set(name, value);
  }
  if (cursor !== undefined) given.set("cursor", cursor);
  return `/transfers${given.size === 0 ? "" : `?${given}`}` as Route;
}
