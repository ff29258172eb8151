import type { Route } from "next";
import {
  isByAmount,
  type TransferFilters,
  TransferListInput,
  type TransferSort,
  transferFilterNames,
} from "#lib/contract/transfer-list";
import { readFilters, type SearchParams } from "#lib/text/read-filters";

/** What is in the URL, valid or not. */
export type Given = { [Name in (typeof names)[number]]?: string | undefined };

const names = [...transferFilterNames, "sort"] as const;

/**
 * The visitor can't choose the size of a page. `today` is the business's day. An order by amount that the other filters rule
 * out is left out: it was chosen before them.
 */
export function readListQuery({ sort, ...params }: SearchParams, today?: string) {
  const mayGoByAmount = hasText(params.asset) && !hasText(params.q);
  const isKept = mayGoByAmount || !isByAmount(sort as TransferSort);
  const given = isKept ? { ...params, sort } : params;
  return readFilters(TransferListInput, [...names, "cursor"], given, today);
}

const hasText = (value: SearchParams[string]) => value !== undefined && `${value}`.trim() !== "";

/** A form that was sent without scripts names its empty fields too. Returns the address without them, where there are any. */
export function withoutEmpty(params: SearchParams): Route | undefined {
  const isEmpty = ([name, value]: [string, unknown]) =>
    value === "" && (names as readonly string[]).includes(name);
  const all = Object.entries(params);
  if (!all.some(isEmpty)) return undefined;
  const kept = all
    .filter((each) => !isEmpty(each))
    .flatMap(([name, value]) => [value].flat().map((text) => [name, `${text}`]));
  return `/transfers${kept.length === 0 ? "" : `?${new URLSearchParams(kept)}`}` as Route;
}

export function filtersOf({
  limit: _limit,
  cursor: _cursor,
  sort: _sort,
  ...filters
}: TransferListInput): TransferFilters {
  return filters;
}

export function isFiltered(input: TransferListInput): boolean {
  return transferFilterNames.some((name) => input[name] !== undefined);
}

/** Without a cursor, the newest page. */
export function listHref(
  input: { [Name in (typeof names)[number]]?: string | undefined },
  cursor: string | undefined,
): Route {
  const given = new URLSearchParams();
  for (const name of names) {
    const value = input[name];
    if (value !== undefined) given.set(name, value);
  }
  if (cursor !== undefined) given.set("cursor", cursor);
  return `/transfers${given.size === 0 ? "" : `?${given}`}` as Route;
}
