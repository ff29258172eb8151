import type { Route } from "next";
import { type TransferFilters, TransferListInput, transferFilterNames } from "#lib/contract/transfer-list";
import { readFilters, type SearchParams } from "#lib/text/read-filters";

/** The visitor can't choose the size of a page. `today` is the business's day. */
export function readListQuery(params: SearchParams, today?: string) {
  return readFilters(TransferListInput, [...transferFilterNames, "cursor"], params, today);
}

export function filtersOf({
  limit: _limit,
  cursor: _cursor,
  ...filters
}: TransferListInput): TransferFilters {
  return filters;
}

export function isFiltered(input: TransferListInput): boolean {
  return transferFilterNames.some((name) => input[name] !== undefined);
}

/** Without a cursor, the newest page. */
export function listHref(
  input: { [Name in (typeof transferFilterNames)[number]]?: string | undefined },
  cursor: string | undefined,
): Route {
  const given = new URLSearchParams();
  for (const name of transferFilterNames) {
    const value = input[name];
    if (value !== undefined) given.set(name, value);
  }
  if (cursor !== undefined) given.set("cursor", cursor);
  return `/transfers${given.size === 0 ? "" : `?${given}`}` as Route;
}
