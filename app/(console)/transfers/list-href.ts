import type { Route } from "next";
import { type GivenFilters, listNames } from "#lib/contract/transfer/filter-names";
import { listPath } from "#lib/text/paths";

/** Without a cursor, the newest page. */
export function listHref(input: GivenFilters, cursor?: string): Route {
  const given = Object.fromEntries(listNames.map((name) => [name, input[name]]));
  return listPath("/transfers", { ...given, cursor }) as Route;
}
