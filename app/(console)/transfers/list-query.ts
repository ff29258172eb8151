import type { Route } from "next";
import { type TransferFilters, TransferListInput, transferFilterNames } from "#lib/contract/transfer-list";
import { readFilters, type SearchParams } from "#lib/text/read-filters";

/** Reads the list's filters from the URL. The size of a page is not the visitor's. */
export function readListQuery(params: SearchParams) {
  return readFilters(TransferListInput, [...transferFilterNames, "cursor"], params);
}

/** The filters alone, as the export takes them. */
export function filtersOf({
  limit: _limit,
  cursor: _cursor,
  ...filters
}: TransferListInput): TransferFilters {
  return filters;
}

/** Whether the list shows anything but the newest transfers of all. */
export function isFiltered(input: TransferListInput): boolean {
  return transferFilterNames.some((name) => input[name] !== undefined);
}

/** The page of the same filters from another place on; `undefined` is the newest. */
export function listHref(input: TransferListInput, cursor: string | undefined): Route {
  const given = new URLSearchParams();
  for (const name of transferFilterNames) {
    const value = input[name];
    if (value !== undefined) given.set(name, value);
  }
  if (cursor !== undefined) given.set("cursor", cursor);
  return `/transfers${given.size === 0 ? "" : `?${given}`}` as Route;
}
